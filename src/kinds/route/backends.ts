import { readRoute } from '../../ingress/read-route.js';
import type { Backend, BackendPort } from '../../model/backend.js';
import type { Manifest } from '../../model/manifest.js';
import type { Route } from '../../model/route.js';
import { causeOf } from '../cause.js';
import { exposureOf } from '../exposure.js';
import type { KindContext } from '../kind.js';

/**
 * Returns the Services that Routes lead to. Where nothing is known of the ingress controllers every Route is served;
 * else only what one of them admits, the Routes of Ingresses among them.
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

/** OpenShift router: the port of an endpoint, by its number or by its name, which is that of the Service's port. */
function readPort(text: string): BackendPort {
  return { name: text, ...(/^\d+$/.test(text) ? { target: Number(text) } : {}) };
}

function findServed(objects: readonly Manifest[], context: KindContext): Route[] {
  if (context.cluster.ingressControllers.length === 0) {
    return objects.map((manifest) => readRoute(manifest, undefined));
  }
  const admissions = exposureOf(context).controllers.flatMap((one) => one.admissions);
  const served = admissions.flatMap(({ route, refusal }) => (refusal ? [] : [route]));
  return [...new Map(served.map((route) => [route.key, route])).values()];
}
