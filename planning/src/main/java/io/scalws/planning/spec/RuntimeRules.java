package io.scalws.planning.spec;

import io.scalws.crds.DrainSpec;
import io.scalws.crds.InstancesPerNodeSpec;
import io.scalws.crds.LimitsSpec;
import io.scalws.crds.QuicSpec;
import io.scalws.crds.RolloutSpec;
import io.scalws.crds.ScalingSpec;
import io.scalws.crds.ScalwsRuntimeSpec;
import io.scalws.crds.TimeoutsSpec;
import io.scalws.planning.spec.RuntimeModel.Drain;
import io.scalws.planning.spec.RuntimeModel.Instances;
import io.scalws.planning.spec.RuntimeModel.Limits;
import io.scalws.planning.spec.RuntimeModel.Quic;
import io.scalws.planning.spec.RuntimeModel.Rollout;
import io.scalws.planning.spec.RuntimeModel.Scaling;
import io.scalws.planning.spec.RuntimeModel.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** From {@code spec} to a {@link RuntimeModel}; meaningful only if it reported nothing. */
final class RuntimeRules {
  private static final int MAX_INSTANCES = 64;

  /** What frames a message or belongs to one connection must not be set by anyone else. */
  private static final Set<String> RESERVED_HEADERS =
      Set.of(
          "alt-svc",
          "connection",
          "content-encoding",
          "content-length",
          "content-range",
          "content-type",
          "date",
          "host",
          "keep-alive",
          "location",
          "proxy-connection",
          "set-cookie",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final Findings findings;
  private final FieldRules fields;

  RuntimeRules(Findings findings) {
    this.findings = findings;
    this.fields = new FieldRules(findings);
  }

  RuntimeModel apply(
      RuntimeName name, ScalwsRuntimeSpec spec, List<Listener> listeners, List<Route> routes) {
    return new RuntimeModel(
        name,
        listeners,
        routes,
        instances("spec.instancesPerNode", spec.instancesPerNode()),
        instanceHeader("spec.instanceHeader", spec.instanceHeader()),
        limits("spec.limits", spec.limits()),
        timeouts("spec.timeouts", spec.timeouts()),
        fields.cidrs("spec.trustedProxies", spec.trustedProxies()),
        drain("spec.drain", spec.drain()),
        rollout("spec.rollout", spec.rollout()),
        scaling(spec.scaling()),
        quic(spec.quic()));
  }

  private Instances instances(String path, InstancesPerNodeSpec spec) {
    if (spec == null) {
      return new Instances(1, 1);
    }
    int min = fields.number(path + ".min", spec.min(), 1, 1, MAX_INSTANCES);
    int max = fields.number(path + ".max", spec.max(), min, 1, MAX_INSTANCES);
    if (max < min) {
      findings.add(path, "min " + min + " is larger than max " + max + "; raise max or lower min");
      return new Instances(min, min);
    }
    return new Instances(min, max);
  }

  private Optional<String> instanceHeader(String path, String text) {
    Optional<String> name =
        Optional.ofNullable(text).flatMap(found -> fields.headerName(path, found));
    if (name.isPresent() && RESERVED_HEADERS.contains(name.get().toLowerCase(Locale.ROOT))) {
      findings.add(
          path,
          FieldRules.quoted(name.get())
              + " has a meaning of its own in HTTP; use another name, as in X-Served-By");
    }
    return name;
  }

  private Limits limits(String path, LimitsSpec spec) {
    Integer headerBytes = spec == null ? null : spec.headerBytes();
    Long bodyBytes = spec == null ? null : spec.bodyBytes();
    return new Limits(
        fields.number(path + ".headerBytes", headerBytes, 32 * 1024, 1024, 1024 * 1024),
        fields.number(path + ".bodyBytes", bodyBytes, 100L << 20, 0, 1L << 40));
  }

  private Timeouts timeouts(String path, TimeoutsSpec spec) {
    TimeoutsSpec given = spec == null ? new TimeoutsSpec(null, null, null, null) : spec;
    return new Timeouts(
        timeout(path + ".handshake", given.handshake(), 10),
        timeout(path + ".requestHeader", given.requestHeader(), 10),
        timeout(path + ".requestBodyIdle", given.requestBodyIdle(), 30),
        timeout(path + ".idle", given.idle(), 60));
  }

  private Duration timeout(String path, String text, int usualSeconds) {
    return fields.duration(
        path, text, Duration.ofSeconds(usualSeconds), Duration.ofMillis(100), Duration.ofHours(1));
  }

  private Drain drain(String path, DrainSpec spec) {
    String timeout = spec == null ? null : spec.timeout();
    return new Drain(
        fields.duration(
            path + ".timeout",
            timeout,
            Duration.ofSeconds(30),
            Duration.ZERO,
            Duration.ofHours(24)));
  }

  private Rollout rollout(String path, RolloutSpec spec) {
    Integer surge = spec == null ? null : spec.surge();
    String deadline = spec == null ? null : spec.progressDeadline();
    return new Rollout(
        fields.number(path + ".surge", surge, 1, 1, MAX_INSTANCES),
        fields.duration(
            path + ".progressDeadline",
            deadline,
            Duration.ofMinutes(2),
            Duration.ofSeconds(1),
            Duration.ofHours(24)));
  }

  private static Scaling scaling(ScalingSpec spec) {
    boolean fixed = spec != null && spec.mode() == ScalingSpec.Mode.FIXED;
    return new Scaling(fixed ? Scaling.Mode.FIXED : Scaling.Mode.ADAPTIVE);
  }

  private static Quic quic(QuicSpec spec) {
    if (spec == null || spec.retry() == null) {
      return new Quic(Quic.Retry.UNDER_LOAD);
    }
    return new Quic(
        switch (spec.retry()) {
          case UNDER_LOAD -> Quic.Retry.UNDER_LOAD;
          case ALWAYS -> Quic.Retry.ALWAYS;
          case NEVER -> Quic.Retry.NEVER;
        });
  }
}
