import type { ZoneRows } from '../../src/model/northbound.js';
import { packetOf } from '../../src/trace/packet.js';
import { createTracer } from '../../src/trace/trace.js';

/** A packet from a pod. */
export interface Probe {
  readonly namespace: string;
  readonly pod: string;
  readonly destination: string;
  readonly port: number;
}

/** What becomes of a packet: `delivered from <source>` or a verdict, for each possible path. */
export type Outcomes = ReadonlySet<string>;

/** Outcomes by probe. */
export type Outlook = ReadonlyMap<string, Outcomes>;

const DELIVERED = 'delivered from ';

/** Returns what the rows of all zones do to packets. */
export function probe(zones: readonly ZoneRows[], probes: readonly Probe[]): Outlook {
  const tracer = createTracer({ zones });
  return new Map(
    probes.map(({ namespace, pod, destination, port }) => {
      const origin = { type: 'pod', namespace, name: pod } as const;
      const [source] = tracer.addressesOf(origin);
      const packet = source === undefined ? undefined : packetOf(source, destination, 'TCP', port);
      const { paths } = packet ? tracer.tracePacket(origin, packet) : { paths: [] };
      const outcomes = paths.map(({ verdict, end }) =>
        verdict === 'delivered' ? `${DELIVERED}${end.packet.source}` : verdict,
      );
      return [`${namespace}/${pod} > ${destination}:${port}`, new Set(outcomes)];
    }),
  );
}

/** Returns rows without filters: what they do shows the way of each packet, whether it passes or not. */
export function withoutFilters(zones: readonly ZoneRows[]): ZoneRows[] {
  return zones.map((zone) => ({ ...zone, rows: new Map([...zone.rows].filter(([table]) => table !== 'ACL')) }));
}

/** Returns true for a packet that leaves the cluster. */
export function isToOutside({ destination }: Probe): boolean {
  return !destination.startsWith('10.');
}

/** What each state of a transition must agree with: every state that the events may lead to. */
export interface Allowed {
  readonly outlooks: readonly Outlook[];
  /** The same without filters. */
  readonly ways: readonly Outlook[];
  /** Addresses of EgressIPs. */
  readonly egressAddresses: ReadonlySet<string>;
}

const isDelivered = (outcome: string): boolean => outcome.startsWith(DELIVERED);
/** What a trace says of a packet that goes to another zone: this zone lets it pass. */
const ELSEWHERE = 'unknown';
const isPassed = (outcome: string): boolean => isDelivered(outcome) || outcome === ELSEWHERE;
const sourcesOf = (outcomes: Outcomes | undefined): string[] => [...(outcomes ?? [])].filter(isDelivered);

/** Returns the packets that pass in a state on the way, although they pass in none of the allowed states. */
export function findOpened(state: Outlook, { outlooks }: Allowed): string[] {
  return [...state].flatMap(([name, outcomes]) => {
    const passed = [...outcomes].filter(isPassed);
    const isAllowed = outlooks.some((outlook) => [...(outlook.get(name) ?? [])].some(isPassed));
    return passed.length > 0 && !isAllowed ? [`${name} is open: ${passed.join()}`] : [];
  });
}

/**
 * Returns the packets that leave with a source that they have in none of the allowed states, or without the address of
 * an EgressIP although they have one in all.
 */
export function findWrongWays(state: Outlook, { ways, egressAddresses }: Allowed): string[] {
  const isServed = (one: Outcomes | undefined): boolean =>
    one !== undefined &&
    one.size > 0 &&
    [...one].every((outcome) => isDelivered(outcome) && egressAddresses.has(outcome.slice(DELIVERED.length)));
  return [...state].flatMap(([name, outcomes]) => {
    const allowed = ways.map((outlook) => outlook.get(name));
    const sources = new Set(allowed.flatMap(sourcesOf));
    const wrong = sourcesOf(outcomes).filter((one) => !sources.has(one));
    if (wrong.length > 0) return [`${name} has a wrong source: ${wrong.join()}, not ${[...sources].join()}`];
    if (allowed.every(isServed) && !isServed(outcomes)) return [`${name} is not served: ${[...outcomes].join()}`];
    return [];
  });
}
