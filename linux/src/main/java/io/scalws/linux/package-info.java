/**
 * What the product asks of the Linux kernel and the JDK does not offer, through java.lang.foreign;
 * the only native calls of the product. Knows nothing of scalws. Every failure is a {@link
 * io.scalws.linux.SyscallException} that names the call and its subject; methods for hot paths
 * return the negative errno instead, as the kernel does. An {@link io.scalws.linux.Fd} has one
 * owner; batches ({@link io.scalws.linux.DatagramReceiver}, {@link io.scalws.linux.DatagramSender},
 * {@link io.scalws.linux.GatherMessage}, {@link io.scalws.linux.Poller}) belong to one thread.
 * Blocking calls want a platform thread.
 */
package io.scalws.linux;
