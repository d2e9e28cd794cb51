import { isObject } from '../std/json.js';
import { type FlowRecord, type ObservedRole, type RecordSink, createRecord } from './flow-record.js';
import type { FindMember, ScannedObject } from './scan-object.js';

/**
 * Members of a flow of the Network Observability operator that Weir reads. See "Network flows format reference" of the
 * operator.
 */
const MEMBERS = [
  'SrcAddr',
  'DstAddr',
  'SrcPort',
  'DstPort',
  'Proto',
  'Flags',
  'TimeFlowStartMs',
  'TimeFlowEndMs',
  'TimeReceived',
  'IcmpType',
  'Duplicate',
  'PktDropPackets',
  'Packets',
  'NetworkEvents',
] as const;
type Member = (typeof MEMBERS)[number];

const SOURCE = 0;
const DESTINATION = 1;
const FLAGS = 5;
const DUPLICATE = 10;
const NETWORK_EVENTS = 13;

/** Flag of packets with SYN and ACK, which only servers send, and the flag SYN. */
const SYN_ACK = 0x100;
const SYN = 0x02;

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;

/** Types of echo replies of ICMP and ICMPv6. */
const ECHO_REPLIES: ReadonlySet<number> = new Set([0, 129]);

/** Reads flows of the Network Observability operator. */
export interface NetobservReader {
  readonly findMember: FindMember;
  /** Receives the members of an object that `scanObject` reads. */
  readonly scanned: ScannedObject;
  /** Returns true if the scanned object is a flow that `read` can read without JSON.parse. */
  readonly isFlat: (bytes: Buffer) => boolean;
  /** Reads the scanned object. Returns why it is invalid, or undefined. */
  readonly read: (bytes: Buffer) => string | undefined;
}

/** Creates a reader. */
export function createNetobservReader(sink: RecordSink): NetobservReader {
  const scanned: ScannedObject = { ranges: new Int32Array(2 * MEMBERS.length), needsParse: false };
  const record = createRecord();
  const { ranges } = scanned;
  const values = new Float64Array(MEMBERS.length);
  return {
    findMember: createMemberFinder(MEMBERS),
    scanned,
    isFlat: (bytes) =>
      !scanned.needsParse &&
      isText(bytes, ranges, SOURCE) &&
      isText(bytes, ranges, DESTINATION) &&
      (ranges[2 * NETWORK_EVENTS] ?? -1) < 0 &&
      readIntegers(bytes, ranges, values),
    read: (bytes) => {
      // A duplicate was captured at another interface of the same host.
      if (isTrue(bytes, ranges, DUPLICATE)) {
        sink.skip();
        return undefined;
      }
      record.source = sink.numbers.ofBytes(bytes, (ranges[0] ?? 0) + 1, (ranges[1] ?? 0) - 1);
      record.destination = sink.numbers.ofBytes(bytes, (ranges[2] ?? 0) + 1, (ranges[3] ?? 0) - 1);
      return addRecord(record, sink, {
        sourcePort: values[2] ?? NaN,
        destinationPort: values[3] ?? NaN,
        protocol: values[4] ?? NaN,
        flags: values[FLAGS] ?? NaN,
        start: values[6] ?? NaN,
        end: values[7] ?? NaN,
        received: values[8] ?? NaN,
        icmpType: values[9] ?? NaN,
        dropped: values[11] ?? NaN,
        packets: values[12] ?? NaN,
        isDenied: false,
      });
    },
  };
}

/** Reads a parsed object. Returns why it is invalid, or undefined. */
export function readNetobserv(value: Readonly<Record<string, unknown>>, sink: RecordSink): string | undefined {
  // Labels of Loki are texts.
  if (String(value.Duplicate) === 'true') {
    sink.skip();
    return undefined;
  }
  const record = createRecord();
  record.source = addressOf(value.SrcAddr, sink);
  record.destination = addressOf(value.DstAddr, sink);
  return addRecord(record, sink, numbersOf(value));
}

/** Adds a record whose addresses are set. Returns why it is invalid, or undefined. */
function addRecord(record: FlowRecord, sink: RecordSink, numbers: FlowNumbers): string | undefined {
  if (record.source === -1 || record.destination === -1) return 'SrcAddr or DstAddr is not an address';
  const reason = fillRecord(record, numbers);
  if (reason === undefined) sink.add(record);
  return reason;
}

/** Numbers of a flow. NaN for a missing one. */
interface FlowNumbers {
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly protocol: number;
  readonly flags: number;
  readonly start: number;
  readonly end: number;
  readonly received: number;
  readonly icmpType: number;
  readonly dropped: number;
  readonly packets: number;
  /** True if a network event says that a policy dropped the packets. */
  readonly isDenied: boolean;
}

