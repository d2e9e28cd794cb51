import type { CanonicalAddress } from '../net/address.js';
import type { Pod } from './cluster.js';
import type { Cause } from './intent/cause.js';

/** Source addresses that pods will have once nodes host them. */
export interface RequestedEgress {
  readonly pods: readonly Pod[];
  readonly addresses: readonly Pick<CanonicalAddress, 'family' | 'text'>[];
  readonly cause: Cause;
}
