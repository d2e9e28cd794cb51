import type { CanonicalAddress, Prefix } from '../../net/address.js';
import type { LogSeverity, Pod } from '../cluster.js';
import type { Cause } from './cause.js';
import type { WrittenSelection } from './pod-set.js';

export type Direction = 'Ingress' | 'Egress';

/** Pods of a selector: the selector as written, and the pods that it currently selects. */
export interface PodSelection extends WrittenSelection {
  /** Pods of all zones that have or will have addresses, in order of namespace and name. */
  readonly pods: readonly Pod[];
  /** Namespaces whose address sets represent the pods, in order of their names. Unset if the policy has its own set. */
  readonly inNamespaces?: readonly string[];
}

/** A network as the resource writes it. */
export interface WrittenBlock {
  readonly prefix: Prefix;
  readonly text: string;
}

/** The other side of the subject's connections. */
export type IntentPeer =
  | { readonly type: 'pods'; readonly selection: PodSelection }
  /** A block less its exceptions. */
  | (WrittenBlock & {
      readonly type: 'block';
      readonly except: readonly WrittenBlock[];
      /** Its index among the blocks of its rule, if an ACL may be for this block only. */
      readonly place?: number;
    })
  /** Addresses of selected nodes. */
  | { readonly type: 'addresses'; readonly addresses: readonly CanonicalAddress[] };

/** Destination ports. With an `endPort` below `port` no packet has one. */
export interface PolicyPort {
  /** `none`: a protocol that OVN does not know, which matches no packet. */
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
  /** Peers, any of which applies. Empty: every peer. */
  readonly peers: readonly IntentPeer[];
  /** Ports, any of which applies. Empty: every protocol and port. */
  readonly ports: readonly PolicyPort[];
  readonly cause: Cause;
}

/** Decides which connections its subject may have. A policy that an error takes out of service has no intent. */
export interface PolicyIntent {
  readonly effect: 'policy';
  /** Precedence of policies: admin, then namespaced, then baseline. */
  readonly layer: 'admin' | 'namespaced' | 'baseline';
  /** Priority within a layer, the lowest first, or 0 in the other layers. */
  readonly priority: number;
  readonly subject: PodSelection;
  /** Directions in which its subject is closed but for what rules of its layer allow. */
  readonly isolates: readonly Direction[];
  /** Rules that some packet can match. Per direction, the first match decides, unless all have the same effect. */
  readonly rules: readonly PolicyRule[];
  /** Allowed connections are not tracked. */
  readonly stateless: boolean;
  readonly log: { readonly allow?: LogSeverity; readonly drop?: LogSeverity; readonly pass?: LogSeverity };
  /** True if it is in `manifests` and becomes rows. A policy that only the inventory contains only decides flows. */
  readonly isCompiled: boolean;
  readonly cause: Cause;
}
