import type { Finding, Reporter, ResourceName } from '../../model/diagnostic.js';
import type { AddressClaim, Claim } from '../../model/claim.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { Claims } from './claims.js';
import { messages as egressAddressMessages } from './egress-address-messages.js';
import { messages } from './messages.js';
import { isHint, rankOf } from './order.js';

/** Called with each address that a claimant does not get. The address is canonical text. */
export type RefuseClaim = (claimant: ResourceName, address: string) => void;

const EGRESS_IP = 'requested-by-egress-ip';
/** Maximum related locations of a finding. */
const MAX_RELATED = 5;

/**
 * Reports every exclusive claim on an address with a stronger claim, or a senior one of its role. Of n owners that
 * claim the address exclusively, n−1 are reported, each once, and the one that keeps it is named. Egress addresses are
 * also checked against ranges.
 */
export function checkConflicts(claims: Claims, report: Reporter, refuse: RefuseClaim): void {
  for (const group of claims.byAddress.values()) {
    const [first] = group;
    if (group.length === 1 && first?.role !== EGRESS_IP) continue;
    const leaders = leadersOf(group);
    const requested = new Set(group.flatMap(({ role, owner }) => (role === EGRESS_IP ? [owner] : [])));
    for (const claim of group) {
      if (!claim.exclusive) continue;
      // Reported at the EgressIP that the object was created for.
      if (claim.role === 'assigned-by-cloud' && requested.has(claim.owner)) continue;
      checkClaim(claim, leaders, claims, report, refuse);
    }
  }
}

/**
 * Returns the first two claims of each role that belong to different owners, the strongest first. One of these explains
 * any conflict, so that many claims on one address cost only linear time.
 */
function leadersOf(group: readonly AddressClaim[]): readonly AddressClaim[] {
  const leaders: AddressClaim[] = [];
  let count = 0;
  for (const claim of group) {
    const last = leaders.at(-1);
    if (last?.role !== claim.role) count = 0;
    else if (count === 2 || last.owner === claim.owner) continue;
    leaders.push(claim);
    count++;
  }
  return leaders;
}

function checkClaim(
  claim: AddressClaim,
  leaders: readonly AddressClaim[],
  claims: Claims,
  report: Reporter,
  refuse: RefuseClaim,
): void {
  const rivals = leaders.filter((leader) => isRival(claim, leader, leaders));
  const range = claim.role === EGRESS_IP ? claims.rangeOf(claim.address) : undefined;
  const rival = strongest(rivals[0], range);
  if (!rival) return;
  const found = describe(claim, rival);
  const { claimant, location, address } = claim;
  const related = [rival, ...rivals.filter((one) => one !== rival)].flatMap((one) =>
    one.location && one.claimant
      ? [{ message: `${titleOf(one.claimant.kind, one.claimant)} claims it here`, location: one.location }]
      : [],
  );
  report({ ...found, location, resource: claimant, related: related.slice(0, MAX_RELATED) });
  if (found.severity === 'rejected') refuse(claimant, address.text);
}

/** Returns true if the leader's claim is a reason to report the other claim. Hints concern only egress addresses. */
function isRival(claim: AddressClaim, leader: AddressClaim, leaders: readonly AddressClaim[]): boolean {
  if (leader.owner === claim.owner) return false;
  if (leader.role === claim.role) return leaders.find(({ role }) => role === claim.role) === leader;
  return isHint(leader.role) ? claim.role === EGRESS_IP : rankOf(leader.role) < rankOf(claim.role);
}

function strongest(a: Claim | undefined, b: Claim | undefined): Claim | undefined {
  if (!a || !b) return a ?? b;
  return rankOf(b.role) < rankOf(a.role) ? b : a;
}

function describe(claim: AddressClaim, rival: Claim): Finding {
  const { claimant, role } = claim;
  const { text: address } = claim.address;
  const { name } = claimant;
  if (rival.role === role && 'owner' in rival) return describeTwins(claim, rival);
  if (role === EGRESS_IP && rival.role !== EGRESS_IP)
    return egressAddressMessages[rival.role](name, address, rival.description);
  if (role === 'allocated-by-ip-pool') return messages.claimedAllocation(name, address, rival.description);
  if (role === 'assigned-by-cloud') return messages.claimedCloudAddress(name, address, rival.description);
  return messages.claimedAddress(titleOf(claimant.kind, claimant), address, rival.description);
}

/** Describes the conflict of two claims of one role. */
function describeTwins(claim: AddressClaim, keeper: AddressClaim): Finding {
  const { claimant, role, node } = claim;
  const { text: address } = claim.address;
  if (role === EGRESS_IP) {
    return keeper.node !== undefined && node !== undefined && keeper.node !== node
      ? messages.assignedTwice(address, keeper, claim)
      : messages.requestedTwice(keeper.claimant.name, claimant.name, address);
  }
  if (role === 'address-of-egress-router')
    return messages.sharedRouterAddress(
      titleOf(keeper.claimant.kind, keeper.claimant),
      titleOf(claimant.kind, claimant),
      address,
    );
  if (role === 'allocated-by-ip-pool') return messages.allocatedTwice(address, keeper, claim);
  return messages.claimedAddress(titleOf(claimant.kind, claimant), address, keeper.description);
}
