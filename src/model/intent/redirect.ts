import type { CanonicalAddress, Prefix } from '../../net/address.js';
import type { Cause } from './cause.js';

/** An address of a pod in another network, through which it passes traffic on. */
export interface RouterAddress {
  readonly address: CanonicalAddress;
  /** The network of the address. */
  readonly prefix: Prefix;
  /** The next hop to other networks. */
  readonly gateway?: CanonicalAddress;
}

/** A port of a pod, and the destination that gets what arrives there. */
export interface Redirection {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly port: number;
  readonly address: CanonicalAddress;
  /** If unset, the same port, and the resource does not write it. */
  readonly targetPort?: number;
}

/**
 * Forwards packets to a pod (named as the cause) to other destinations, with the pod's address in another network as
 * the source. All other packets to the pod stay there unanswered.
 */
export interface RedirectIntent {
  readonly effect: 'redirect';
  /** The interface to the other network. Without a master it is on the node's interface with the default route. */
  readonly interface: { readonly mode: 'Bridge' | 'Private' | 'VEPA' | 'Passthru'; readonly master?: string };
  /** Never empty. Of each family the first with a gateway is the source of what leaves the pod's networks. */
  readonly addresses: readonly RouterAddress[];
  /** In order: of one family, protocol and port the first gets everything. */
  readonly redirections: readonly Redirection[];
  /** Recipients of packets to other ports, at most one per family. */
  readonly fallbacks: readonly CanonicalAddress[];
  readonly cause: Cause;
}
