import { plural, pluralOfKind } from '../std/plural.js';
import type { Origin } from './manifest.js';

/** Subject that objects which Weir does not read decide. */
export type TrafficSubject = 'packets' | 'requests';

/** Objects of one kind that filter or route traffic and that Weir does not read. */
export interface Unread {
  readonly kind: string;
  /** The API group. */
  readonly group: string;
  readonly subject: TrafficSubject;
  readonly count: number;
  /** One of them. */
  readonly origin: Origin;
}

/** Describes objects that are not read: `54 CiliumNetworkPolicies of cilium.io are not read: answers about packets lack them`. */
export function describeUnread({ kind, group, subject, count }: Omit<Unread, 'origin'>): string {
  const isOne = count === 1;
  return `${plural(count, kind, pluralOfKind(kind))} of ${group} ${isOne ? 'is' : 'are'} not supported, so results about ${subject} ignore ${isOne ? 'it' : 'them'}`;
}
