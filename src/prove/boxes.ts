import { type Family, widthOf } from '../net/address.js';
import { fits, relationOf } from '../northbound/match/evaluate.js';
import type { Constant, Expression, MatchComparison, Relation } from '../northbound/match/expression.js';
import { predicateDefinitionOf } from '../northbound/match/predicates.js';
import type { MatchSubject } from '../northbound/match/subject.js';
import {
  type AddressRange,
  type Point,
  complement,
  intersectAscending,
  mergeRanges,
  wholeFamily,
} from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { type TransportSet, intersectTransport, subtractTransport } from '../traffic/filters/transport-set.js';
import { type MatchView, transportOfField, transportOfProtocols } from './match-transport.js';

/** A set of packets: all pairs of a peer address and a transport. */
export interface Box {
  /** Ascending and disjoint. */
  readonly addresses: readonly AddressRange[];
  readonly transport: TransportSet;
}

/** Returns the packets that fit a match, as boxes that may overlap. Returns undefined if boxes cannot describe them. */
export function boxesOf(expression: Expression, view: MatchView): readonly Box[] | undefined {
  try {
    return read(expression, view, false);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Thrown for comparisons of the peer address with a mask that is no prefix. */
class Unreadable extends Error {}

function read(expression: Expression, view: MatchView, isNegated: boolean): readonly Box[] {
  switch (expression.type) {
    case 'and':
    case 'or': {
      const parts = expression.parts.map((part) => read(part, view, isNegated));
      return (expression.type === 'and') !== isNegated ? parts.reduce(intersect) : parts.flat();
    }
    case 'not':
      return read(expression.part, view, !isNegated);
    case 'truth':
    case 'resident':
      return fits(expression, view.subjectOf('TCP'), isNegated) ? [wholeBox(view)] : [];
    case 'comparison':
      return compare(expression, view, isNegated);
  }
}

function wholeBox({ family }: MatchView): Box {
  return { addresses: [wholeFamily(family)], transport: ALL_TRANSPORT };
}

function intersect(left: readonly Box[], right: readonly Box[]): readonly Box[] {
  return left.flatMap((one) =>
    right.flatMap((other): Box[] => {
      const addresses = intersectAscending(one.addresses, other.addresses);
      const transport = intersectTransport(one.transport, other.transport);
      return addresses.length === 0 || transport.length === 0 ? [] : [{ addresses, transport }];
    }),
  );
}

/** Returns all packets that are in none of the boxes. */
function invert(boxes: readonly Box[], view: MatchView): readonly Box[] {
  return boxes.reduce<readonly Box[]>(
    (left, { addresses, transport }) =>
      intersect(left, [
        { addresses: complement(view.family, addresses), transport: ALL_TRANSPORT },
        { addresses, transport: subtractTransport(ALL_TRANSPORT, transport) },
      ]),
    [wholeBox(view)],
  );
}

function compare(comparison: MatchComparison, view: MatchView, isNegated: boolean): readonly Box[] {
  const { field } = comparison;
  if (field === view.peerField) return ofAddresses(comparison, view, isNegated);
  const ports = transportOfField(comparison, view, isNegated);
  if (ports) return ports.length === 0 ? [] : [{ addresses: [wholeFamily(view.family)], transport: ports }];
  const definition = predicateDefinitionOf(field);
  if (definition && isVarying(definition, view)) {
    const inside = read(definition, view, false);
    const isTrueFor = (value: bigint): boolean => fits(comparison, subjectWith(field, value, view), isNegated);
    return [...(isTrueFor(1n) ? inside : []), ...(isTrueFor(0n) ? invert(inside, view) : [])];
  }
  const transport = transportOfProtocols(comparison, view, isNegated);
  return transport.length === 0 ? [] : [{ addresses: [wholeFamily(view.family)], transport }];
}

/** Returns true if a definition depends on the peer address. */
function isVarying(expression: Expression, view: MatchView): boolean {
  switch (expression.type) {
    case 'and':
    case 'or':
      return expression.parts.some((part) => isVarying(part, view));
    case 'not':
      return isVarying(expression.part, view);
    case 'comparison': {
      const definition = predicateDefinitionOf(expression.field);
      return expression.field === view.peerField || (definition !== undefined && isVarying(definition, view));
    }
    default:
      return false;
  }
}

/** Returns a packet whose only field is a register, in place of a predicate. */
function subjectWith(field: string, value: bigint, view: MatchView): MatchSubject {
  return { ...view.subjectOf('TCP'), number: (name) => (name === field ? value : undefined) };
}

function ofAddresses(comparison: MatchComparison, view: MatchView, isNegated: boolean): readonly Box[] {
  const { family, addressesIn } = view;
  const relation = relationOf(comparison, isNegated);
  const equal = (): readonly AddressRange[] =>
    mergeRanges(comparison.constants.flatMap((constant) => rangesOf(constant, comparison.bits, family, addressesIn)));
  const addresses =
    relation === '=='
      ? equal()
      : relation === '!='
        ? complement(family, equal())
        : ordered(comparison, relation, family);
  return addresses.length === 0 ? [] : [{ addresses, transport: ALL_TRANSPORT }];
}

function rangesOf(
  constant: Constant,
  bits: MatchComparison['bits'],
  family: Family,
  addressesIn: MatchView['addressesIn'],
): readonly AddressRange[] {
  if (constant.type === 'address-set' && !bits) return addressesIn(constant.name);
  if (constant.type !== 'number') return [];
  const low = BigInt(bits?.low ?? 0);
  const own = bits ? onesOf(bits.high - bits.low + 1) : onesOf(widthOf(family));
  const range = rangeOfMask(family, constant.value << low, ((constant.mask ?? own) & own) << low);
  return range ? [range] : [];
}

/** Returns a mask of so many bits. */
function onesOf(count: number): bigint {
  return (1n << BigInt(count)) - 1n;
}

/**
 * Returns the addresses with some leading bits. Without a mask, `value` is one address. Returns undefined if no address
 * has them.
 */
export function rangeOfMask(family: Family, value: bigint, mask = onesOf(widthOf(family))): AddressRange | undefined {
  const size = (onesOf(widthOf(family)) ^ mask) + 1n;
  if ((size & (size - 1n)) !== 0n) throw new Unreadable();
  if ((value & mask) !== value) return undefined;
  return rangeOfValues(family, value, value + size);
}

function rangeOfValues(family: Family, first: bigint, end: bigint): AddressRange {
  return { family, first: toPoint(family, first), end: toPoint(family, end) };
}

function toPoint(family: Family, value: bigint): Point {
  return family === 'IPv4' ? Number(value) : value;
}

/** Returns the addresses in an order relation with any of the constants. */
function ordered({ constants, bits }: MatchComparison, relation: Relation, family: Family): readonly AddressRange[] {
  if (bits) throw new Unreadable();
  const end = 1n << BigInt(widthOf(family));
  const cut = (value: bigint): bigint => (value < 0n ? 0n : value > end ? end : value);
  return mergeRanges(
    constants.flatMap((constant) => {
      if (constant.type !== 'number') return [];
      const { value } = constant;
      const at = cut(relation === '<' || relation === '>=' ? value : value + 1n);
      const [first, last] = relation === '<' || relation === '<=' ? [0n, at] : [at, end];
      return first < last ? [rangeOfValues(family, first, last)] : [];
    }),
  );
}
