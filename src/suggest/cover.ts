/** A peer that a rule can have, and the numbers of the pods and addresses that it contains. */
export interface PeerCandidate<Peer> {
  /** Unique text. */
  readonly key: string;
  readonly peer: Peer;
  readonly elements: ReadonlySet<number>;
}

/**
 * Returns few candidates that together contain everything needed and nothing that is not allowed. None of them can be
 * left out. The largest are chosen first, and the first of equals. Returns undefined if there are not enough.
 */
export function coverElements<Peer>(
  needed: ReadonlySet<number>,
  allowed: ReadonlySet<number>,
  candidates: readonly PeerCandidate<Peer>[],
): PeerCandidate<Peer>[] | undefined {
  const usable = candidates.filter(({ elements }) => isSubset(elements, allowed));
  const left = new Set(needed);
  const chosen: PeerCandidate<Peer>[] = [];
  while (left.size > 0) {
    const best = largest(usable, left);
    if (!best) return undefined;
    chosen.push(best);
    for (const element of best.elements) left.delete(element);
  }
  return withoutRedundant(chosen, needed);
}

/** Drops candidates whose needed elements others contain, the last first. */
function withoutRedundant<Peer>(
  chosen: readonly PeerCandidate<Peer>[],
  needed: ReadonlySet<number>,
): PeerCandidate<Peer>[] {
  const counts = new Map<number, number>();
  const count = (element: number): number => counts.get(element) ?? 0;
  for (const { elements } of chosen) for (const one of elements) counts.set(one, count(one) + 1);
  const kept = [...chosen].reverse().filter(({ elements }) => {
    const isNeeded = [...elements].some((one) => needed.has(one) && count(one) === 1);
    if (!isNeeded) for (const one of elements) counts.set(one, count(one) - 1);
    return isNeeded;
  });
  return kept.reverse();
}

function largest<Peer>(
  usable: readonly PeerCandidate<Peer>[],
  left: ReadonlySet<number>,
): PeerCandidate<Peer> | undefined {
  let best: PeerCandidate<Peer> | undefined;
  let most = 0;
  for (const one of usable) {
    let count = 0;
    for (const element of one.elements) if (left.has(element)) count++;
    if (count > most) [best, most] = [one, count];
  }
  return best;
}

/** Returns true if the second set contains all of the first. */
function isSubset(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  if (a.size > b.size) return false;
  for (const one of a) if (!b.has(one)) return false;
  return true;
}
