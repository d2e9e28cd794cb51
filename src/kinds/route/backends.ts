import { readRoute } from '../../ingress/read-route.js';
import type { Backend, BackendPort } from '../../model/backend.js';
import type { Manifest } from '../../model/manifest.js';
import type { RouteResource } from '../../model/route.js';
import { causeOf } from '../shared/cause.js';
import { exposureOf } from '../shared/exposure.js';
import type { KindContext } from '../contract/kind-context.js';

/**
 * Returns the Services that Routes lead to. If the ingress controllers are unknown, every Route is served. Otherwise
 * only the admitted Routes count, also those of Ingresses.
 */
export function findBackends(objects: readonly Manifest[], context: KindContext): Backend[] {
  return findServed(objects, context).flatMap((route) => {
    const { namespace, manifest, to, alternateBackends, targetPort } = route;
    const cause = causeOf(manifest, '');
    const port = targetPort === undefined ? {} : { port: readPort(targetPort) };
    return [to, ...alternateBackends]
      .filter(({ kind, weight }) => kind === 'Service' && weight > 0)
      .map(({ name }) => ({ namespace, service: name, ...port, cause }));
  });
}

/** Parses the port of an endpoint: its number, or its name, which is that of the Service's port (OpenShift router). */
function readPort(text: string): BackendPort {
  return { name: text, ...(/^\d+$/.test(text) ? { target: Number(text) } : {}) };
}

function findServed(objects: readonly Manifest[], context: KindContext): RouteResource[] {
  if (context.cluster.ingressControllers.length === 0) {
    return objects.map((manifest) => readRoute(manifest, undefined));
  }
  const admissions = exposureOf(context).controllers.flatMap((one) => one.admissions);
  const served = admissions.flatMap(({ route, refusal }) => (refusal ? [] : [route]));
  return [...new Map(served.map((route) => [route.key, route])).values()];
}
