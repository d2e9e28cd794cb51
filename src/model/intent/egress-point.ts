import type { CanonicalAddress, Prefix } from '../../net/address.js';
import type { Node, Pod } from '../cluster.js';
import type { Cause } from './cause.js';
import type { WrittenSelection } from './pod-set.js';

/** Point at which traffic leaves the cluster with its own address: the address, and its node and network. */
export interface EgressPoint {
  readonly address: CanonicalAddress;
  readonly node: Node;
  /**
   * `primary`: the node's own network, translated by its gateway router. `secondary`: another host network, translated
   * by the host.
   */
  readonly network: 'primary' | 'secondary';
  /** Network that contains the address. */
  readonly prefix: Prefix;
}

/** Sends the traffic of pods that leaves the cluster to other next hops than the routes would: to any of the points. */
export interface RerouteIntent {
  readonly effect: 'reroute';
  readonly selection: WrittenSelection;
  /** Those of the selected pods that this resource serves. Each address goes to the points of its family. */
  readonly pods: readonly Pod[];
  /** Pods on the network of their host that the zones of points serve beside those, all but the zone of the pod itself. */
  readonly hostPods?: readonly Pod[];
  readonly points: readonly EgressPoint[];
  readonly cause: Cause;
}

/** Gives the traffic of pods that leaves at a point the point's address as its source. */
export interface TranslateIntent {
  readonly effect: 'translate';
  readonly selection: WrittenSelection;
  /** Those of the selected pods that this resource serves. */
  readonly pods: readonly Pod[];
  /** Pods on the network of their host, in other zones than the point, that get the translation beside those. */
  readonly hostPods?: readonly Pod[];
  readonly point: EgressPoint;
  /** Packet mark of the resource, if the host translates (`egressip-mark`). */
  readonly mark: number;
  readonly cause: Cause;
}
