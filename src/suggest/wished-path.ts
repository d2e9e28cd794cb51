import type { Expectation, ExpectationPeer, PacketExpectation } from '../expectations/expectation.js';

/** Packets that must be able to pass. */
export interface WishedPath {
  /** Name of the expectation or flow that needs them. */
  readonly name: string;
  /** The sources are the members of all of these peers. Contains at least one. */
  readonly from: readonly ExpectationPeer[];
  /** The destinations are the members of all of these peers, with the ports of all. Contains at least one. */
  readonly to: readonly ExpectationPeer[];
  /** True if the packets may pass, unless another path between the same peers needs fewer of them. */
  readonly isLimit: boolean;
  /** True if it may select no packets. */
  readonly mayBeEmpty: boolean;
  /** True if its pods stand for all pods with the same lasting labels. */
  readonly isObserved: boolean;
}

/**
 * Returns the paths that expectations need: those of `reachable`, and the peers that `only` and `only-from` allow. Other
 * claims need no path.
 */
export function pathsOfExpectations(expectations: readonly Expectation[]): WishedPath[] {
  return expectations.flatMap((one) => (one.type === 'packets' ? pathsOf(one) : []));
}

function pathsOf({ name, from, to, claims, mayBeEmpty }: PacketExpectation): WishedPath[] {
  return claims.flatMap((claim): WishedPath[] => {
    switch (claim.type) {
      case 'reachable':
        return [{ name, from: [from], to: [to], isLimit: false, mayBeEmpty, isObserved: false }];
      case 'only':
        return claim.ends.map((end) => ({
          name,
          from: [from],
          to: [to, end],
          isLimit: true,
          mayBeEmpty: true,
          isObserved: false,
        }));
      case 'only-from':
        return claim.ends.map((end) => ({
          name,
          from: [from, end],
          to: [to],
          isLimit: true,
          mayBeEmpty: true,
          isObserved: false,
        }));
      default:
        return [];
    }
  });
}
