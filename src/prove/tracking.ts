import type { Pod } from '../model/cluster.js';
import type { Family } from '../net/address.js';
import { readColumnText } from '../northbound/row-columns.js';
import { decidedBy } from '../trace/decider.js';
import type { TraceRule } from '../trace/rules.js';
import { NO_RULE, type SweepRule, classify } from '../traffic/filters/classify.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { decidersOf } from '../traffic/policies/describe.js';
import { type ProofContext, comparedAddresses, samplePacketOf } from './places.js';
import type { ProofDifference } from './proof.js';
import type { ResourceLists, ResourceValue } from './resource-rules.js';
import type { PlacedRules, TierList } from './row-lists.js';
import type { RowPlace } from './row-place.js';

/** Pods, and the places that their packets in a direction pass. */
interface TrackedClass {
  readonly pods: readonly Pod[];
  readonly direction: RowPlace['direction'];
  readonly family: Family;
  readonly places: readonly PlacedRules[];
}

/**
 * Compares which packets connection tracking skips: those that any rule of a stateless policy allows, with those that any
 * ACL `allow-stateless` matches. Load balancers skip them too, and replies need rules of their own.
 */
export function compareTracking(
  { pods, direction, family, places }: TrackedClass,
  resources: readonly ResourceLists[],
  tiers: readonly TierList[],
  context: ProofContext,
): readonly (readonly [string, ProofDifference])[] {
  const said = context.hasStateless() ? resources.flat(2).filter(({ value }) => isStateless(value)) : [];
  const rows = places.some(({ hasStateless }) => hasStateless)
    ? tiers.filter(({ order }) => order === 0).flatMap(({ rules }) => rules.filter(({ value }) => isUntracking(value)))
    : [];
  const [pod] = pods;
  if (!pod || said.length + rows.length === 0) return [];
  const compared = { addresses: comparedAddresses({ direction, family }, context), transport: ALL_TRANSPORT };
  const lists: readonly (readonly SweepRule<unknown>[])[] = [said, rows, [{ ...compared, value: undefined }]];
  const regions = classify(lists, family, ([rule = NO_RULE, row = NO_RULE, isCompared]) =>
    isCompared === NO_RULE || (rule === NO_RULE) === (row === NO_RULE) ? undefined : `${rule},${row}`,
  );
  const zone = places[0]?.at.zone.name ?? '';
  return regions.flatMap((region): (readonly [string, ProofDifference])[] => {
    const [rule = NO_RULE, row = NO_RULE] = region.label.split(',').map(Number);
    const packet = samplePacketOf(region, pod, direction, context);
    if (!packet) return [];
    const [decision, acl] = [said[rule]?.value, rows[row]?.value];
    const difference: ProofDifference = {
      ...{ packet, pods },
      resources: { text: wordOf(decision !== undefined), by: decision ? decidersOf(decision) : [] },
      rows: { text: wordOf(acl !== undefined), by: acl ? [decidedBy(zone, 'ACL', acl.row)] : [] },
    };
    return [[JSON.stringify(['tracking', direction, acl?.row.key, difference.resources]), difference]];
  });
}

function isStateless({ verdict, rule }: ResourceValue): boolean {
  return verdict === 'allow' && rule?.source.type === 'rule' && rule.source.policy.stateless;
}

function isUntracking({ row }: TraceRule): boolean {
  return readColumnText(row.columns, 'action') === 'allow-stateless';
}

function wordOf(isUntracked: boolean): string {
  return isUntracked ? 'not tracked' : 'tracked';
}
