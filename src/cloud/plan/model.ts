import type { CloudEgress, Node } from '../../model/cluster.js';
import type { CloudRefusal } from '../../model/intent/cloud-address.js';
import type { Address, CanonicalAddress } from '../../net/address.js';
import type { JsonObject } from '../../std/json.js';

/** Existing CloudPrivateIPConfig. */
export interface CurrentAssignment {
  readonly address: Address;
  /** EgressIP in its annotation. */
  readonly owner?: string;
  /** `status.node` if the condition Assigned is True, else `spec.node`. */
  readonly node: string;
  /** True if the condition Assigned is True. */
  readonly isAssigned: boolean;
}

/** Desired node of an address of an EgressIP. */
export interface DesiredAssignment {
  readonly address: Address;
  readonly owner: string;
  readonly node: string;
}

/** Input of a plan. */
export interface PlanInput {
  /** Platform as in weir.yaml. */
  readonly platform: string;
  readonly current: readonly CurrentAssignment[];
  /** Desired assignments, in the order of the EgressIPs and of their `spec.egressIPs`. */
  readonly desired: readonly DesiredAssignment[];
  /** Addresses without a node, with the reason. */
  readonly unplaced: readonly UnplacedCloudAddress[];
  readonly nodes: readonly Node[];
  /** Names of all EgressIPs. An object that belongs to none of them is not changed. */
  readonly owners: ReadonlySet<string>;
  readonly isAssignable: (node: Node) => boolean;
}

/** Address without a node. `nodes` contains the reason for each rejected candidate. */
export interface UnplacedCloudAddress {
  readonly owner: string;
  readonly address: CanonicalAddress;
  readonly reason: CloudRefusal;
  readonly nodes: readonly { readonly node: string; readonly reason: CloudRefusal }[];
}

/** Number of addresses by family. */
export interface FamilyCounts {
  readonly ipv4: number;
  readonly ipv6: number;
}

export interface PlannedNode {
  readonly node: string;
  readonly providerID: string;
  readonly interface: string;
  readonly subnets: { readonly ipv4?: string; readonly ipv6?: string };
  readonly limit: CloudEgress['capacity'];
  readonly before: FamilyCounts;
  readonly after: FamilyCounts;
  readonly assignable: boolean;
}

/** Condition that must be true before an operation begins. */
export type Precondition =
  | { readonly statusNode: string }
  | { readonly absentOrOwnedBy: string; readonly node: string; readonly providerID: string };

/** Step of an applier. It is idempotent: "already there" and "not there" are success. */
export interface CloudOperation {
  readonly id: string;
  readonly op: 'release' | 'move' | 'assign';
  readonly address: string;
  /** Name of the CloudPrivateIPConfig. */
  readonly name: string;
  readonly owner: string;
  readonly fromNode?: string;
  readonly fromProviderID?: string;
  readonly toNode?: string;
  readonly toProviderID?: string;
  /** Interface and subnet that get the address, or lose it in a release. */
  readonly interface?: string;
  readonly subnet?: string;
  /** Ids of operations that must succeed first. */
  readonly dependsOn: readonly string[];
  readonly precondition: Precondition;
}

/** Content of the plan of cloud assignments. */
export interface CloudPlan {
  readonly platform: string;
  readonly nodes: readonly PlannedNode[];
  /** Desired objects, in byte order of their names. */
  readonly desired: readonly { readonly address: string; readonly family: string; readonly object: JsonObject }[];
  readonly operations: readonly CloudOperation[];
  readonly unplaced: readonly (Omit<UnplacedCloudAddress, 'address'> & { readonly address: string })[];
  readonly expectedStatus: readonly {
    readonly egressIP: string;
    readonly items: readonly { readonly egressIP: string; readonly node: string }[];
  }[];
}

/** Current and desired assignment of an address, at least one of the two. */
export interface AssignmentChange {
  readonly address: Address;
  readonly current?: CurrentAssignment;
  readonly desired?: DesiredAssignment;
}
