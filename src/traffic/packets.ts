import type { TransportRange } from './filters/transport-set.js';
import type { AddressRange } from './filters/address-range.js';

/** Packets to destinations: all pairs of an address and a transport. */
export interface PacketClasses {
  /** Addresses of one family, ascending and disjoint. */
  readonly addresses: readonly AddressRange[];
  /** Ascending and disjoint. */
  readonly transport: readonly TransportRange[];
  /**
   * DNS names that resolve to the address at run time. Empty if no name of a rule does, or if the result applies to
   * every name that is not listed separately. An address of two names is treated as that of one of them, unless it is
   * listed with both.
   */
  readonly names: readonly string[];
}
