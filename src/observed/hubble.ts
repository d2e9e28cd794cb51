import { isObject } from '../std/json.js';
import {
  type ObservedRole,
  type ObservedVerdict,
  type RecordSink,
  createRecord,
  parseFlowTime,
} from './flow-record.js';

/** Verdicts of Hubble (`flow.Verdict` of Cilium's API) that say whether a packet passed. */
const VERDICTS: ReadonlyMap<string, ObservedVerdict> = new Map([
  ['FORWARDED', 'allowed'],
  ['REDIRECTED', 'allowed'],
  ['DROPPED', 'dropped'],
]);

/** Protocols of `flow.l4` with their numbers. */
const PROTOCOLS = [
  ['TCP', 6],
  ['UDP', 17],
  ['SCTP', 132],
  ['ICMPv4', 1],
  ['ICMPv6', 58],
] as const;

/** Members of the responses of Hubble that are not flows. */
const OTHER_EVENTS = ['node_status', 'lost_events', 'agent_event', 'debug_event'];

/**
 * Reads an object of `hubble observe -o json`: a flow in the member `flow`, or on its own as with `-o jsonpb` of older
 * releases. Returns why it is invalid, or undefined. See `flow.proto` of Cilium.
 */
export function readHubble(value: Readonly<Record<string, unknown>>, sink: RecordSink): string | undefined {
  if (OTHER_EVENTS.some((member) => member in value)) {
    sink.skip();
    return undefined;
  }
  const flow = isObject(value.flow) ? value.flow : value;
  const addresses = flow.IP;
  if (!isObject(addresses)) {
    // An event of layer 2, or an unknown object.
    if (flow.verdict === undefined) return 'expected the members of a flow';
    sink.skip();
    return undefined;
  }
  return readPacket(flow, addresses, sink);
}

type Members = Readonly<Record<string, unknown>>;

function readPacket(flow: Members, addresses: Members, sink: RecordSink): string | undefined {
  const record = createRecord();
  record.source = numberOf(addresses.source, sink);
  record.destination = numberOf(addresses.destination, sink);
  if (record.source === -1 || record.destination === -1) return 'IP.source or IP.destination is not an address';
  const layer = isObject(flow.l4) ? flow.l4 : {};
  const protocol = PROTOCOLS.find(([name]) => isObject(layer[name]));
  if (!protocol) {
    sink.skip();
    return undefined;
  }
  const [name, number] = protocol;
  const header = layer[name];
  record.protocol = number;
  record.sourcePort = portIn(header, 'source_port');
  record.destinationPort = portIn(header, 'destination_port');
  record.first = record.last = typeof flow.time === 'string' ? parseFlowTime(flow.time) : NaN;
  record.verdict = VERDICTS.get(String(flow.verdict)) ?? 'unknown';
  record.role = roleOf(flow, header);
  sink.add(record);
  return undefined;
}

/**
 * Returns the role of a packet. `is_reply` is unset if Cilium did not consult its table of connections. The older `reply`
 * is unset if it is false.
 */
function roleOf({ is_reply: isReply, reply }: Members, header: unknown): ObservedRole {
  if (isReply === true || reply === true) return 'reply';
  if (isReply === false) return 'request';
  const flags = isObject(header) ? header.flags : undefined;
  if (!isObject(flags) || flags.SYN !== true) return 'unknown';
  return flags.ACK === true ? 'reply' : 'request';
}

function numberOf(value: unknown, sink: RecordSink): number {
  return typeof value === 'string' ? sink.numbers.ofText(value) : -1;
}

function portIn(header: unknown, member: string): number {
  const port = isObject(header) ? header[member] : undefined;
  return typeof port === 'number' && Number.isInteger(port) && port >= 0 && port < 65_536 ? port : 0;
}
