package io.scalws.planning.spec;

import io.scalws.crds.DrainSpec;
import io.scalws.crds.LimitsSpec;
import io.scalws.crds.ListenerSpec;
import io.scalws.crds.RolloutSpec;
import io.scalws.crds.ScalingSpec;
import io.scalws.crds.ScalwsRuntimeSpec;
import io.scalws.crds.SocketsSpec;
import java.time.Duration;
import java.util.Optional;

/**
 * Refuses every field that the custom resource has and that nothing obeys yet: a setting that is
 * silently ignored is worse than none. A default that is spelled out is fine.
 */
final class NotYetRules {
  private final Findings findings;

  NotYetRules(Findings findings) {
    this.findings = findings;
  }

  void apply(String path, ScalwsRuntimeSpec spec) {
    Findings.each(path + ".listeners", spec.listeners(), this::listener);
    refuse(path + ".resources", spec.resources() != null);
    refuse(path + ".image", spec.image() != null);
    refuse(path + ".nodeSelector", spec.nodeSelector() != null && !spec.nodeSelector().isEmpty());
    refuse(path + ".tolerations", spec.tolerations() != null && !spec.tolerations().isEmpty());
    refuse(path + ".paused", Boolean.TRUE.equals(spec.paused()));
    if (spec.scaling() != null) {
      scaling(path + ".scaling", spec.scaling());
    }
    if (spec.rollout() != null) {
      rollout(path + ".rollout", spec.rollout());
    }
    if (spec.drain() != null) {
      drain(path + ".drain", spec.drain());
    }
    if (spec.limits() != null) {
      limits(path + ".limits", spec.limits());
    }
    if (spec.sockets() != null) {
      String at = path + ".sockets";
      refuse(at + ".tcp", spec.sockets().tcp() == SocketsSpec.TcpMode.REUSE_PORT);
      refuse(at + ".udp", spec.sockets().udp() == SocketsSpec.UdpMode.EBPF);
    }
    if (spec.quic() != null) {
      refuse(
          path + ".quic.keyRotationPeriod",
          differs(spec.quic().keyRotationPeriod(), Duration.ofHours(24)));
    }
  }

  private void listener(String path, ListenerSpec spec) {
    refuse(path + ".proxyProtocol", spec.proxyProtocol() != null);
    refuse(
        path + ".tls.frontendValidation",
        spec.tls() != null && spec.tls().frontendValidation() != null);
  }

  private void scaling(String path, ScalingSpec spec) {
    refuse(path + ".mode", spec.mode() == ScalingSpec.Mode.DRY_RUN);
    refuse(path + ".targets", spec.targets() != null);
    refuse(path + ".windows", spec.windows() != null);
  }

  private void rollout(String path, RolloutSpec spec) {
    refuse(path + ".nodeParallelism", differs(spec.nodeParallelism(), 1));
    refuse(path + ".maxRefusingNodes", differs(spec.maxRefusingNodes(), 0));
    refuse(path + ".onLoss", spec.onLoss() == RolloutSpec.OnLoss.ROLL_BACK);
  }

  private void drain(String path, DrainSpec spec) {
    refuse(path + ".h3Timeout", spec.h3Timeout() != null);
    refuse(path + ".goAwaySpread", differs(spec.goAwaySpread(), Duration.ofSeconds(5)));
    refuse(path + ".loadBalancerDelay", differs(spec.loadBalancerDelay(), Duration.ZERO));
  }

  private void limits(String path, LimitsSpec spec) {
    refuse(path + ".connections", spec.connections() != null);
    refuse(path + ".requestsInFlight", spec.requestsInFlight() != null);
    refuse(path + ".connectionsPerSecond", spec.connectionsPerSecond() != null);
    refuse(path + ".requestsPerSecond", spec.requestsPerSecond() != null);
  }

  private static boolean differs(Integer value, int usual) {
    return value != null && value != usual;
  }

  private static boolean differs(String duration, Duration usual) {
    return duration != null && !FieldRules.parseDuration(duration).equals(Optional.of(usual));
  }

  private void refuse(String path, boolean given) {
    if (given && !findings.has(path)) {
      findings.add(path, "not supported yet; remove it");
    }
  }
}