function numbersOf(value: Readonly<Record<string, unknown>>): FlowNumbers {
  const numberOf = (member: Member): number => {
    const one = value[member];
    if (typeof one === 'string' && /^[0-9]+$/.test(one)) return Number(one);
    return typeof one === 'number' ? one : NaN;
  };
  const { Flags: flags } = value;
  return {
    sourcePort: numberOf('SrcPort'),
    destinationPort: numberOf('DstPort'),
    protocol: numberOf('Proto'),
    flags: Array.isArray(flags) ? flagsOf(JSON.stringify(flags)) : numberOf('Flags'),
    start: numberOf('TimeFlowStartMs'),
    end: numberOf('TimeFlowEndMs'),
    received: numberOf('TimeReceived'),
    icmpType: numberOf('IcmpType'),
    dropped: numberOf('PktDropPackets'),
    packets: numberOf('Packets'),
    isDenied: isDenied(value.NetworkEvents),
  };
}

/** Returns the flags of a list of their names, as JSON. */
function flagsOf(names: string): number {
  return names.includes('"SYN_ACK"') ? SYN_ACK : names.includes('"SYN"') ? SYN : 0;
}

function addressOf(value: unknown, sink: RecordSink): number {
  return typeof value === 'string' ? sink.numbers.ofText(value) : -1;
}

/** Returns true if an event of OVN-Kubernetes says that an ACL dropped the packets. */
function isDenied(events: unknown): boolean {
  const list: unknown[] = Array.isArray(events) ? events : [];
  return list.some((event) => isObject(event) && event.Action === 'drop');
}

/** Fills a record whose addresses are set. Returns why the numbers are invalid, or undefined. */
function fillRecord(record: FlowRecord, numbers: FlowNumbers): string | undefined {
  const { protocol, sourcePort, destinationPort, received } = numbers;
  if (!isIntegerBelow(protocol, 256)) return "expected a protocol number in 'Proto'";
  const hasPorts = protocol === 6 || protocol === 17 || protocol === 132;
  if (hasPorts && (!isIntegerBelow(sourcePort, 65_536) || !isIntegerBelow(destinationPort, 65_536))) {
    return "expected ports in 'SrcPort' and 'DstPort'";
  }
  record.protocol = protocol;
  record.sourcePort = hasPorts ? sourcePort : 0;
  record.destinationPort = hasPorts ? destinationPort : 0;
  const end = numbers.end > 0 ? numbers.end : 1000 * received;
  record.last = end;
  record.first = numbers.start > 0 ? numbers.start : end;
  record.count = 1;
  // Packets that the kernel drops are not counted as sent.
  const isDropped = numbers.isDenied || (numbers.dropped > 0 && !(numbers.packets > 0));
  record.verdict = isDropped ? 'dropped' : 'unknown';
  record.role = roleOf(protocol, numbers);
  return undefined;
}

function roleOf(protocol: number, { flags, icmpType }: FlowNumbers): ObservedRole {
  if (protocol === 6 && flags > 0)
    return (flags & SYN_ACK) !== 0 ? 'reply' : (flags & SYN) !== 0 ? 'request' : 'unknown';
  if (protocol === 1 || protocol === 58) return ECHO_REPLIES.has(icmpType) ? 'reply' : 'request';
  return 'unknown';
}

function isIntegerBelow(value: number, limit: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < limit;
}

/** Creates a function that finds keys without escapes. */
export function createMemberFinder(members: readonly string[]): FindMember {
  const keys = members.map((member) => Buffer.from(member));
  const longest = Math.max(...keys.map(({ length }) => length));
  const byLength = Array.from({ length: longest + 1 }, (_, length) =>
    keys.flatMap((key, index) => (key.length === length ? [index] : [])),
  );
  return (bytes, start, end) => {
    const candidates = byLength[end - start];
    if (candidates === undefined) return -1;
    for (const index of candidates) {
      const key = keys[index];
      if (key !== undefined && hasBytes(bytes, start, key)) return index;
    }
    return -1;
  };
}

function hasBytes(bytes: Uint8Array, start: number, key: Uint8Array): boolean {
  for (let at = 0; at < key.length; at++) if (bytes[start + at] !== key[at]) return false;
  return true;
}

function isText(bytes: Buffer, ranges: Int32Array, member: number): boolean {
  const start = ranges[2 * member] ?? -1;
  return start >= 0 && bytes[start] === QUOTE;
}

function isTrue(bytes: Buffer, ranges: Int32Array, member: number): boolean {
  const start = ranges[2 * member] ?? -1;
  return start >= 0 && bytes[start] === 0x74;
}

/**
 * Reads the numeric members, NaN for a missing one. Returns false unless all of them are non-negative integers of at most
 * 15 digits. Flags may be a list, and `Duplicate` must be a literal.
 */
function readIntegers(bytes: Buffer, ranges: Int32Array, values: Float64Array): boolean {
  for (let member = 2; member < NETWORK_EVENTS; member++) {
    const start = ranges[2 * member] ?? -1;
    const end = ranges[2 * member + 1] ?? -1;
    const isList = member === FLAGS && bytes[start] === OPEN_BRACKET;
    if (member === DUPLICATE && bytes[start] !== QUOTE) continue;
    const value =
      start < 0 ? NaN : isList ? flagsOf(bytes.toString('latin1', start, end)) : integerIn(bytes, start, end);
    if (value < 0) return false;
    values[member] = value;
  }
  return true;
}

/** Returns the integer in `bytes[start, end)`, or -1 for another text. */
function integerIn(bytes: Buffer, start: number, end: number): number {
  if (end - start > 15) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = 10 * value + digit;
  }
  return value;
}
