import type { AddressInventory } from '../../../model/address-inventory.js';
import type { AddressClaim, Claim } from '../../../model/claim.js';
import type { Cluster } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Lock } from '../../../model/lock.js';
import type { Manifest } from '../../../model/manifest.js';

/** Inputs that may claim an address. */
export interface ClaimInputs {
  readonly configuration: Configuration;
  readonly cluster: Cluster;
  /** Validated custom resources of the compiled kinds that claim addresses. */
  readonly manifests: readonly Manifest[];
  /** Custom resources of the inventory. */
  readonly observed: readonly Manifest[];
  readonly lock: Lock;
  readonly addresses: AddressInventory;
}

/**
 * Reads the claims of one type of inventory objects. `claimed` are the addresses that resources and whereabouts pools
 * claim. A reader may skip claims on other addresses that are not of interest by themselves. New readers are listed in
 * `readers/index.ts`. Resources claim addresses by `Kind.claims`.
 */
export type ClaimReader = (
  inputs: ClaimInputs,
  claimed: ReadonlyMap<string, readonly AddressClaim[]>,
) => readonly Claim[];
