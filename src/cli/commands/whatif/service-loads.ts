import type { ReadResult } from '../../../compile/1-read/read.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import { asList, asObject, asString } from '../../../std/json.js';

/** Endpoints of a Service, by nodes. */
export interface ServiceLoad {
  /** `shop/db`. */
  readonly service: string;
  /** Number of endpoints on the node that fails, and on all others. */
  readonly here: number;
  readonly left: number;
  /** The only node with endpoints after the failure. */
  readonly onlyOn?: string;
}

/** Label of an EndpointSlice with the name of its Service. */
const SERVICE_LABEL = 'kubernetes.io/service-name';

/** Returns the Services whose endpoints are on known nodes, in the order of their slices. */
export function listServiceLoads(before: ReadResult, after: ReadResult, node: string): ServiceLoad[] {
  const later = countEndpoints(after);
  return [...countEndpoints(before)].map(([service, counts]): ServiceLoad => {
    const left = later.get(service) ?? new Map<string, number>();
    const [only, ...others] = left.keys();
    return {
      service,
      here: counts.get(node) ?? 0,
      left: [...left.values()].reduce((sum, count) => sum + count, 0),
      ...(only !== undefined && others.length === 0 ? { onlyOn: only } : {}),
    };
  });
}

/** Counts the endpoints of each Service on each node. */
function countEndpoints({ inventory }: ReadResult): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { kind, namespace, object } of inventory) {
    const name = asString(asObject(asObject(object.metadata)?.labels)?.[SERVICE_LABEL]);
    if (kind !== 'EndpointSlice' || name === undefined) continue;
    const service = pathOfName({ namespace, name });
    const own = counts.get(service) ?? new Map<string, number>();
    counts.set(service, own);
    for (const endpoint of asList(object.endpoints)) {
      const { nodeName } = asObject(endpoint) ?? {};
      if (typeof nodeName === 'string') own.set(nodeName, (own.get(nodeName) ?? 0) + 1);
    }
  }
  return counts;
}
