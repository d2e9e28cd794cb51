import type { Columns, Row } from '../model/northbound.js';
import { fits } from '../northbound/match/evaluate.js';
import { type Expression, parseMatch } from '../northbound/match/expression.js';
import { groupNeededIn } from '../northbound/match/port-group.js';
import { once, memoize } from '../std/memoize.js';
import { readColumnNumber, readColumnText } from '../northbound/row-columns.js';
import { narrow } from './narrow.js';
import { type MatchPlace, type TracedPacket, matchSubjectOf } from './packet.js';
import type { Zone } from './zone.js';

/** A row with a match: an ACL, a QoS rule or a policy of a router. */
export interface TraceRule {
  readonly row: Row;
  /** The tier, 0 if the row has none. Lower tiers take precedence. */
  readonly tier: number;
  /** Higher values take precedence. */
  readonly priority: number;
  /** If undefined, OVN cannot parse the match either, and it matches nothing. */
  readonly match: Expression | undefined;
}

/** Rules of a datapath, indexed by their port group. Each is read when a packet may match it. */
export interface RuleIndex {
  readonly ofGroup: (name: string) => readonly TraceRule[];
  readonly others: () => readonly TraceRule[];
  /** If true, one of the ACLs disables connection tracking. */
  readonly hasStateless: boolean;
}

/** The location at which a packet is evaluated. */
export interface TraceRulePlace {
  readonly inport?: string;
  readonly outport?: string;
}

/** Reads a row with a match. */
export function readTraceRule(row: Row): TraceRule {
  const { columns } = row;
  const match = parseMatch(readColumnText(columns, 'match'));
  return { row, tier: readColumnNumber(columns, 'tier'), priority: readColumnNumber(columns, 'priority'), match };
}

/** A row with its columns, which may be computed on each access. */
export interface ReadRow {
  readonly row: Row;
  readonly columns: Columns;
}

/** Indexes rows with a match, other than ACLs. `ruleOf` reads a row. */
export function indexRules(rows: readonly ReadRow[], ruleOf: (row: Row) => TraceRule): RuleIndex {
  const byGroup = new Map<string, Row[]>();
  const others: Row[] = [];
  for (const { row, columns } of rows) {
    const group = groupNeededIn(readColumnText(columns, 'match'))?.name;
    const known = group === undefined ? others : byGroup.get(group);
    if (known) known.push(row);
    else if (group !== undefined) byGroup.set(group, [row]);
  }
  return {
    ofGroup: memoize((name) => (byGroup.get(name) ?? []).map(ruleOf)),
    others: once(() => others.map(ruleOf)),
    hasStateless: false,
  };
}

/** Rules that apply to a packet, and the assumption under which they do. */
export interface RuleCandidate {
  readonly rules: readonly TraceRule[];
  readonly assumption?: string;
}

/**
 * Returns the matching rules of the best tier and priority, or an empty list. Several candidates depend on an unknown:
 * the answers to a DNS name without pinned addresses.
 */
export function findBest(
  index: RuleIndex,
  packet: TracedPacket,
  place: TraceRulePlace,
  zone: Zone,
  firstTier = 0,
): RuleCandidate[] {
  const open = listNear(index, packet, place, zone).filter(({ tier }) => tier >= firstTier);
  if (open.length === 0) return NO_CANDIDATE;
  const { sure, unsure } = sortOut(open, packet, place, zone);
  const best = bestOf(sure);
  const better = unsure.filter(({ rule }) => best[0] === undefined || isBefore(rule, best[0]));
  const [name] = better.sort((a, b) => (isBefore(a.rule, b.rule) ? -1 : 1));
  if (!name) return [{ rules: best }];
  const { destination } = packet;
  const rest = open.filter((rule) => !better.some((one) => one.rule === rule));
  const without: RuleIndex = { ofGroup: () => [], others: () => rest, hasStateless: false };
  return [
    { rules: [name.rule], assumption: `${name.name} has the address ${destination}` },
    ...findBest(without, packet, place, zone).map((candidate) => ({
      ...candidate,
      assumption: `${name.name} does not have the address ${destination}`,
    })),
  ];
}

const NO_CANDIDATE: RuleCandidate[] = [{ rules: [] }];

/** Returns all rules that certainly match a packet. */
export function listFitting(
  index: RuleIndex,
  packet: TracedPacket,
  place: TraceRulePlace,
  zone: Zone,
): readonly TraceRule[] {
  return sortOut(listNear(index, packet, place, zone), packet, place, zone).sure;
}

/** Returns the rules that may apply to the ports of a place and the source of a packet. */
function listNear(index: RuleIndex, { source }: TracedPacket, place: TraceRulePlace, zone: Zone): readonly TraceRule[] {
  const groups = [place.inport, place.outport].flatMap((port) => (port === undefined ? [] : zone.groupsOf(port)));
  const others = index.others();
  const near = narrow(others, source, place.inport);
  return groups.length === 0 ? near : [...near, ...[...new Set(groups)].flatMap(index.ofGroup)];
}

interface Unsure {
  readonly rule: TraceRule;
  /** DNS name with unknown answers. */
  readonly name: string;
}

function sortOut(
  rules: readonly TraceRule[],
  packet: TracedPacket,
  place: TraceRulePlace,
  zone: Zone,
): { readonly sure: readonly TraceRule[]; readonly unsure: Unsure[] } {
  const asked: string[] = [];
  const subject = matchSubjectOf(packet, placeIn(zone, place, asked, false));
  const hopeful = once(() => matchSubjectOf(packet, placeIn(zone, place, [], true)));
  const sure: TraceRule[] = [];
  const unsure: Unsure[] = [];
  for (const rule of rules) {
    if (!rule.match) continue;
    if (asked.length > 0) asked.length = 0;
    if (fits(rule.match, subject)) sure.push(rule);
    else if (asked.length > 0 && fits(rule.match, hopeful())) unsure.push({ rule, name: asked[0] ?? '' });
  }
  return { sure, unsure };
}

/**
 * Returns the context of a match at a place. Adds DNS names with unknown answers to `asked`. If `hopes` is true, these
 * names match every address.
 */
function placeIn(zone: Zone, place: TraceRulePlace, asked: string[], hopes: boolean): MatchPlace {
  return {
    ...place,
    isInAddressSet: (name, value) => {
      const set = zone.addressSet(name);
      if (!set) return false;
      if (set.openName === undefined) return set.holds(value);
      asked.push(set.openName);
      return hopes;
    },
    isInPortGroup: (name, port) => zone.groupsOf(port).includes(name),
  };
}

function bestOf(rules: readonly TraceRule[]): readonly TraceRule[] {
  const first = rules.reduce<TraceRule | undefined>(
    (best, rule) => (best && !isBefore(rule, best) ? best : rule),
    undefined,
  );
  return first ? rules.filter((rule) => rule.tier === first.tier && rule.priority === first.priority) : [];
}

function isBefore(a: TraceRule, b: TraceRule): boolean {
  return a.tier < b.tier || (a.tier === b.tier && a.priority > b.priority);
}
