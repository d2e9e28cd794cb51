/**
 * A release of OVN-Kubernetes: all that one may do otherwise than another. Data where it can be data, a function where it
 * cannot. The releases are in `src/ovn-kubernetes/releases`; nothing else compares them.
 */
export interface ReleaseProfile {
  /** The value of `ovnKubernetes` in weir.yaml. */
  readonly name: string;
  /** Version of the Northbound schema that the release ships with, `major.minor.patch`. */
  readonly ovnSchemaVersion: string;
}
