package io.scalws.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;

/**
 * The rules that every module's own architecture test applies to itself: pure packages have no side
 * effects, native calls stay in one module, packages have no cycles, and no name says nothing.
 */
public final class ArchitectureRules {
  private static final String[] SIDE_EFFECTS = {
    "java.nio.file..",
    "java.nio.channels..",
    "java.util.concurrent..",
    "java.util.logging..",
    "java.util.random..",
    "org.slf4j..",
    "io.netty..",
    "io.scalws.linux..",
    "io.micrometer.."
  };

  private final JavaClasses classes;

  private ArchitectureRules(JavaClasses classes) {
    this.classes = classes;
  }

  /** The production classes of a module, by its root package. */
  public static ArchitectureRules of(String rootPackage) {
    return new ArchitectureRules(
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(rootPackage));
  }

  /** Pure packages know no I/O, clock, thread, logger or randomness: those come in as arguments. */
  public ArchitectureRules pure(String... packages) {
    noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SIDE_EFFECTS)
        .because("pure packages decide and do not act")
        .check(classes);
    noClasses()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.security.SecureRandom")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.Random")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.Thread")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.File")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.net.Socket")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .because("time, keys and random bytes come in as arguments")
        .check(classes);
    return this;
  }

  /** Only the module {@code linux} links native code. */
  public ArchitectureRules nativeCallsOnlyIn(String... packages) {
    noClasses()
        .that()
        .resideOutsideOfPackages(packages)
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.Linker")
        .because("native calls live in one place")
        .allowEmptyShould(true)
        .check(classes);
    return this;
  }

  /** Unix sockets of the agent protocol live in the module {@code agent-link}, others are named. */
  public ArchitectureRules unixSocketsOnlyIn(String... packages) {
    noClasses()
        .that()
        .resideOutsideOfPackages(packages)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.newsclub..")
        .because("descriptors change owners in one place")
        .allowEmptyShould(true)
        .check(classes);
    return this;
  }

  /** The direct sub-packages of the module have no cycles. */
  public ArchitectureRules withoutCycles(String rootPackage) {
    slices()
        .matching(rootPackage + ".(*)..")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(classes);
    return this;
  }

  /** No class or package is named after what it is not. */
  public ArchitectureRules honestNames() {
    for (String vague : List.of("Util", "Utils", "Helper", "Manager", "Impl", "Common")) {
      classes().should().haveSimpleNameNotEndingWith(vague).check(classes);
    }
    return this;
  }
}
