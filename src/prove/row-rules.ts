import type { Row } from '../model/northbound.js';
import type { Family } from '../net/address.js';
import { fits } from '../northbound/match/evaluate.js';
import { type Constant, type Expression, type MatchComparison, parseNumber } from '../northbound/match/expression.js';
import type { MatchSubject } from '../northbound/match/subject.js';
import { normalizeName } from '../net/dns-name.js';
import { memoize, memoizeWeak, once } from '../std/memoize.js';
import { listOf, readColumnText } from '../northbound/row-columns.js';
import { type MatchPlace, matchSubjectOf, packetOf } from '../trace/packet.js';
import type { TraceRule } from '../trace/rules.js';
import type { Zone } from '../trace/zone.js';
import { type AddressRange, mergeRanges } from '../traffic/filters/address-range.js';
import type { PortRange } from '../traffic/filters/transport-range.js';
import { type Box, type MatchView, boxesOf, rangeOfMask } from './boxes.js';

/** A place of the packets that a pod sends (`to`) or receives (`from`) in a family. */
export interface RowPlace {
  readonly zone: Zone;
  readonly inport?: string;
  readonly outport?: string;
  readonly direction: 'to' | 'from';
  readonly family: Family;
  /** The address of the pod, canonical text. */
  readonly own: string;
}

/** Reads rules of rows from the places of pods. */
export interface RuleReader {
  /**
   * Returns a text, equal for pods to whose packets the rules apply alike. A list of rules is only for ports in the same
   * groups.
   */
  readonly keyOf: (rules: readonly TraceRule[], place: RowPlace) => string;
  /** Returns the packets that match a rule. Returns undefined if boxes cannot describe them. */
  readonly boxesOf: (rule: TraceRule, place: RowPlace) => readonly Box[] | undefined;
  /** Returns true if a rule applies to all pods of a switch alike. */
  readonly isCommon: (rule: TraceRule, place: RowPlace) => boolean;
  /**
   * Returns the addresses of pods to whose packets a rule can apply, by an address set that it requires. Returns
   * undefined if it requires none.
   */
  readonly ownersOf: (rule: TraceRule, place: RowPlace) => readonly bigint[] | undefined;
}

/** Creates a reader. `syntheticOf`: the address that stands for the unknown answers of a DNS name. */
export function createRuleReader(syntheticOf: (name: string, family: Family) => AddressRange): RuleReader {
  const numbers = new WeakMap<object, number>();
  let next = 0;
  const numberOf = (row: object): number => {
    const known = numbers.get(row) ?? next++;
    numbers.set(row, known);
    return known;
  };
  const setsOf = memoizeWeak(
    (zone: Zone) => new Map(zone.rows('Address_Set').map((row) => [readColumnText(row.columns, 'name'), row] as const)),
  );
  const contentOf = memoizeWeak((row: Row) => memoize((family: Family) => readSet(row, family)));
  const addressesIn = (zone: Zone, name: string, family: Family): readonly AddressRange[] => {
    const row = setsOf(zone).get(name);
    if (!row) return [];
    const openName = zone.addressSet(name)?.openName;
    const ranges = contentOf(row)(family);
    return openName === undefined ? ranges : mergeRanges([...ranges, syntheticOf(normalizeName(openName), family)]);
  };
  const partsOf = memoizeWeak(({ match }: TraceRule) =>
    memoize(({ own, peer }: Scope): RuleParts => {
      const all = match ? [...listComparisons(match)] : [];
      return {
        constant: all.filter(({ field }) => field === own || field === 'inport' || field === 'outport'),
        sets: all.flatMap(({ field, constants }) =>
          field === peer ? constants.flatMap((one) => (one.type === 'address-set' ? [one.name] : [])) : [],
        ),
      };
    }),
  );
  const keyOfRule = (rule: TraceRule, { zone, direction, family }: RowPlace, subject: () => MatchSubject): string => {
    const { constant, sets } = partsOf(rule)(SCOPES[direction][family]);
    const bits = constant.map((one) => (fits(one, subject()) ? '1' : '0')).join('');
    const numbered = sets.map((name) => {
      const row = setsOf(zone).get(name);
      return row ? numberOf(row) : '';
    });
    return `${numberOf(rule.row)}:${bits}:${numbered.join('.')}`;
  };
  const subjectsOf = memoizeWeak(subjectAt);
  const keys = memoizeWeak<readonly TraceRule[], Map<Scope, string>>(() => new Map());
  const boxes = memoizeWeak<TraceRule, Map<string, readonly Box[] | undefined>>(() => new Map());
  return {
    ownersOf: ({ match }, { zone, direction, family }) => {
      const { own } = SCOPES[direction][family];
      const parts = match?.type === 'and' ? match.parts : match ? [match] : [];
      for (const part of parts) {
        if (part.type !== 'comparison' || part.field !== own || part.relation !== '==' || part.bits) continue;
        const found = part.constants.map((one) => membersOf(one, zone, setsOf(zone)));
        if (found.every((one) => one !== undefined)) return found.flat();
      }
      return undefined;
    },
    isCommon: (rule, { direction, family }) => partsOf(rule)(SCOPES[direction][family]).constant.length === 0,
    keyOf: (rules, place) => {
      const scope = SCOPES[place.direction][place.family];
      const known = keys(rules).get(scope);
      if (known !== undefined) return known;
      const subject = once(() => subjectsOf(place)('TCP'));
      const key = rules
        .map((rule) => keyOfRule(rule, place, subject))
        .sort()
        .join();
      // Ports that share a list are in the same groups.
      if (rules.every((rule) => partsOf(rule)(scope).constant.every(isOfGroups))) keys(rules).set(scope, key);
      return key;
    },
    boxesOf: (rule, place) => {
      if (!rule.match) return [];
      const known = boxes(rule);
      const subjects = subjectsOf(place);
      const key = `${place.direction} ${place.family} ${keyOfRule(rule, place, () => subjects('TCP'))}`;
      if (!known.has(key)) known.set(key, boxesOf(rule.match, viewAt(place, subjects, addressesIn)));
      return known.get(key);
    },
  };
}

