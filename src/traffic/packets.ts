import type { TransportRange } from './filters/transport-set.js';
import type { AddressRange } from './filters/address-range.js';

/** Packets to destinations: all pairs of an address and a transport. */
export interface PacketClasses {
  /** Of one family, ascending and disjoint. */
  readonly addresses: readonly AddressRange[];
  /** Ascending and disjoint. */
  readonly transport: readonly TransportRange[];
  /**
   * DNS names that have the address among their answers at run time; empty: no name of a rule has it, or what is said
   * holds for every name that nothing else is said of. An address of two names is treated as one of them alone is, unless
   * it is listed with both.
   */
  readonly names: readonly string[];
}
