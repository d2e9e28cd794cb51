import type { Prefix } from '../../net/address.js';
import type { Pod } from '../cluster.js';
import type { Cause } from './cause.js';
import type { PodSet } from './pod-set.js';

/** Writes a DSCP value (0–63). Of the marks on a packet the lowest `order` that matches decides. */
export interface MarkIntent {
  readonly effect: 'mark';
  readonly source: PodSet & { readonly pods: readonly Pod[] };
  readonly order: number;
  readonly dscp: number;
  /** If unset, every destination. `none`: the mark is on no packet, but still selects its sources. */
  readonly destination?: { readonly prefix: Prefix; readonly text: string } | 'none';
  readonly cause: Cause;
}
