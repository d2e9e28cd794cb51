import { type AddressClaim, type Claim, type RangeClaim, compareClaims } from './claim.js';
import type { ClaimInputs, ClaimReader } from './inputs.js';
import { type FindRange, indexRanges } from './ranges.js';
import { exclusiveClaimReaders, sharedClaimReaders } from './readers/index.js';

/** The registry: who claims which address. */
export interface Claims {
  readonly inputs: ClaimInputs;
  /** Canonical address → its claims, the strongest first. Of pods there are only those that somebody else may mind. */
  readonly byAddress: ReadonlyMap<string, readonly AddressClaim[]>;
  /** The best claim of a range on an address. */
  readonly rangeOf: FindRange;
}

/** Collects the claims of all claimants. Linear, but for the sorting of the few ranges and of shared addresses. */
export function buildClaims(inputs: ClaimInputs): Claims {
  const byAddress = new Map<string, AddressClaim[]>();
  const ranges: RangeClaim[] = [];
  const collect = (readers: readonly ClaimReader[], wanted: ReadonlySet<string>): void => {
    for (const claim of readers.flatMap((readClaims) => readClaims(inputs, wanted))) {
      if (isRange(claim)) ranges.push(claim);
      else addClaim(byAddress, claim);
    }
  };
  collect(exclusiveClaimReaders, new Set());
  collect(sharedClaimReaders, new Set(byAddress.keys()));
  for (const claims of byAddress.values()) if (claims.length > 1) claims.sort(compareClaims);
  return { inputs, byAddress, rangeOf: indexRanges(ranges) };
}

function isRange(claim: Claim): claim is RangeClaim {
  return claim.role === 'reserved-range' || claim.role === 'allocation-range';
}

function addClaim(byAddress: Map<string, AddressClaim[]>, claim: AddressClaim): void {
  const claims = byAddress.get(claim.address);
  if (claims) claims.push(claim);
  else byAddress.set(claim.address, [claim]);
}
