import type { Columns, Row } from '../model/northbound.js';
import { fits } from '../northbound/match/evaluate.js';
import { type Expression, parseMatch } from '../northbound/match/expression.js';
import { once, memoize } from '../std/memoize.js';
import { numberOf, textOf } from './columns.js';
import { type MatchPlace, type Packet, subjectOf } from './packet.js';
import type { Zone } from './zone.js';

/** A row with a match: an ACL, a QoS rule or a policy of a router. */
export interface Rule {
  readonly row: Row;
  /** The lower counts first; 0 where the row has none. */
  readonly tier: number;
  /** The higher counts first. */
  readonly priority: number;
  /** Undefined where OVN could not read it either: it matches nothing. */
  readonly match: Expression | undefined;
}

/** Rules of a datapath, found by the port group that they are for. Each is read when a packet may meet it. */
export interface RuleIndex {
  readonly ofGroup: (name: string) => readonly Rule[];
  readonly others: () => readonly Rule[];
  /** Whether an ACL is among them that keeps packets from being tracked. */
  readonly hasStateless: boolean;
}

/** Where a packet is looked at. */
export interface Place {
  readonly inport?: string;
  readonly outport?: string;
}

/** Reads a row with a match. */
export function readRule(row: Row): Rule {
  const { columns } = row;
  const match = parseMatch(textOf(columns, 'match'));
  return { row, tier: numberOf(columns, 'tier'), priority: numberOf(columns, 'priority'), match };
}

/** A row with its columns, which may cost work each time. */
export interface ReadRow {
  readonly row: Row;
  readonly columns: Columns;
}

/** Indexes rows with a match; `ruleOf` reads one of them. */
export function indexRules(rows: readonly ReadRow[], ruleOf: (row: Row) => Rule): RuleIndex {
  const byGroup = new Map<string, Row[]>();
  const others: Row[] = [];
  let hasStateless = false;
  for (const { row, columns } of rows) {
    hasStateless ||= columns.action === 'allow-stateless';
    const group = groupNamedIn(textOf(columns, 'match'));
    const known = group === undefined ? others : byGroup.get(group);
    if (known) known.push(row);
    else if (group !== undefined) byGroup.set(group, [row]);
  }
  return {
    ofGroup: memoize((name) => (byGroup.get(name) ?? []).map(ruleOf)),
    others: once(() => others.map(ruleOf)),
    hasStateless,
  };
}

/** Most matches tell with a glance at their text: `(…) && inport == @group && …`. The others are read. */
const PLAIN_GROUP = /^(?:\([^()@]*\) && )?(?:in|out)port == @(\w+)(?= &&|$)/;

/** A port group that `inport` or `outport` must be in for a match to fit. */
function groupNamedIn(written: string): string | undefined {
  if (!written.includes('@')) return undefined;
  const plain = PLAIN_GROUP.exec(written)?.[1];
  if (plain !== undefined) return plain;
  const match = parseMatch(written);
  return match && groupNeededBy(match);
}

function groupNeededBy(match: Expression): string | undefined {
  if (match.type === 'and') {
    for (const part of match.parts) {
      const group = groupNeededBy(part);
      if (group !== undefined) return group;
    }
  }
  if (match.type !== 'comparison' || !match.field.endsWith('port')) return undefined;
  const [only, ...more] = match.constants;
  return more.length === 0 && only?.type === 'port-group' ? only.name : undefined;
}

/** Rules that count for a packet, and what had to be taken for granted. */
export interface Candidate {
  readonly rules: readonly Rule[];
  readonly assumption?: string;
}

/**
 * The rules of the best tier and priority that fit a packet; none where nothing fits. Several candidates: which one is right
 * depends on what nobody knows here, the answers to a DNS name that is not pinned.
 */
export function findBest(index: RuleIndex, packet: Packet, place: Place, zone: Zone, firstTier = 0): Candidate[] {
  const open = listNear(index, place, zone).filter(({ tier }) => tier >= firstTier);
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

/** All rules that surely fit a packet. */
export function listFitting(index: RuleIndex, packet: Packet, place: Place, zone: Zone): readonly Rule[] {
  return sortOut(listNear(index, place, zone), packet, place, zone).sure;
}

/** The rules that may be for the ports of a place. */
function listNear(index: RuleIndex, place: Place, zone: Zone): Rule[] {
  const groups = [place.inport, place.outport].flatMap((port) => (port === undefined ? [] : zone.groupsOf(port)));
  return [...index.others(), ...[...new Set(groups)].flatMap(index.ofGroup)];
}

interface Unsure {
  readonly rule: Rule;
  /** A DNS name whose answers are not known. */
  readonly name: string;
}

function sortOut(
  rules: readonly Rule[],
  packet: Packet,
  place: Place,
  zone: Zone,
): { readonly sure: readonly Rule[]; readonly unsure: Unsure[] } {
  const asked: string[] = [];
  const subject = subjectOf(packet, placeIn(zone, place, asked, false));
  const hopeful = subjectOf(packet, placeIn(zone, place, [], true));
  const sure: Rule[] = [];
  const unsure: Unsure[] = [];
  for (const rule of rules) {
    if (!rule.match) continue;
    asked.length = 0;
    if (fits(rule.match, subject)) sure.push(rule);
    else if (asked.length > 0 && fits(rule.match, hopeful)) unsure.push({ rule, name: asked[0] ?? '' });
  }
  return { sure, unsure };
}

/** Names of DNS whose answers nobody knows go to `asked`; they hold what is asked for where `hopes`. */
function placeIn(zone: Zone, place: Place, asked: string[], hopes: boolean): MatchPlace {
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

function bestOf(rules: readonly Rule[]): readonly Rule[] {
  const first = rules.reduce<Rule | undefined>(
    (best, rule) => (best && !isBefore(rule, best) ? best : rule),
    undefined,
  );
  return first ? rules.filter((rule) => rule.tier === first.tier && rule.priority === first.priority) : [];
}

function isBefore(a: Rule, b: Rule): boolean {
  return a.tier < b.tier || (a.tier === b.tier && a.priority > b.priority);
}
