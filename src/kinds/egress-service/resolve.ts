import type { LockPart } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../contract/kind-context.js';
import { type PlacedService, type OnHostPlacement, placeServices, readStatuses } from './placement.js';
import { reportServices } from './report.js';
import { parseEgressServices } from './parse.js';
import { type SharedService, shareEndpoints } from './sharing.js';

/** All EgressServices. */
export interface ResolvedEgressServices {
  readonly served: readonly SharedService[];
  readonly lock: LockPart;
}

/** Chooses the hosts of all EgressServices. Reports invalid selectors. `trace` is called for each fresh choice. */
export function placeEgressServices(
  manifests: readonly Manifest[],
  context: KindContext,
  trace?: OnHostPlacement,
): readonly PlacedService[] {
  const { cluster, configuration, lock, assignmentOrder: order, observed } = context;
  const statuses = readStatuses(order === 'status-only' ? [] : manifests, observed);
  const earlier = { lock, statuses, order };
  return placeServices(parseEgressServices(manifests, context), cluster, configuration, earlier, trace);
}

/** Returns the hosts for the next lock. A service with an invalid selector keeps its entry, as it keeps its status. */
export function lockHosts(placed: readonly PlacedService[], { lock }: KindContext): LockPart {
  const hosts = placed.flatMap(({ parsed: { key }, host }): [string, string][] => {
    if (host.type === 'node') return [[key, host.node.name]];
    const locked = host.type === 'none' && host.why === 'bad-selector' ? lock.egressServices.get(key) : undefined;
    return locked === undefined ? [] : [[key, locked]];
  });
  return { egressServices: new Map(hosts) };
}

/**
 * Resolves all EgressServices: hosts, then endpoints. Reports invalid and suspicious input. Without a node in the
 * inventory the cluster is unknown: nothing is placed, and the lock stays.
 */
export function resolveEgressServices(manifests: readonly Manifest[], context: KindContext): ResolvedEgressServices {
  const { cluster, lock } = context;
  if (cluster.nodes.length === 0) return { served: [], lock: { egressServices: lock.egressServices } };
  const placed = placeEgressServices(manifests, context);
  const served = shareEndpoints(placed);
  reportServices(served, context);
  return { served, lock: lockHosts(placed, context) };
}
