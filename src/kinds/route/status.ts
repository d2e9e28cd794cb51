import type { Admission } from '../../ingress/admission.js';
import { routerNameOf, variable } from '../../ingress/environment.js';
import { type Exposure, ROUTE } from '../../ingress/exposure.js';
import type { StatusIntent } from '../../model/intent/kubernetes-object.js';
import type { IngressController } from '../../model/ingress-controller.js';
import type { RouteResource } from '../../model/route.js';
import { compareText } from '../../std/compare-text.js';
import type { Json, JsonObject } from '../../std/json.js';
import { causeOf } from '../shared/cause.js';

/** The name of a router, and what it says of a Route. */
type NamedEntry = readonly [routerName: string, entry: JsonObject];

interface RouteEntries {
  readonly key: string;
  readonly route: RouteResource;
  readonly written: NamedEntry[];
}

/** Returns the status of each Route of the input that a controller selects: entries of other routers stay unchanged. */
export function lowerStatuses({ controllers, routes }: Exposure): StatusIntent[] {
  const own = new Set(routes.map(({ key }) => key));
  const entries = new Map<string, RouteEntries>();
  for (const { controller, admissions } of controllers) {
    const routerName = routerNameOf(controller);
    const entryOf = createStatusEntry(controller, routerName);
    for (const admission of admissions) {
      const { route } = admission;
      const key = route.key;
      if (!own.has(key) || route.manifest.kind !== ROUTE.kind) continue;
      const known = entries.get(key);
      const named: NamedEntry = [routerName, entryOf(admission)];
      if (known) known.written.push(named);
      else entries.set(key, { key, route, written: [named] });
    }
  }
  return [...entries.values()]
    .sort((a, b) => compareText(a.key, b.key))
    .map(({ route, written }) => ({
      effect: 'status',
      subresource: 'status',
      status: { ingress: mergeEntries(route.statuses, written) },
      cause: causeOf(route.manifest, ''),
    }));
}

/** Merges the entries. New entries replace those of the same router in place, and the others follow. */
function mergeEntries(before: readonly JsonObject[], written: readonly NamedEntry[]): Json[] {
  const [first, second] = written;
  if (before.length === 0 && first && !second) return [first[1]];
  const left = new Map(written);
  const kept = before.map((entry): JsonObject => {
    const name = typeof entry.routerName === 'string' ? entry.routerName : '';
    const own = left.get(name);
    left.delete(name);
    return own ?? entry;
  });
  return [...kept, ...left.values()];
}

const ADMITTED: Json[] = [{ type: 'Admitted', status: 'True' }];

/** Prepares the entries of the routers of a controller. The applier writes the times: compiling has no clock. */
function createStatusEntry(controller: IngressController, routerName: string): (admission: Admission) => JsonObject {
  const routerCanonicalHostname = variable(controller, 'ROUTER_CANONICAL_HOSTNAME');
  return ({ route: { host, wildcardPolicy }, refusal }) => {
    const conditions = refusal
      ? [{ type: 'Admitted', status: 'False', reason: refusal.reason, message: refusal.message }]
      : ADMITTED;
    // Without a spread, which makes objects that take more time and memory.
    const entry: JsonObject =
      host === '' ? { routerName, conditions, wildcardPolicy } : { host, routerName, conditions, wildcardPolicy };
    if (routerCanonicalHostname !== '') entry.routerCanonicalHostname = routerCanonicalHostname;
    return entry;
  };
}
