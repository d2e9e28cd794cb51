import type { Row } from '../model/northbound.js';
import type { Family } from '../net/address.js';
import { fits } from '../northbound/match/evaluate.js';
import { type MatchComparison, type NumberConstant, parseNumber } from '../northbound/match/expression.js';
import type { MatchSubject } from '../northbound/match/subject.js';
import { normalizeName } from '../net/dns-name.js';
import { memoize, memoizeLast } from '../std/memoize.js';
import { listOf, readColumnText } from '../northbound/row-columns.js';
import { type MatchPlace, matchSubjectOf, packetOf } from '../trace/packet.js';
import type { TraceRule } from '../trace/rules.js';
import type { Zone } from '../trace/zone.js';
import { type AddressRange, type Point, mergeRanges } from '../traffic/filters/address-range.js';
import type { RuleVerdict } from '../traffic/policies/address-lists.js';
import type { PortRange } from '../traffic/filters/transport-range.js';
import {
  type RowScope,
  fieldsAt,
  distinctComparisons,
  isInGroups,
  isInSet,
  isOfGroups,
  isOfOneSet,
  listNeededPorts,
  readParts,
} from './rule-parts.js';
import type { RowPlace } from './row-place.js';
import { type Box, boxesOf, rangeOfMask } from './boxes.js';
import type { MatchView } from './match-transport.js';

/** Reads rules of rows from the places of pods. */
export interface RuleReader {
  /** Returns a text, equal for pods to whose packets the rules of a list apply alike. */
  readonly keyOf: (rules: readonly TraceRule[], place: RowPlace) => string;
  /** Returns the verdict of an ACL. A rejected packet is dropped. */
  readonly actionOf: (rule: TraceRule) => RuleVerdict;
  /** Returns true if any rule of a list may match at a place. All others require a port that packets there lack. */
  readonly appliesAt: (rules: readonly TraceRule[], place: RowPlace) => boolean;
  /** Returns the packets that match a rule. Returns undefined if boxes cannot describe them. */
  readonly boxesOf: (rule: TraceRule, place: RowPlace) => readonly Box[] | undefined;
  /** Returns true if a rule applies to all pods of a switch alike. */
  readonly isCommon: (rule: TraceRule, place: RowPlace) => boolean;
  /**
   * Returns the addresses of pods to whose packets a rule can apply, by an address set that it requires. Rules with the
   * same set get the same list. Returns undefined if it requires none.
   */
  readonly ownersOf: (rule: TraceRule, place: RowPlace) => readonly Point[] | undefined;
}

/** Creates a reader. `syntheticOf`: the address that stands for the unknown answers of a DNS name. */
export function createRuleReader(syntheticOf: (name: string, family: Family) => AddressRange): RuleReader {
  const numberOf = createNumbers();
  const setsOf = memoize(
    (zone: Zone) => new Map(zone.rows('Address_Set').map((row) => [readColumnText(row.columns, 'name'), row] as const)),
  );
  const contentOf = memoize((row: Row) => memoize((family: Family) => readSet(row, family)));
  const membersOfSet = memoize((row: Row) => memoize((family: Family) => readMembers(row, family)));
  const numbersIn = memoize((part: MatchComparison) => memoize((family: Family) => readNumbers(part, family)));
  const membersOf = (part: MatchComparison, { zone, family }: RowPlace): readonly Point[] | undefined => {
    const [only, ...more] = part.constants;
    if (more.length > 0 || only?.type !== 'address-set') return numbersIn(part)(family);
    if (zone.addressSet(only.name)?.openName !== undefined) return undefined;
    const row = setsOf(zone).get(only.name);
    return row ? membersOfSet(row)(family) : NO_MEMBERS;
  };
  const addressesIn = (zone: Zone, name: string, family: Family): readonly AddressRange[] => {
    const row = setsOf(zone).get(name);
    if (!row) return [];
    const openName = zone.addressSet(name)?.openName;
    const ranges = contentOf(row)(family);
    return openName === undefined ? ranges : mergeRanges([...ranges, syntheticOf(normalizeName(openName), family)]);
  };
  const partsOf = memoize((rule: TraceRule) => memoize((scope: RowScope) => readParts(rule, scope)));
  /** The rule, and the rows of its address sets. */
  const numbersOf = (rule: TraceRule, { zone, direction, family }: RowPlace): string => {
    const { sets } = partsOf(rule)(fieldsAt(direction, family));
    if (sets.length === 0) return String(numberOf(rule.row));
    const rows = sets.map((name) => setsOf(zone).get(name));
    return `${numberOf(rule.row)}.${rows.map((row) => (row ? numberOf(row) : '')).join('.')}`;
  };
  const protocols: MatchView['protocols'] = new Map();
  const subjectsOf = memoizeLast(subjectAt);
  const isTrueAt = (one: MatchComparison, place: RowPlace): boolean =>
    isOfGroups(one)
      ? isInGroups(one, place)
      : isOfOneSet(one, fieldsAt(place.direction, place.family))
        ? isInSet(one, place)
        : fits(one, subjectsOf(place)('TCP'));
  const keyOfRule = (rule: TraceRule, place: RowPlace): string => {
    const { constant } = partsOf(rule)(fieldsAt(place.direction, place.family));
    return `${numbersOf(rule, place)}:${bitsOf(constant, place, isTrueAt)}`;
  };
  const texts = new Map<string, number>();
  const listsOf = memoize<readonly TraceRule[], Map<RowScope, ListKey>>(() => new Map());
  const readList = (rules: readonly TraceRule[], place: RowPlace): ListKey => {
    const text = rules.map((rule) => numbersOf(rule, place)).join();
    const number = texts.get(text) ?? texts.size;
    texts.set(text, number);
    const all = rules.flatMap((rule) => partsOf(rule)(fieldsAt(place.direction, place.family)).constant);
    return { number, constant: distinctComparisons(all) };
  };
  const neededPorts = memoize(listNeededPorts);
  const boxes = memoize<TraceRule, Map<string, readonly Box[] | undefined>>(() => new Map());
  return {
    ownersOf: ({ match }, place) => {
      const { own } = fieldsAt(place.direction, place.family);
      const parts = match?.type === 'and' ? match.parts : match ? [match] : [];
      for (const part of parts) {
        if (part.type !== 'comparison' || part.field !== own || part.relation !== '==' || part.bits) continue;
        const members = membersOf(part, place);
        if (members) return members;
      }
      return undefined;
    },
    isCommon: (rule, { direction, family }) => partsOf(rule)(fieldsAt(direction, family)).constant.length === 0,
    keyOf: (rules, place) => {
      const scope = fieldsAt(place.direction, place.family);
      const list = listsOf(rules).get(scope) ?? readList(rules, place);
      listsOf(rules).set(scope, list);
      return `${list.number}:${bitsOf(list.constant, place, isTrueAt)}`;
    },
    actionOf: memoize(readAction),
    appliesAt: (rules, place) => neededPorts(rules).some((ports) => ports.every((port) => place[port] !== undefined)),
    boxesOf: (rule, place) => {
      if (!rule.match) return [];
      const known = boxes(rule);
      const key = `${place.direction} ${place.family} ${keyOfRule(rule, place)}`;
      if (!known.has(key))
        known.set(key, boxesOf(rule.match, viewAt(place, subjectsOf(place), addressesIn, protocols)));
      return known.get(key);
    },
  };
}

