package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;

/**
 * UDP sockets that form a group on one address: a reader that gets every datagram, and send-only
 * sockets beside it, so that each sender fills its own send buffer. They are non-blocking; IPv6
 * ones carry no IPv4.
 */
public final class UdpSocket {
  private static final int SOCK_DGRAM = 2;
  // struct sock_filter {u16 code, u8 jt, u8 jf, u32 k}: BPF_RET | BPF_K, 0.
  private static final short BPF_RETURN_CONSTANT = 0x06;
  // SK_MEMINFO_DROPS is the ninth of SO_MEMINFO's numbers.
  private static final long MEMINFO_DROPS = 8 * 4;

  private UdpSocket() {}

  /**
   * The socket that receives, with destination addresses and ECN of each datagram. It binds plainly
   * and joins the group afterwards, so an address that someone else holds is refused, and while it
   * lives no other user may join. SO_REUSEADDR is never set: with it a second binder would take the
   * datagrams.
   */
  public static Fd bindReader(InetSocketAddress address) throws SyscallException {
    Fd fd = IpSocket.create("udp", SOCK_DGRAM, address);
    return IpSocket.closingOnFailure(
        fd,
        () -> {
          IpSocket.bind("udp", fd, address);
          SocketOption.SO_REUSEPORT.set(fd.number(), 1);
          reportDestinationAndEcn(fd, address);
        });
  }

  /** A member of the group of a reader that lives; {@link #steerToReader} must follow. */
  public static Fd bindSendOnly(InetSocketAddress address) throws SyscallException {
    Fd fd = IpSocket.create("udp", SOCK_DGRAM, address);
    return IpSocket.closingOnFailure(
        fd,
        () -> {
          SocketOption.SO_REUSEPORT.set(fd.number(), 1);
          IpSocket.bind("udp", fd, address);
        });
  }

  /** A socket that belongs to no group, for a process that serves alone. */
  public static Fd bindAlone(InetSocketAddress address) throws SyscallException {
    Fd fd = IpSocket.create("udp", SOCK_DGRAM, address);
    return IpSocket.closingOnFailure(
        fd,
        () -> {
          IpSocket.bind("udp", fd, address);
          reportDestinationAndEcn(fd, address);
        });
  }

  private static void reportDestinationAndEcn(Fd fd, InetSocketAddress address)
      throws SyscallException {
    if (SocketAddresses.family(address) == SocketAddresses.AF_INET6) {
      SocketOption.IPV6_RECVPKTINFO.set(fd.number(), 1);
      SocketOption.IPV6_RECVTCLASS.set(fd.number(), 1);
    } else {
      SocketOption.IP_PKTINFO.set(fd.number(), 1);
      SocketOption.IP_RECVTOS.set(fd.number(), 1);
    }
  }

  /** Lets the kernel hand over trains of datagrams of one source as one (UDP_GRO, udp(7)). */
  public static void receiveTrains(int fd, boolean on) throws SyscallException {
    SocketOption.UDP_GRO.set(fd, on ? 1 : 0);
  }

  /**
   * Gives every datagram of the group to its first member, the reader: a classic BPF program that
   * returns 0. Needs no privilege; fails with {@code EINVAL} while the group has one member, which
   * then gets everything anyway. Attaching again replaces the program, so it may be repeated.
   */
  public static void steerToReader(Fd member) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment filter = arena.allocate(8, 8);
      filter.set(ValueLayout.JAVA_SHORT, 0, BPF_RETURN_CONSTANT);
      // struct sock_fprog {u16 length, pointer}.
      MemorySegment program = arena.allocate(16, 8);
      program.set(ValueLayout.JAVA_SHORT, 0, (short) 1);
      program.set(ValueLayout.ADDRESS, 8, filter);
      SocketOption.SO_ATTACH_REUSEPORT_CBPF.set(member.number(), program);
    }
  }

  /** Back to the kernel's own choice by hash. */
  public static void stopSteering(Fd member) throws SyscallException {
    SocketOption.SO_DETACH_REUSEPORT_BPF.set(member.number(), 0);
  }

  /**
   * Keeps every holder of the socket from attaching a program through it. They can still detach the
   * group's.
   */
  public static void lockFilter(Fd fd) throws SyscallException {
    SocketOption.SO_LOCK_FILTER.set(fd.number(), 1);
  }

  /** Datagrams that the socket had no room for since it was made. */
  public static long drops(int fd) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment numbers = arena.allocate(16 * 4, 8);
      SocketOption.SO_MEMINFO.get(fd, numbers);
      return Integer.toUnsignedLong(numbers.get(ValueLayout.JAVA_INT, MEMINFO_DROPS));
    }
  }
}
