import type { Admission } from '../../ingress/admission.js';
import { keyOf } from '../../ingress/age.js';
import { routerNameOf, variable } from '../../ingress/environment.js';
import { type Exposure, ROUTE } from '../../ingress/exposure.js';
import type { StatusIntent } from '../../model/intent/kubernetes-object.js';
import type { IngressController } from '../../model/ingress-controller.js';
import type { Route } from '../../model/route.js';
import { compareText } from '../../std/compare-text.js';
import type { Json, JsonObject } from '../../std/json.js';
import { causeOf } from '../cause.js';

/** The status of each Route of the input that a controller selects: entries of other routers stay unchanged. */
export function lowerStatuses({ controllers, routes }: Exposure): StatusIntent[] {
  const own = new Set(routes.map(keyOf));
  const entries = new Map<string, { readonly route: Route; readonly written: Map<string, JsonObject> }>();
  for (const { controller, admissions } of controllers) {
    const routerName = routerNameOf(controller);
    for (const admission of admissions) {
      const { route } = admission;
      const key = keyOf(route);
      if (!own.has(key) || route.manifest.kind !== ROUTE.kind) continue;
      const known = entries.get(key);
      const entry = statusEntry(admission, controller);
      if (known) known.written.set(routerName, entry);
      else entries.set(key, { route, written: new Map([[routerName, entry]]) });
    }
  }
  return [...entries]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, { route, written }]) => ({
      effect: 'status',
      subresource: 'status',
      status: { ingress: mergeEntries(route.statuses, written) },
      cause: causeOf(route.manifest, ''),
    }));
}

/** New entries replace old ones of the same router in place; the others follow. */
function mergeEntries(before: readonly JsonObject[], written: ReadonlyMap<string, JsonObject>): Json[] {
  const left = new Map(written);
  const kept = before.map((entry): JsonObject => {
    const name = typeof entry.routerName === 'string' ? entry.routerName : '';
    const own = left.get(name);
    left.delete(name);
    return own ?? entry;
  });
  return [...kept, ...left.values()];
}

/** The applier writes the times: compiling has no clock. */
function statusEntry({ route, refusal }: Admission, controller: IngressController): JsonObject {
  const canonicalName = variable(controller, 'ROUTER_CANONICAL_HOSTNAME');
  return {
    ...(route.host === '' ? {} : { host: route.host }),
    routerName: routerNameOf(controller),
    conditions: [
      refusal
        ? { type: 'Admitted', status: 'False', reason: refusal.reason, message: refusal.message }
        : { type: 'Admitted', status: 'True' },
    ],
    wildcardPolicy: route.wildcardPolicy,
    ...(canonicalName === '' ? {} : { routerCanonicalHostname: canonicalName }),
  };
}
