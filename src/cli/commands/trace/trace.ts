import { emitHostStates } from '../../../compile/6-emit/host-states.js';
import { emitWholeRows } from '../../../compile/6-emit/zone-rows.js';
import { interpret, prepare } from '../../../compile/compile.js';
import { listNames } from '../../../std/list-text.js';
import { familyOfText } from '../../../net/address.js';
import { packetOf } from '../../../trace/packet.js';
import { createTracer } from '../../../trace/trace.js';
import { pathFromHere } from '../../folder.js';
import { printJson, printLines, printMessage } from '../../print.js';
import type { InputOptions } from '../input.js';
import { readSound } from '../prepared.js';
import { type Sender, findReceiver, findSenders, parseTransport } from './ends.js';
import { groupTraces } from './groups.js';
import { createPlaces } from './places.js';
import { renderDot } from './render-dot.js';
import { renderJson } from './render-json.js';
import { renderText } from './render-text.js';

export interface TraceOptions extends InputOptions {
  /** A pod, a namespace, a node, `outside` or an address there. */
  readonly from: string;
  /** An address, a name, a Service, a pod or a node. */
  readonly to: string;
  /** `443/TCP`, `443` or `ICMP`. */
  readonly transport?: string | undefined;
  /** Which pods of a namespace. */
  readonly labels?: string;
  readonly format: string;
}

/**
 * `weir trace`: what becomes of a packet, stage by stage, and who decides. Exit code 0 whatever that is, or 1 for errors in
 * the input and for ends that are not there.
 */
export async function traceCommand({ from, to, transport, labels, format, ...options }: TraceOptions): Promise<number> {
  const asked = transport === undefined ? undefined : parseTransport(transport);
  if (transport !== undefined && !asked) return refuse(`'${transport}' is no port: write 443/TCP, 53/UDP or ICMP`);
  const read = await readSound({ ...options, allowEmpty: true }, (input, report, { root }) => {
    const prepared = prepare(input, report, () => undefined);
    const { intents } = interpret(prepared, input);
    return { intents, cluster: prepared.context.cluster, configuration: input.configuration, root };
  });
  if (!read) return 1;
  const { intents, cluster, configuration, root } = read;
  const senders = findSenders(from, labels, cluster);
  if (typeof senders === 'string') return refuse(senders);
  const receiver = findReceiver(to, cluster);
  if (typeof receiver === 'string') return refuse(receiver);
  const wanted = asked ?? receiver.port;
  if (!wanted) return refuse('which port? write it last, for example 443/TCP, or ICMP');
  const tracer = createTracer({
    zones: emitWholeRows(intents, cluster, configuration),
    hosts: emitHostStates(intents, cluster, configuration),
  });
  const traces = senders.flatMap((sender) => {
    const pair = pairOf(sender.addresses ?? tracer.addressesOf(sender.origin), receiver.addresses);
    if (!pair) return [];
    const packet = packetOf(pair.source, pair.destination, wanted.protocol, wanted.port);
    return [{ sender, packet, trace: tracer.tracePacket(sender.origin, packet) }];
  });
  if (traces.length === 0) {
    const isKnown = senders.some(({ addresses, origin }) => (addresses ?? tracer.addressesOf(origin)).length > 0);
    return refuse(isKnown ? reasonWithoutPacket(senders, receiver.name, receiver.addresses) : WITHOUT_NETWORK);
  }
  const places = createPlaces(cluster, pathFromHere(root));
  const groups = groupTraces(traces);
  const about = { from, to: receiver.name, transport: wanted };
  if (format === 'json') printJson(renderJson(about, groups, places));
  else if (format === 'dot') printLines(renderDot(groups));
  else printLines(renderText(about, groups, places));
  return 0;
}

const WITHOUT_NETWORK =
  'the inventory does not tell the network of the sender: it lacks annotations of OVN-Kubernetes on the Node (k8s.ovn.org/node-subnets, …) or the Pod (k8s.ovn.org/pod-networks)';

/** Addresses of one family that both ends have. */
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

function reasonWithoutPacket(senders: readonly Sender[], to: string, addresses: readonly string[]): string {
  if (addresses.length === 0) return `${to} has no address`;
  const names = senders.slice(0, 3).map(({ name }) => name);
  return `${listNames(names)} ${names.length === 1 ? 'has' : 'have'} no address of the family of ${listNames(addresses)}`;
}

function refuse(problem: string): number {
  printMessage(problem);
  return 1;
}
