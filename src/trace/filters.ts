import type { Row } from '../model/northbound.js';
import { OWNER_TYPE } from '../ovn-kubernetes/owner-types.js';
import { readEntry, readColumnText, mapOf } from '../northbound/row-columns.js';
import type { Branch } from './branch.js';
import { decidedBy } from './decider.js';
import { type RuleCandidate, type TraceRulePlace, type TraceRule, type RuleIndex, findBest } from './rules.js';
import { type PathProgress, choose, pass, stop } from './path.js';
import type { Zone } from './zone.js';
import { ID_KEY } from '../ovn-kubernetes/object-ids.js';

/** The location at which rules are evaluated. */
export interface RulePlace extends TraceRulePlace {
  readonly zone: Zone;
  readonly datapath: string;
}

/**
 * Evaluates the ACLs of a place, tier by tier. Packets without a matching rule are allowed (ovn-nb(5), "ACL"), as are
 * replies known to connection tracking.
 */
export function filter(rules: RuleIndex, place: RulePlace, progress: PathProgress, firstTier = 0): readonly Branch[] {
  if (progress.packet.isReply) return [progress];
  return branchesOf(rules, place, progress, firstTier, (rule, branch) => {
    const action = readColumnText(rule.row.columns, 'action');
    const text = ACTIONS[action] ?? 'passes';
    const next = pass(branch, {
      stage: 'filter',
      at: place.datapath,
      text,
      ...decidedBy(place.zone.name, 'ACL', closedBy(rule.row, place)),
    });
    if (action === 'pass') return filter(rules, place, next, rule.tier + 1);
    if (action === 'drop') return [stop(next, 'dropped', place.datapath)];
    return action === 'reject' ? [stop(next, 'rejected', place.datapath)] : [next];
  });
}

/**
 * Returns the row to name for a default deny. All policies of a namespace share one row, caused by the first policy by
 * name that isolates the pod.
 */
function closedBy(row: Row, { zone, inport, outport }: RulePlace): Row {
  const { columns } = row;
  if (readEntry(columns, 'external_ids', ID_KEY.ownerType) !== OWNER_TYPE.defaultDeny) return row;
  const direction = readEntry(columns, 'external_ids', 'direction');
  const port = direction === 'Egress' ? inport : outport;
  const causes = (port === undefined ? [] : zone.groupsOf(port)).flatMap((name) => {
    const group = zone.row('Port_Group', name);
    return group?.cause && group.closes?.some((one) => one === direction) ? [group.cause] : [];
  });
  const [cause] = causes.sort((a, b) => (a.name < b.name ? -1 : 1));
  return cause ? { ...row, cause } : row;
}

const ACTIONS: Readonly<Record<string, string>> = {
  allow: 'allowed',
  'allow-related': 'allowed, and so are replies',
  'allow-stateless': 'allowed, replies only by rules of their own',
  drop: 'dropped',
  reject: 'rejected',
  pass: 'left to the next tier',
};

/** Applies the QoS rules of a place to a packet: only the best rule applies. */
export function mark(rules: RuleIndex, place: RulePlace, progress: PathProgress): readonly Branch[] {
  return branchesOf(rules, place, progress, 0, ({ row }, branch) => {
    const { dscp, mark: packetMark } = mapOf(row.columns, 'action');
    const parts = [
      ...(dscp === undefined ? [] : [`DSCP ${dscp}`]),
      ...(packetMark === undefined ? [] : [`mark ${packetMark}`]),
    ];
    const change = {
      ...(dscp === undefined ? {} : { dscp: Number(dscp) }),
      ...(packetMark === undefined ? {} : { mark: Number(packetMark) }),
    };
    const stage = { stage: 'mark', at: place.datapath, text: parts.join(', ') } as const;
    return [pass(branch, { ...stage, ...decidedBy(place.zone.name, 'QoS', row) }, change)];
  });
}

/** Branches for each rule that may apply. `otherwise` continues if none matches. */
export function branchesOf(
  rules: RuleIndex,
  place: RulePlace,
  progress: PathProgress,
  firstTier: number,
  apply: (rule: TraceRule, progress: PathProgress) => readonly Branch[],
  otherwise: (progress: PathProgress) => readonly Branch[] = (path) => [path],
): readonly Branch[] {
  const candidates = findBest(rules, progress.packet, place, place.zone, firstTier);
  return candidates.flatMap((candidate) => {
    const assumed = candidate.assumption === undefined ? progress : choose(progress, 'unknown', candidate.assumption);
    const different = distinct(candidate);
    const [only] = different;
    if (!only) return otherwise(assumed);
    if (different.length === 1) return apply(only, assumed);
    return different.flatMap((rule) => apply(rule, choose(assumed, 'random', `the rule ${rule.row.key} counts`)));
  });
}

/** Returns one rule for each distinct effect, because the order of rules of equal priority is undefined. */
function distinct({ rules }: RuleCandidate): readonly TraceRule[] {
  const byEffect = new Map<string, TraceRule>();
  for (const rule of rules) {
    const { action, options, nexthop, nexthops } = rule.row.columns;
    const effect = JSON.stringify([action, options, nexthop, nexthops]);
    if (!byEffect.has(effect)) byEffect.set(effect, rule);
  }
  return [...byEffect.values()];
}