/** Returns true if a comparison only depends on the port groups of a port. */
function isOfGroups({ constants }: MatchComparison): boolean {
  return constants.every(({ type }) => type === 'port-group');
}

/** Returns the addresses of a constant. Returns undefined if it contains a network, or depends on unknown answers. */
function membersOf(constant: Constant, zone: Zone, sets: ReadonlyMap<string, Row>): readonly bigint[] | undefined {
  if (constant.type === 'number') return constant.mask === undefined ? [constant.value] : undefined;
  if (constant.type !== 'address-set' || zone.addressSet(constant.name)?.openName !== undefined) return undefined;
  const row = sets.get(constant.name);
  const members = row ? listOf(row.columns, 'addresses').map(parseNumber) : [];
  return members.some(({ mask }) => mask !== undefined) ? undefined : members.map(({ value }) => value);
}

/** The parts of a match that tell apart places and address sets. */
interface RuleParts {
  /** Comparisons whose outcome is the same for all packets of a pod. */
  readonly constant: readonly MatchComparison[];
  /** Address sets that may contain the peer. */
  readonly sets: readonly string[];
}

/** The fields of matches with the address of the pod, and with that of its peer. */
interface Scope {
  readonly own: string;
  readonly peer: string;
}

const SCOPES: Readonly<Record<RowPlace['direction'], Readonly<Record<Family, Scope>>>> = {
  to: { IPv4: { own: 'ip4.src', peer: 'ip4.dst' }, IPv6: { own: 'ip6.src', peer: 'ip6.dst' } },
  from: { IPv4: { own: 'ip4.dst', peer: 'ip4.src' }, IPv6: { own: 'ip6.dst', peer: 'ip6.src' } },
};

function* listComparisons(expression: Expression): Generator<MatchComparison> {
  if (expression.type === 'comparison') yield expression;
  else if (expression.type === 'not') yield* listComparisons(expression.part);
  else if (expression.type === 'and' || expression.type === 'or') {
    for (const part of expression.parts) yield* listComparisons(part);
  }
}

function viewAt(
  place: RowPlace,
  subjectOf: MatchView['subjectOf'],
  addressesIn: (zone: Zone, name: string, family: Family) => readonly AddressRange[],
): MatchView {
  const { zone, direction, family } = place;
  return {
    family,
    peerField: SCOPES[direction][family].peer,
    subjectOf,
    addressesIn: (name) => addressesIn(zone, name, family),
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
