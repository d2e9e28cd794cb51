import type { AddressInventory } from '../../model/address-inventory.js';
import type { AddressClaim, Claim } from '../../model/claim.js';
import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Lock } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';

/** Everything that may claim an address. */
export interface ClaimInputs {
  readonly configuration: Configuration;
  readonly cluster: Cluster;
  /** Custom resources of the kinds that claim addresses that are compiled, validated. */
  readonly manifests: readonly Manifest[];
  /** Custom resources found in the inventory. */
  readonly observed: readonly Manifest[];
  readonly lock: Lock;
  readonly addresses: AddressInventory;
}

/**
 * Says the claims of one sort of inventory objects. `claimed` are the addresses that resources and whereabouts' pools claim:
 * a reader may leave out the claims on any other that are not of interest by themselves. A reader that comes later stands in
 * `readers/index.ts`; a resource says its claims by `Kind.claims`.
 */
export type ClaimReader = (
  inputs: ClaimInputs,
  claimed: ReadonlyMap<string, readonly AddressClaim[]>,
) => readonly Claim[];
