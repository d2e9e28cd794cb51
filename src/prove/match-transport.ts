import type { Family } from '../net/address.js';
import { fits, relationOf } from '../northbound/match/evaluate.js';
import type { Expression, MatchComparison } from '../northbound/match/expression.js';
import { predicateDefinitionOf } from '../northbound/match/predicates.js';
import type { MatchSubject } from '../northbound/match/subject.js';
import { memoize } from '../std/memoize.js';
import type { AddressRange } from '../traffic/filters/address-range.js';
import {
  ALL_TRANSPORT,
  type PortRange,
  transportOfPorts,
  transportPointOf,
} from '../traffic/filters/transport-range.js';
import {
  NO_TRANSPORT,
  type TransportRange,
  type TransportSet,
  mergeTransport,
} from '../traffic/filters/transport-set.js';

/** The place at which a match is read: everything about a packet except its peer address and its transport. */
export interface MatchView {
  readonly family: Family;
  /** The field with the peer address. */
  readonly peerField: string;
  /** Returns a packet of a protocol, for the fields that depend on neither the peer address nor a destination port. */
  readonly subjectOf: (protocol: PortRange['protocol']) => MatchSubject;
  /** Returns the addresses of the family in an address set. */
  readonly addressesIn: (set: string) => readonly AddressRange[];
  /** Results for ports, and for predicates of the family and the protocol, which all places share. */
  readonly protocols: Map<string, TransportSet>;
}

const PROTOCOLS: readonly PortRange['protocol'][] = ['TCP', 'UDP', 'SCTP', 'ICMP', 'other'];
const PORT_FIELDS: ReadonlyMap<string, PortRange['protocol']> = new Map([
  ['tcp.dst', 'TCP'],
  ['udp.dst', 'UDP'],
  ['sctp.dst', 'SCTP'],
]);
const LAST_PORT = 65_535;

/**
 * Returns the packets whose destination port fits a comparison. Returns undefined if its field is no destination port.
 */
export function transportOfField(
  comparison: MatchComparison,
  { protocols }: MatchView,
  isNegated: boolean,
): TransportSet | undefined {
  const protocol = PORT_FIELDS.get(comparison.field);
  if (!protocol) return undefined;
  const { field, bits, constants } = comparison;
  const [only, ...more] = constants;
  if (bits || more.length > 0 || only?.type !== 'number' || only.mask !== undefined) {
    return readPorts(comparison, protocol, isNegated);
  }
  const key = `${field} ${relationOf(comparison, isNegated)} ${only.value}`;
  const known = protocols.get(key) ?? readPorts(comparison, protocol, isNegated);
  protocols.set(key, known);
  return known;
}

function readPorts(comparison: MatchComparison, protocol: PortRange['protocol'], isNegated: boolean): TransportSet {
  const start = transportPointOf(protocol, 0);
  const isAt = createPortCheck(comparison, isNegated);
  const boundaries = boundariesOf(comparison);
  const ranges: TransportRange[] = [];
  for (const [index, first] of boundaries.entries()) {
    const end = boundaries[index + 1] ?? LAST_PORT + 1;
    if (isAt(first)) ranges.push({ first: start + first, end: start + end });
  }
  return mergeTransport(ranges);
}

/** Creates the function that checks a port: nothing else about a packet affects the comparison. */
function createPortCheck(comparison: MatchComparison, isNegated: boolean): (port: number) => boolean {
  let current = 0n;
  const subject: MatchSubject = {
    number: () => current,
    port: () => undefined,
    isInAddressSet: () => false,
    isInPortGroup: () => false,
    isResident: () => false,
  };
  return (port) => {
    current = BigInt(port);
    return fits(comparison, subject, isNegated);
  };
}

/** Fields with the same value for all protocols. */
const OF_ALL_PROTOCOLS: ReadonlySet<string> = new Set([
  'inport',
  'outport',
  'ip4.src',
  'ip4.dst',
  'ip6.src',
  'ip6.dst',
]);

/** Returns the packets of all protocols that fit a comparison. */
export function transportOfProtocols(comparison: MatchComparison, view: MatchView, isNegated: boolean): TransportSet {
  const { field, bits, constants } = comparison;
  const isFit = (one: PortRange['protocol']): boolean => fits(comparison, view.subjectOf(one), isNegated);
  if (OF_ALL_PROTOCOLS.has(field)) return isFit('TCP') ? ALL_TRANSPORT : NO_TRANSPORT;
  const join = (): TransportSet => mergeTransport(PROTOCOLS.flatMap((one) => (isFit(one) ? wholeOf(one) : [])));
  const [only, ...more] = constants;
  if (bits || more.length > 0 || only?.type !== 'number' || only.mask !== undefined || !isOfProtocols(field)) {
    return join();
  }
  const key = `${view.family} ${field} ${relationOf(comparison, isNegated)} ${only.value}`;
  const known = view.protocols.get(key) ?? join();
  view.protocols.set(key, known);
  return known;
}

/** Returns true if a field only depends on the family and the protocol of a packet. */
const isOfProtocols = memoize((field: string): boolean => {
  const definition = predicateDefinitionOf(field);
  return (
    definition !== undefined && [...listFields(definition)].every((one) => one === 'eth.type' || one === 'ip.proto')
  );
});

function* listFields(expression: Expression): Generator<string> {
  if (expression.type === 'not') yield* listFields(expression.part);
  else if (expression.type === 'and' || expression.type === 'or') {
    for (const part of expression.parts) yield* listFields(part);
  } else if (expression.type === 'comparison') {
    const definition = predicateDefinitionOf(expression.field);
    if (definition) yield* listFields(definition);
    else yield expression.field;
  } else yield expression.type;
}

function wholeOf(protocol: PortRange['protocol']): TransportSet {
  const hasPorts = protocol !== 'ICMP' && protocol !== 'other';
  return transportOfPorts({ protocol, first: 0, last: hasPorts ? LAST_PORT : 0 });
}

/** Returns the ports at which the result may change, ascending from 0. */
function boundariesOf({ constants, bits }: MatchComparison): readonly number[] {
  const isMasked = bits !== undefined || constants.some((one) => one.type === 'number' && one.mask !== undefined);
  if (isMasked) return Array.from({ length: LAST_PORT + 1 }, (_, port) => port);
  const ports = constants.flatMap((one) => (one.type === 'number' ? [Number(one.value), Number(one.value) + 1] : []));
  const known = new Set([0, ...ports.filter((port) => port <= LAST_PORT)]);
  return [...known].sort((a, b) => a - b);
}
