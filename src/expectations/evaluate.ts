import { matchesGlob } from './match-glob.js';
import type { ExpectedClaim, Expectation, PacketExpectation, SurvivalExpectation } from './expectation.js';
import { type NonePassing, findNonePassing, findOtherExit, findOtherMark } from './leaving.js';
import { type PeerMembers, findMembers } from './members.js';
import { type Ban, findBanned } from './reach.js';
import { findElsewhere, findExposed } from './requests.js';
import type { ExpectationFailure } from './verdict.js';
import type { ExpectationContext } from './world.js';

/**
 * Proves an expectation for all packets and pods that it selects, or returns a failure for each failing claim. If there
 * are no failures, the expectation holds.
 */
export function evaluate(expectation: Expectation, world: ExpectationContext): ExpectationFailure[] {
  switch (expectation.type) {
    case 'packets':
      return evaluatePackets(expectation, world);
    case 'survival':
      return evaluateSurvival(expectation, world);
    case 'exposure':
      return findExposed(expectation, world);
    case 'request':
      return findElsewhere(expectation, world);
  }
}

function evaluatePackets(
  { from, to, claims, mayBeEmpty }: PacketExpectation,
  world: ExpectationContext,
): ExpectationFailure[] {
  const ends = { from: findMembers(from, world, 'from'), to: findMembers(to, world) };
  const empty = (['from', 'to'] as const).filter(
    (field) => ends[field].length === 0 || (field === 'from' && from.type === 'word' && !hasPods(ends)),
  );
  if (empty.length > 0) return mayBeEmpty ? [] : empty.map((field) => ({ type: 'nobody', field }));
  return claims.flatMap((claim) => findBreach(claim, ends, world) ?? []);
}

/**
 * Returns true if any peer has pods. A word can turn out to be addresses, and packets between addresses concern no pod.
 */
function hasPods({ from, to }: Ends): boolean {
  return [...from, ...to].some(({ pods }) => pods === 'all' || pods.length > 0);
}

/** A claim about egress paths that holds only because no packet passes. */
export interface VacuousClaim extends NonePassing {
  readonly claim: ExpectedClaim;
}

/** Returns the first claim of an expectation that holds only because no packet passes. */
export function findVacuousClaim(expectation: Expectation, world: ExpectationContext): VacuousClaim | undefined {
  if (expectation.type !== 'packets') return undefined;
  const claim = expectation.claims.find(({ type }) => LEAVING.has(type));
  if (!claim) return undefined;
  const [from, to] = [findMembers(expectation.from, world, 'from'), findMembers(expectation.to, world)];
  if (from.length === 0 || to.length === 0) return undefined;
  const none = findNonePassing(from, to, world);
  return none && { claim, ...none };
}

/** Claims about egress paths. */
const LEAVING: ReadonlySet<ExpectedClaim['type']> = new Set(['source', 'node', 'next-hop', 'dscp']);

interface Ends {
  readonly from: readonly PeerMembers[];
  readonly to: readonly PeerMembers[];
}

function findBreach(
  claim: ExpectedClaim,
  { from, to }: Ends,
  world: ExpectationContext,
): ExpectationFailure | undefined {
  switch (claim.type) {
    case 'source':
    case 'node':
    case 'next-hop':
      return findOtherExit(claim, from, to, world);
    case 'dscp':
      return findOtherMark(claim, from, to, world);
    default: {
      const packet = findBanned(banOf(claim, { from, to }, world), world);
      return packet && { type: 'filtered', claim, packet };
    }
  }
}

function banOf(
  claim: Extract<ExpectedClaim, { readonly type: 'reachable' | 'unreachable' | 'only' | 'only-from' }>,
  ends: Ends,
  world: ExpectationContext,
): Ban {
  const none = { ...ends, allowedFrom: [], allowedTo: [] };
  switch (claim.type) {
    case 'reachable':
      return { ...none, verdict: 'drop' };
    case 'unreachable':
      return { ...none, verdict: 'allow' };
    case 'only':
      return { ...none, verdict: 'allow', allowedTo: claim.ends.flatMap((end) => findMembers(end, world)) };
    case 'only-from':
      return { ...none, verdict: 'allow', allowedFrom: claim.ends.flatMap((end) => findMembers(end, world, 'from')) };
  }
}

/** Checks that any single node may fail. Returns one failure for each EgressIP that then has no address left. */
function evaluateSurvival({ names, mayBeEmpty }: SurvivalExpectation, world: ExpectationContext): ExpectationFailure[] {
  const isMeant = (name: string): boolean => names.some((glob) => matchesGlob(glob, name));
  const failovers = world.failovers();
  if (!failovers.some((one) => one.names.some(isMeant))) {
    return mayBeEmpty ? [] : [{ type: 'nobody', field: 'egressIPs' }];
  }
  const losses = failovers.flatMap((one) => one.losses.filter(({ name }) => isMeant(name)));
  const first = new Map([...losses].reverse().map((loss) => [loss.name, loss]));
  return [...first.values()].reverse().map((loss) => ({ type: 'lost', loss }));
}
