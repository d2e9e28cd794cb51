import type { Direction } from './intent/policy.js';
import type { RowIdentity } from './northbound.js';

/**
 * A release of OVN-Kubernetes: all that one may do otherwise than another, in groups. Data where it can be data, a function
 * where it cannot. The releases are in `src/ovn-kubernetes/releases`; all other code takes the profile and compares none.
 */
export interface ReleaseProfile {
  /** The value of `ovnKubernetes` in weir.yaml. */
  readonly name: string;
  /** Version of the Northbound schema that the release ships with, `major.minor.patch`. */
  readonly ovnSchemaVersion: string;
  readonly portGroups: PortGroupForms;
}

/** The names and ids of port groups. */
export interface PortGroupForms {
  /** One of the groups of the cluster router and of all nodes. */
  readonly ofCluster: (name: string) => RowIdentity;
  readonly ofNamespace: (namespace: string) => RowIdentity;
  /** The pods of a namespace that policies isolate in a direction. */
  readonly ofDefaultDeny: (namespace: string, direction: Direction) => RowIdentity;
  /** The pods of a policy of a namespace. */
  readonly ofPolicy: (kind: string, namespace: string, name: string) => RowIdentity;
  /** The pods of a policy of the cluster. */
  readonly ofAdminPolicy: (kind: string, name: string) => RowIdentity;
}
