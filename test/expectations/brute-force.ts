import { type TestPacket, connects, passes } from '../traffic/policies/brute-force.js';
import type { TestPod, TestWorld } from '../traffic/policies/objects.js';

/** An end of an expectation, as its file has it. */
export type TestEnd =
  | 'outside'
  | 'anywhere'
  | {
      readonly namespace: string;
      readonly labels?: Readonly<Record<string, string>>;
      readonly ports?: readonly string[];
    }
  | { readonly labels: Readonly<Record<string, string>>; readonly ports?: readonly string[] }
  | { readonly cidr: string; readonly ports?: readonly string[] };

/** An expectation with one claim, as its file has it. */
export interface TestExpectation {
  readonly name: string;
  readonly from?: TestEnd;
  readonly to?: TestEnd;
  readonly reachable?: true;
  readonly unreachable?: true;
  readonly only?: readonly TestEnd[];
  readonly 'only-from'?: readonly TestEnd[];
}

/** Addresses beyond the cluster: one at least between any two boundaries of blocks that rules and expectations name. */
export const OUTSIDE = ['192.0.2.1', '192.0.2.2', '192.0.2.200', '10.9.0.1', '198.51.100.1'];
/** Ports on and beside every boundary; no rule is about ports of SCTP. */
const TRANSPORTS = [
  ...[1, 80, 81, 443, 444, 8080, 8081].flatMap((port) =>
    (['TCP', 'UDP'] as const).map((protocol) => ({ protocol, port })),
  ),
  { protocol: 'SCTP', port: 1 } as const,
  { protocol: 'ICMP', port: 0 } as const,
];

/** What a world says of an expectation, from each packet by itself. */
export interface Answer {
  readonly isMeant: boolean;
  /** The packets that are meant and not as the expectation has it. */
  readonly breaking: readonly TestPacket[];
}

/** Whether a packet passes, and where it is asked for, whether replies come back. */
export type Ask = (packet: TestPacket, withReplies: boolean) => boolean;

/** Asks a world about packets, about each once. */
export function createAsking(world: TestWorld): Ask {
  const known = new Map<string, boolean>();
  const nameOf = (end: TestPod | string): string => (typeof end === 'string' ? end : end.address);
  return (packet, withReplies) => {
    const key = [nameOf(packet.from), nameOf(packet.to), packet.protocol, packet.port, withReplies].join();
    const isPassed = known.get(key) ?? (withReplies ? connects(world, packet) : passes(world, packet));
    known.set(key, isPassed);
    return isPassed;
  };
}

/** Goes through every packet of a small world. */
export function judge(world: TestWorld, ask: Ask, expectation: TestExpectation): Answer {
  const { from = 'anywhere', to = 'anywhere' } = expectation;
  const ends = [...world.pods, ...OUTSIDE];
  const senders = ends.filter((end) => isEnd(from, end));
  const receivers = ends.filter((end) => isEnd(to, end));
  const packets = senders.flatMap((sender) =>
    receivers.flatMap((receiver) => {
      if (sender === receiver || (typeof sender === 'string' && typeof receiver === 'string')) return [];
      return TRANSPORTS.filter((transport) => isPort(to, transport)).map((transport): TestPacket => ({
        ...{ from: sender, to: receiver },
        ...transport,
      }));
    }),
  );
  const breaking = packets.filter((packet) => breaks(ask, expectation, packet));
  return { isMeant: senders.length > 0 && receivers.length > 0, breaking };
}

/** Whether a packet is not as an expectation has it. */
export function breaks(ask: Ask, expectation: TestExpectation, packet: TestPacket): boolean {
  if (expectation.reachable) return !ask(packet, true);
  const { only = [], 'only-from': onlyFrom = [] } = expectation;
  const isLetOff =
    only.some((end) => isEnd(end, packet.to) && isPort(end, packet)) || onlyFrom.some((end) => isEnd(end, packet.from));
  return ask(packet, false) && !isLetOff;
}

/** Whether a packet is one of those that an expectation is about. */
export function isMeant({ from = 'anywhere', to = 'anywhere' }: TestExpectation, packet: TestPacket): boolean {
  return isEnd(from, packet.from) && isEnd(to, packet.to) && isPort(to, packet);
}

function isEnd(end: TestEnd, one: TestPod | string): boolean {
  if (end === 'anywhere') return true;
  if (end === 'outside') return typeof one === 'string';
  if ('cidr' in end) return isIn(typeof one === 'string' ? one : one.address, end.cidr);
  if (typeof one === 'string') return false;
  if ('namespace' in end && end.namespace !== one.namespace) return false;
  return Object.entries(end.labels ?? {}).every(([key, value]) => one.labels[key] === value);
}

function isPort(end: TestEnd, { protocol, port }: Pick<TestPacket, 'protocol' | 'port'>): boolean {
  const ports = typeof end === 'string' ? undefined : end.ports;
  return (
    ports === undefined ||
    ports.some((text) => {
      const [, first = '0', last = first, own] = /^(?:(\d+)(?:-(\d+))?\/)?(\w+)$/.exec(text) ?? [];
      const isNumber = text.includes('/');
      return own === protocol && (!isNumber || (Number(first) <= port && port <= Number(last)));
    })
  );
}

function isIn(address: string, cidr: string): boolean {
  const [base = '', length = ''] = cidr.split('/');
  const size = 2 ** (32 - Number(length));
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(base) / size);
}

function numberOf(address: string): number {
  return address.split('.').reduce((value, octet) => value * 256 + Number(octet), 0);
}
