/**
 * The custom resources {@code ScalwsRuntime} and {@code ScalwsNode} as records, just as a user
 * writes them: a field that is absent is null, nothing is checked, nothing has a default. {@code
 * io.scalws.planning.spec} turns them into values that are whole. Pure values without an owner.
 *
 * <p>The annotations of {@code io.fabric8.generator.annotation} shape the generated CRD only; they
 * are not needed at run time.
 */
package io.scalws.crds;
