import type { CanonicalAddress, Family } from '../net/address.js';
import type { ResourceName } from './diagnostic.js';
import type { ManifestLocation } from './manifest.js';

/**
 * The ways to claim an address, the strongest first: of several claims on one address the strongest is the one that a
 * finding names. A role is also the fact of the finding at an EgressIP (`claims/<role>`).
 */
export const claimRoles = [
  'address-of-node',
  'unlisted-address-of-node',
  'platform-vip',
  'next-hop-of-node',
  'gateway',
  'allocated-by-ip-pool',
  'reserved-for-pod',
  'address-of-service',
  'cluster-ip-of-service',
  'address-of-pod',
  'address-of-egress-router',
  'next-hop-of-external-route',
  'assigned-by-cloud',
  'reserved-by-cloud',
  'internal-address-of-node',
  'reserved-range',
  'requested-by-egress-ip',
  // Reasons to be careful, no conflicts.
  'address-of-attachment',
  'allocation-range',
  'network-or-broadcast-address',
] as const;
export type ClaimRole = (typeof claimRoles)[number];

interface CommonClaim {
  readonly role: ClaimRole;
  /** The object that claims. Absent for a range that only the configuration knows. */
  readonly claimant?: ResourceName;
  /** Completes "the address 192.0.2.7 is …". */
  readonly description: string;
  readonly location?: ManifestLocation;
}

/** One address, claimed by an object. */
export interface AddressClaim extends CommonClaim {
  readonly claimant: ResourceName;
  readonly location: ManifestLocation;
  readonly address: CanonicalAddress;
  /** Final owner of the address (`pod shop/web-0`). Claims of one owner do not conflict. */
  readonly owner: string;
  /** The node that has the address. */
  readonly node?: string;
  /**
   * True if the claimant must be the only owner of the address. A stronger claim, or another of its role, is then a
   * conflict.
   */
  readonly exclusive: boolean;
  /**
   * Precedence among claims of one role, the lowest first. 0: assigned in the cloud, 1: in the lock, 2: in a status, 3
   * (default): unassigned.
   */
  readonly seniority?: 0 | 1 | 2 | 3;
}

/** All addresses from `first` to `last`, both included. */
export interface RangeClaim extends CommonClaim {
  readonly role: 'reserved-range' | 'allocation-range';
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
}

export type Claim = AddressClaim | RangeClaim;
