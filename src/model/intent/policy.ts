import type { CanonicalAddress, Prefix } from '../../net/address.js';
import type { LogSeverity, Pod } from '../cluster.js';
import type { Cause } from './cause.js';
import type { WrittenSelection } from './pod-set.js';

export type Direction = 'Ingress' | 'Egress';

/** Pods as a selector picks them: what it says as written, and whom it picks now. */
export interface PodSelection extends WrittenSelection {
  /** Of all zones, in order of namespace and name; those that hold addresses or will. */
  readonly pods: readonly Pod[];
  /** The namespaces whose address sets stand for the pods, in order of their names; unset if a set of theirs does. */
  readonly inNamespaces?: readonly string[];
}

/** A network as the resource writes it. */
export interface WrittenBlock {
  readonly prefix: Prefix;
  readonly text: string;
}

/** The other side of the subject's connections. */
export type Peer =
  | { readonly type: 'pods'; readonly selection: PodSelection }
  /** A block less its exceptions. */
  | (WrittenBlock & {
      readonly type: 'block';
      readonly except: readonly WrittenBlock[];
      /** Its place among the blocks of its rule, where an ACL may be for it alone. */
      readonly place?: number;
    })
  /** Of selected nodes. */
  | { readonly type: 'addresses'; readonly addresses: readonly CanonicalAddress[] };

/** Destination ports. With an `endPort` below `port` no packet has one. */
export interface PolicyPort {
  /** `none`: one that OVN does not know; no packet has it. */
  readonly protocol: 'TCP' | 'UDP' | 'SCTP' | 'none';
  /** A number, the name that containers give it, or absent: every port. */
  readonly port?: number | string;
  readonly endPort?: number;
}

export interface PolicyRule {
  readonly direction: Direction;
  /** Its place in the list of its direction. */
  readonly index: number;
  readonly verdict: 'allow' | 'drop' | 'pass';
  /** Any of these; empty: whatever peer there is. */
  readonly peers: readonly Peer[];
  /** Any of these; empty: every protocol and port. */
  readonly ports: readonly PolicyPort[];
  readonly cause: Cause;
}

/** Decides which connections its subject may have. A policy that an error takes out of service has no intent. */
export interface PolicyIntent {
  readonly effect: 'policy';
  /** Which policies decide first: admin, then namespaced ones, then the baseline. */
  readonly layer: 'admin' | 'namespaced' | 'baseline';
  /** Among those of a layer, the lowest first; 0 in the others. */
  readonly priority: number;
  readonly subject: PodSelection;
  /** Directions in which its subject is closed but for what rules of its layer allow. */
  readonly isolates: readonly Direction[];
  /** Those that some packet can match. Of a direction the first that matches decides, where not all say the same. */
  readonly rules: readonly PolicyRule[];
  /** Allowed connections are not tracked. */
  readonly stateless: boolean;
  readonly log: { readonly allow?: LogSeverity; readonly drop?: LogSeverity; readonly pass?: LogSeverity };
  /** True if it is in `manifests` and becomes rows; one that only the inventory has only decides about flows. */
  readonly isCompiled: boolean;
  readonly cause: Cause;
}
