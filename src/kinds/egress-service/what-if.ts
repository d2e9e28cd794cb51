import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../kind.js';
import { type ChangeNodes, drainNode, withNodes } from '../node-change.js';
import type { PlacedService } from './placement.js';
import { NO_HOST_TEXTS } from './reasons.js';
import { placeEgressServices } from './resolve.js';

/** An EgressService (`<namespace>/<name>`) that gets another host. */
export interface HostChange {
  readonly egressService: string;
  /** Absent: it had none. */
  readonly from?: string;
  readonly to: string;
}

/** An EgressService that has no host. */
export interface Hostless {
  readonly egressService: string;
  /** Absent: it had none before either. */
  readonly from?: string;
  readonly reason: string;
}

/** What a change of the nodes does to the hosts of services. */
export interface HostOutlook {
  readonly moves: readonly HostChange[];
  readonly stranded: readonly Hostless[];
  /** For each host: how many services it has, and which would have none if it were lost after the change. */
  readonly losses: readonly {
    readonly node: string;
    readonly services: number;
    readonly stranded: readonly Hostless[];
  }[];
}

/** Compares the hosts with those after a change of the nodes, which stay where they can, and then takes every host away. */
export function lookAheadForHosts(
  manifests: readonly Manifest[],
  context: KindContext,
  change: ChangeNodes,
): HostOutlook {
  const place = (from: KindContext): readonly PlacedService[] =>
    placeEgressServices(manifests, { ...from, report: () => undefined }).placed;
  const before = hostsOf(place(context));
  const changed = withNodes(context, change, { ...context.lock, egressServices: before });
  const placed = place(changed);
  const after = hostsOf(placed);
  const losses = [...new Set(after.values())].sort().map((node) => {
    const lost = place(withNodes(changed, drainNode(node), { ...changed.lock, egressServices: after }));
    const left = strandedIn(lost, after).filter(({ from }) => from !== undefined);
    return { node, services: [...after.values()].filter((host) => host === node).length, stranded: left };
  });
  return { moves: movesBetween(before, after), stranded: strandedIn(placed, before), losses };
}

/** Key of each service that has a host → name of the node. */
function hostsOf(placed: readonly PlacedService[]): ReadonlyMap<string, string> {
  return new Map(
    placed.flatMap(({ request, host }) => (host.type === 'node' ? [[request.key, host.node.name] as const] : [])),
  );
}

function movesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): HostChange[] {
  return [...after].flatMap(([egressService, to]) => {
    const from = before.get(egressService);
    return from === to ? [] : [{ egressService, ...(from === undefined ? {} : { from }), to }];
  });
}

function strandedIn(placed: readonly PlacedService[], before: ReadonlyMap<string, string>): Hostless[] {
  return placed.flatMap(({ request: { key }, host }) => {
    if (host.type !== 'none') return [];
    const from = before.get(key);
    return [{ egressService: key, ...(from === undefined ? {} : { from }), reason: NO_HOST_TEXTS[host.why] }];
  });
}