/** Creates a function that numbers objects in the order of their first use. */
function createNumbers(): (item: object) => number {
  const numbers = new Map<object, number>();
  let next = 0;
  return (item) => {
    const known = numbers.get(item) ?? next++;
    numbers.set(item, known);
    return known;
  };
}

/** The parts of a list of rules that tell apart places. */
interface ListKey {
  /** Equal for lists of the same rules with the same address sets. */
  readonly number: number;
  readonly constant: readonly MatchComparison[];
}

function bitsOf(
  comparisons: readonly MatchComparison[],
  place: RowPlace,
  isTrueAt: (one: MatchComparison, place: RowPlace) => boolean,
): string {
  let bits = '';
  for (const one of comparisons) bits += isTrueAt(one, place) ? '1' : '0';
  return bits;
}

const NO_MEMBERS: readonly Point[] = [];

function readAction({ row }: TraceRule): RuleVerdict {
  const action = readColumnText(row.columns, 'action');
  if (action === 'pass') return 'pass';
  return action === 'drop' || action === 'reject' ? 'drop' : 'allow';
}

/** Returns the constants of a comparison. Returns undefined if they are not only addresses. */
function readNumbers({ constants }: MatchComparison, family: Family): readonly Point[] | undefined {
  return toPoints(
    constants.flatMap((one) => (one.type === 'number' ? [one] : [])),
    constants.length,
    family,
  );
}

/** Returns the addresses of a set. Returns undefined if it contains a network. */
function readMembers({ columns }: Row, family: Family): readonly Point[] | undefined {
  const members = listOf(columns, 'addresses');
  return toPoints(members.map(parseNumber), members.length, family);
}

function toPoints(numbers: readonly NumberConstant[], count: number, family: Family): readonly Point[] | undefined {
  if (numbers.length < count || numbers.some(({ mask }) => mask !== undefined)) return undefined;
  return numbers.map(({ value }) => (family === 'IPv4' ? Number(value) : value));
}

function viewAt(
  place: RowPlace,
  subjectOf: MatchView['subjectOf'],
  addressesIn: (zone: Zone, name: string, family: Family) => readonly AddressRange[],
  protocols: MatchView['protocols'],
): MatchView {
  const { zone, direction, family } = place;
  return {
    family,
    peerField: fieldsAt(direction, family).peer,
    subjectOf,
    addressesIn: (name) => addressesIn(zone, name, family),
    protocols,
  };
}

/** IP protocol number of packets that rules cannot tell from each other (GRE). */
const OTHER_PROTOCOL = 47n;
/** A peer of each family. Its address is in no field that is read. */
const PEERS: Readonly<Record<Family, string>> = { IPv4: '0.0.0.0', IPv6: '::' };

function subjectAt({
  zone,
  direction,
  family,
  own,
  ...ports
}: RowPlace): (protocol: PortRange['protocol']) => MatchSubject {
  const [source, destination] = direction === 'to' ? [own, PEERS[family]] : [PEERS[family], own];
  const place: MatchPlace = {
    ...ports,
    isInAddressSet: (name, value) => zone.addressSet(name)?.holds(value) ?? false,
    isInPortGroup: (name, one) => zone.groupsOf(one).includes(name),
  };
  return memoize((protocol) => {
    const subject = matchSubjectOf(packetOf(source, destination, protocol === 'other' ? 'TCP' : protocol, 0), place);
    if (protocol !== 'other') return subject;
    return {
      ...subject,
      number: (field) =>
        field === 'ip.proto' ? OTHER_PROTOCOL : field.startsWith('tcp.') ? undefined : subject.number(field),
    };
  });
}

function readSet({ columns }: Row, family: Family): readonly AddressRange[] {
  return mergeRanges(
    listOf(columns, 'addresses').flatMap((text) => {
      if (text.includes(':') !== (family === 'IPv6')) return [];
      const { value, mask } = parseNumber(text);
      const range = rangeOfMask(family, value, mask);
      return range ? [range] : [];
    }),
  );
}
