import type { Lock } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../kind.js';
import { type ChangeNodes, drainNode, withNodes } from '../node-change.js';
import type { PlacedService } from './placement.js';
import { describeRefusals } from './reasons.js';
import { lockHosts, placeEgressServices } from './resolve.js';

/** An EgressService (`<namespace>/<name>`) that gets another host. */
export interface ServiceMove {
  readonly egressService: string;
  /** Absent: it had none. */
  readonly from?: string;
  readonly to: string;
}

/** An EgressService (`<namespace>/<name>`) that no node can be the host of. */
export interface StrandedService {
  readonly egressService: string;
  /** Absent: it had none before either. */
  readonly from?: string;
  readonly reason: string;
}

/** What a change of the nodes does to the hosts of EgressServices. */
export interface ServiceOutlook {
  readonly moves: readonly ServiceMove[];
  readonly stranded: readonly StrandedService[];
  /** For each host: how many services it has, and which of them would have none if it were lost after the change. */
  readonly losses: readonly {
    readonly node: string;
    readonly services: number;
    readonly stranded: readonly StrandedService[];
  }[];
}

const NOTHING: ServiceOutlook = { moves: [], stranded: [], losses: [] };

/**
 * Compares the hosts with those after a change of the nodes, which starts from the hosts of before, and then takes every
 * host away in turn (N-1). Endpoints stay on their nodes. Services that have no host for another reason than the nodes
 * do not count, nor those that every node handles.
 */
export function lookAheadServices(
  manifests: readonly Manifest[],
  context: KindContext,
  change: ChangeNodes,
): ServiceOutlook {
  if (!context.configuration.features.has('egressService')) return NOTHING;
  const before = placeEgressServices(manifests, { ...context, report: () => undefined });
  const changed = withNodes(context, change, lockOf(before, context));
  const after = placeEgressServices(manifests, changed);
  const lock = lockOf(after, changed);
  const losses = [...countByHost(after)].sort().map(([node, services]) => {
    const without = withNodes(changed, drainNode(node), lock);
    const stranded = compare(after, placeEgressServices(manifests, without), without).stranded;
    return { node, services, stranded: stranded.filter(({ from }) => from !== undefined) };
  });
  return { ...compare(before, after, changed), losses };
}

function lockOf(placed: readonly PlacedService[], context: KindContext): Lock {
  return { ...context.lock, ...lockHosts(placed, context) };
}

function countByHost(placed: readonly PlacedService[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { host } of placed) {
    if (host.type === 'node') counts.set(host.node.name, (counts.get(host.node.name) ?? 0) + 1);
  }
  return counts;
}

function compare(
  before: readonly PlacedService[],
  after: readonly PlacedService[],
  { cluster }: KindContext,
): Pick<ServiceOutlook, 'moves' | 'stranded'> {
  const earlier = new Map(
    before.flatMap(({ request, host }) => (host.type === 'node' ? [[request.key, host.node.name] as const] : [])),
  );
  const moves: ServiceMove[] = [];
  const stranded: StrandedService[] = [];
  for (const { request, host } of after) {
    const from = earlier.get(request.key);
    const known = { egressService: request.key, ...(from === undefined ? {} : { from }) };
    if (host.type === 'node' && host.node.name !== from) moves.push({ ...known, to: host.node.name });
    if (host.type === 'none' && host.why === 'no-node') {
      stranded.push({ ...known, reason: describeRefusals(request, cluster.nodes) });
    }
  }
  return { moves, stranded };
}
