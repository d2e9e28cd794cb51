import type { Kind } from '../../kinds/contract/kind.js';
import { isEnabled, manifestsOf } from '../../kinds/contract/manifests-of.js';
import type { AddressClaim, Claim, RangeClaim } from '../../model/claim.js';
import { keyOfKind } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import type { ClaimInputs } from './readers/inputs.js';
import { compareClaims } from './order.js';
import { type FindRange, indexRanges } from './ranges.js';
import { exclusiveClaimReaders } from './readers/index.js';

/** Registry of the claims on addresses. */
export interface Claims {
  readonly inputs: ClaimInputs;
  /**
   * Canonical text of an address → its claims, the strongest first. Pods are included only for addresses that other
   * claimants may use.
   */
  readonly byAddress: ReadonlyMap<string, readonly AddressClaim[]>;
  /** Returns the best claim of a range on an address. */
  readonly rangeOf: FindRange;
}

/** Claims by the canonical text of their address, and claims of ranges. */
export interface CollectedClaims {
  readonly byAddress: ReadonlyMap<string, readonly AddressClaim[]>;
  readonly ranges: readonly RangeClaim[];
}

/** Collects the claims of the claimants that alone decide which addresses are of interest. */
export function collectClaimed(inputs: ClaimInputs, kinds: readonly Kind[]): CollectedClaims {
  const exclusive = exclusiveClaimReaders.flatMap((readClaims) => readClaims(inputs, new Map()));
  return addClaims({ byAddress: new Map(), ranges: [] }, [
    exclusive,
    kinds.flatMap((kind) => claimsOfKind(kind, inputs)),
  ]);
}

/**
 * Builds the registry. `claimed`: see `collectClaimed`. `shared`: the claims of each other reader. Takes linear time,
 * except for sorting the few ranges and the shared addresses.
 */
export function buildClaims(
  inputs: ClaimInputs,
  claimed: CollectedClaims,
  shared: readonly (readonly Claim[])[],
): Claims {
  const { byAddress, ranges } = addClaims(claimed, shared);
  for (const [address, claims] of byAddress) {
    if (claims.length > 1) byAddress.set(address, preferHolders(claims).sort(compareClaims));
  }
  return { inputs, byAddress, rangeOf: indexRanges(ranges) };
}

/** Returns claims with others. */
function addClaims(claims: CollectedClaims, more: readonly (readonly Claim[])[]) {
  const byAddress = new Map<string, readonly AddressClaim[]>(claims.byAddress);
  const added = new Map<string, AddressClaim[]>();
  const ranges = [...claims.ranges];
  for (const claim of more.flat()) {
    if (isRange(claim)) {
      ranges.push(claim);
      continue;
    }
    const { text } = claim.address;
    const own = added.get(text) ?? [...(byAddress.get(text) ?? [])];
    own.push(claim);
    if (own.length > 1) added.set(text, own);
    byAddress.set(text, own);
  }
  return { byAddress, ranges };
}

/** Returns the objects of kinds that claim addresses. Other objects do not affect the registry. */
export function claimantsAmong(manifests: readonly Manifest[], kinds: readonly Kind[]): readonly Manifest[] {
  const claiming = new Set(kinds.flatMap((kind) => (kind.claims ? [keyOfKind(kind)] : [])));
  return manifests.filter((manifest) => claiming.has(keyOfKind(manifest)));
}

function claimsOfKind(kind: Kind, inputs: ClaimInputs): readonly AddressClaim[] {
  if (!kind.claims || !isEnabled(kind, inputs.configuration)) return [];
  return kind.claims(manifestsOf(kind, inputs.manifests), inputs);
}

/**
 * Returns the claims on one address. Claims of an owner for which the cloud has the address on a node get the highest
 * seniority.
 */
function preferHolders(claims: readonly AddressClaim[]): AddressClaim[] {
  const holders = new Set(claims.flatMap(({ role, owner }) => (role === 'assigned-by-cloud' ? [owner] : [])));
  return holders.size === 0
    ? [...claims]
    : claims.map((claim) => (holders.has(claim.owner) ? { ...claim, seniority: 0 } : claim));
}

function isRange(claim: Claim): claim is RangeClaim {
  return claim.role === 'reserved-range' || claim.role === 'allocation-range';
}
