import type { NodeGaps } from './gap.js';
import type { Cause } from './intent/cause.js';
import type { HostRoute, RoutingRule } from './node-state.js';

/** A rule that looks a table up. */
export interface HostRule extends Omit<RoutingRule, 'table'> {
  /** A number, or a name that the host's `rt_tables` has. */
  readonly table: number | string;
}

/** An element of a map of the table `inet weir` that gives packets another source. */
export interface HostTranslationElement {
  /** Source address of the packet. */
  readonly source: string;
  /** If unset, every one. */
  readonly interface?: string;
  readonly becomes: string;
  readonly cause?: Cause;
}

/** Desired state of the host of a node, and the addresses of the host. */
export interface HostState {
  readonly node: string;
  /** Its own, those of broadcasts, and the egress addresses that Weir gives it: it takes what is for them. Canonical text. */
  readonly addresses: readonly string[];
  /** Data of the node that the inventory lacks. If unset, nothing is missing. */
  readonly gaps?: NodeGaps;
  /** In the order in which the kernel looks at them. */
  readonly rules: readonly HostRule[];
  readonly routes: readonly HostRoute[];
  /** The maps of the chains `egress-services` and `egress-ip-snat`, which count in this order. */
  readonly serviceTranslations: readonly HostTranslationElement[];
  readonly egressIPTranslations: readonly HostTranslationElement[];
}
