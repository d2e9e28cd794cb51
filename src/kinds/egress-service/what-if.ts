import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../kind.js';
import type { ChangeNodes } from '../node-change.js';
import { type NodeImpact, type Placed, assessNodeImpact } from '../node-impact.js';
import type { PlacedService } from './placement.js';
import { describeRefusals } from './reasons.js';
import { lockHosts, placeEgressServices } from './resolve.js';

/** An EgressService: `<namespace>/<name>`. */
export interface HostedService {
  readonly egressService: string;
}

/**
 * What a change of the nodes does to the hosts of EgressServices. Endpoints stay on their nodes. Services that have no host
 * for another reason than the nodes do not count, nor those that every node handles.
 */
export function assessServices(
  manifests: readonly Manifest[],
  context: KindContext,
  change: ChangeNodes,
): NodeImpact<HostedService> {
  if (!context.configuration.features.has('egressService')) return { moves: [], stranded: [], losses: [] };
  const place = (at: KindContext): readonly PlacedService[] => placeEgressServices(manifests, at);
  return assessNodeImpact({ place, lock: lockHosts, list: listServices, count: countByHost }, context, change);
}

function listServices(placed: readonly PlacedService[], { cluster }: KindContext): Placed<HostedService>[] {
  return placed.flatMap(({ request, host }): Placed<HostedService>[] => {
    const { key } = request;
    const one = { key, item: { egressService: key } };
    if (host.type === 'node') return [{ ...one, node: host.node.name }];
    const isStranded = host.type === 'none' && host.why === 'no-node';
    return isStranded ? [{ ...one, reason: describeRefusals(request, cluster.nodes) }] : [];
  });
}

function countByHost(placed: readonly PlacedService[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { host } of placed) {
    if (host.type === 'node') counts.set(host.node.name, (counts.get(host.node.name) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
