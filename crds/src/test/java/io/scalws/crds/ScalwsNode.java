package io.scalws.crds;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** What the generator needs to know of the resource as a whole. */
@Group("scalws.io")
@Version("v1alpha1")
@ShortNames("sn")
final class ScalwsNode extends CustomResource<ScalwsNodeSpec, ScalwsNodeStatus>
    implements Namespaced {
  private static final long serialVersionUID = 1L;
}
