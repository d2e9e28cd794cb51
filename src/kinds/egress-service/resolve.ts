import type { SourceAddress } from '../../model/intent.js';
import type { LockPart } from '../../model/lock.js';
import type { Manifest } from '../../model/manifest.js';
import type { KindContext } from '../kind.js';
import { type PlacedService, type Trace, placeServices, readStatuses } from './placement.js';
import { reportServices } from './report.js';
import { readRequests } from './request.js';

/** An EgressService with its host and the endpoints that it serves. */
export interface ServedService {
  readonly placed: PlacedService;
  /** Endpoints in the pod network that no service before it serves. */
  readonly sources: readonly SourceAddress[];
  /** Service that serves them instead → addresses. */
  readonly lost: ReadonlyMap<PlacedService, readonly string[]>;
}

/** All EgressServices. */
export interface ResolvedEgressServices {
  readonly served: readonly ServedService[];
  readonly lock: LockPart;
}

/** Chooses the hosts of all EgressServices; reports selectors that are none. `trace` hears of each fresh choice. */
export function placeEgressServices(
  manifests: readonly Manifest[],
  context: KindContext,
  trace?: Trace,
): { readonly placed: readonly PlacedService[]; readonly rejected: readonly string[] } {
  const { cluster, configuration, lock, observed } = context;
  const { requests, rejected } = readRequests(manifests, context);
  const statuses = readStatuses(manifests, observed);
  return { placed: placeServices(requests, cluster, configuration, lock, statuses, trace), rejected };
}

/**
 * Resolves all EgressServices: hosts, then endpoints; reports what is wrong or suspicious about either. Without any node
 * in the inventory nothing is known of the cluster: nothing is placed, and the lock stays.
 */
export function resolveEgressServices(manifests: readonly Manifest[], context: KindContext): ResolvedEgressServices {
  const { cluster, lock } = context;
  if (cluster.nodes.length === 0) return { served: [], lock: { egressServices: lock.egressServices } };
  const { placed, rejected } = placeEgressServices(manifests, context);
  const served = shareEndpoints(placed);
  reportServices(served, context);
  const hosts = placed.flatMap(({ request, host }): [string, string][] =>
    host.type === 'node' ? [[request.key, host.node.name]] : [],
  );
  for (const key of rejected) {
    const locked = lock.egressServices.get(key);
    if (locked !== undefined) hosts.push([key, locked]);
  }
  return { served, lock: { egressServices: new Map(hosts.sort(([a], [b]) => (a < b ? -1 : 1))) } };
}

/** An address that is behind several Services is served by the first by name: two policies on it would be a lottery. */
function shareEndpoints(placed: readonly PlacedService[]): ServedService[] {
  const owners = new Map<string, PlacedService>();
  return placed.map((one) => {
    const { request, host } = one;
    if (host.type === 'none') return { placed: one, sources: [], lost: new Map() };
    const sources: SourceAddress[] = [];
    const lost = new Map<PlacedService, string[]>();
    for (const source of request.sources) {
      const owner = owners.get(source.address);
      if (!owner) {
        owners.set(source.address, one);
        sources.push(source);
        continue;
      }
      const known = lost.get(owner);
      if (known) known.push(source.address);
      else lost.set(owner, [source.address]);
    }
    return { placed: one, sources, lost };
  });
}
