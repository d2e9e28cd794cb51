import { familyOfText } from '../../net/address.js';
import { listNames } from '../../std/list-text.js';
import type { Position } from '../../model/diagnostic.js';
import { packetOf } from '../packet.js';
import type { Tracer } from '../trace.js';
import type { PathDecider } from '../path.js';
import { type Ends, type Receiver, type Sender, type Transport, parseTransport } from './ends.js';
import { type TraceGroup, groupTraces } from './groups.js';
import type { HintWording } from './hint.js';
import { findReceivers } from './receivers.js';
import { findSenders } from './senders.js';
import { POD_ANNOTATION, NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** A packet query, as the user writes it. */
export interface TraceQuery {
  /** A peer, see `parsePeer`. */
  readonly from: string;
  /** A peer, see `parsePeer`. */
  readonly to: string;
  /** `443/TCP`, `443` or `ICMP`. */
  readonly transport?: string | undefined;
  /** Selects among the pods that `from` names. */
  readonly labels?: string | undefined;
}

/** The subject of a trace. */
export interface About {
  readonly from: string;
  readonly to: string;
  readonly transport: Transport;
}

/** The result of a packet query. */
export interface TraceAnswer {
  readonly about: About;
  readonly groups: readonly TraceGroup[];
}

/** Returns the source location of a deciding rule. */
export type DeciderPositions = (decider: PathDecider) => Position | undefined;

/** The context for formatting a result. */
export interface TraceWording extends HintWording {
  readonly places: DeciderPositions;
}

/**
 * Traces the packets of a query. Returns a sentence if the query is invalid. The tracer is created after the query is
 * resolved.
 */
export function askTrace(
  { from, to, transport, labels }: TraceQuery,
  ends: Ends,
  makeTracer: () => Tracer,
): TraceAnswer | string {
  const asked = transport === undefined ? undefined : parseTransport(transport);
  if (transport !== undefined && !asked) return `'${transport}' is no port: write 443/TCP, 53/UDP or ICMP`;
  const senders = findSenders(from, labels, ends);
  if (typeof senders === 'string') return senders;
  const receivers = findReceivers(to, ends);
  if (typeof receivers === 'string') return receivers;
  const [only, ...more] = receivers;
  const wanted = asked ?? only?.port;
  if (!wanted) return 'which port? write it last, for example 443/TCP, or ICMP';
  if (senders.length * receivers.length > MAX_PACKETS)
    return `${senders.length} senders and ${receivers.length} receivers are too many: name fewer pods`;
  const tracer = makeTracer();
  const addressesOf = createAddressFinder(tracer);
  const traces = senders.flatMap((sender) => {
    const sources = addressesOf(sender);
    return receivers.flatMap(({ name, addresses }) => {
      const pair = more.length > 0 && sender.name === name ? undefined : pairOf(sources, addresses);
      if (!pair) return [];
      const packet = packetOf(pair.source, pair.destination, wanted.protocol, wanted.port);
      return [{ sender, to: name, packet, trace: tracer.tracePacket(sender.origin, packet) }];
    });
  });
  if (traces.length === 0) {
    const isKnown = senders.some((sender) => addressesOf(sender).length > 0);
    return isKnown ? reasonWithoutPacket(senders, receivers) : WITHOUT_NETWORK;
  }
  const isOne = only && more.length === 0;
  return { about: { from, to: isOne ? only.name : to, transport: wanted }, groups: groupTraces(traces) };
}

/** Maximum packets of one query. */
const MAX_PACKETS = 20_000;

const WITHOUT_NETWORK = `the inventory does not tell the network of the sender: it lacks annotations of OVN-Kubernetes on the Node (${NODE_ANNOTATION.subnets}, …) or the Pod (${POD_ANNOTATION.networks})`;

/** Returns a function that finds the addresses of a sender. Pods without a row have their inventory addresses. */
function createAddressFinder({ addressesOf }: Tracer): (sender: Sender) => readonly string[] {
  return ({ addresses, origin, knownAddresses = [] }) => {
    if (addresses) return addresses;
    const told = addressesOf(origin);
    return told.length > 0 ? told : knownAddresses;
  };
}

/** Returns two addresses of one family, one of the sources and one of the destinations. */
function pairOf(
  sources: readonly string[],
  destinations: readonly string[],
): { readonly source: string; readonly destination: string } | undefined {
  for (const destination of destinations) {
    const source = sources.find((one) => familyOfText(one) === familyOfText(destination));
    if (source !== undefined) return { source, destination };
  }
  return undefined;
}

function reasonWithoutPacket(senders: readonly Sender[], receivers: readonly Receiver[]): string {
  const addresses = receivers.flatMap((receiver) => receiver.addresses);
  if (addresses.length === 0)
    return `${listNames(receivers.map(({ name }) => name))} ${receivers.length === 1 ? 'has' : 'have'} no address`;
  const names = senders.slice(0, 3).map(({ name }) => name);
  return `${listNames(names)} ${names.length === 1 ? 'has' : 'have'} no address of the family of ${listNames(addresses)}`;
}
