import { type Ingress, readIngress } from '../../ingress/read-ingress.js';
import type { Backend } from '../../model/backend.js';
import type { Manifest } from '../../model/manifest.js';
import { causeOf } from '../shared/cause.js';
import { exposureOf } from '../shared/exposure.js';
import type { KindContext } from '../contract/kind-context.js';

/**
 * Returns the Services that Ingresses lead to. If the ingress controllers of OpenShift are known, they serve the Routes
 * that are made of Ingresses. Then only Ingresses of other controllers count themselves.
 */
export function findBackends(objects: readonly Manifest[], context: KindContext): Backend[] {
  return findServed(objects, context).flatMap(({ namespace, manifest, rules, defaultService }) => {
    const cause = causeOf(manifest, '');
    const services = [defaultService, ...rules.flatMap(({ paths = [] }) => paths.map(({ service }) => service))];
    return services
      .filter((service) => service !== undefined)
      .map(({ name, portName, portNumber }) => ({
        namespace,
        service: name,
        // ingress-nginx takes the target port of a Service, too.
        port: portName === '' ? { number: portNumber, target: portNumber } : { name: portName, targetName: portName },
        cause,
      }));
  });
}

function findServed(objects: readonly Manifest[], context: KindContext): Ingress[] {
  if (context.cluster.ingressControllers.length > 0) {
    return exposureOf(context).ingresses.others.map(({ ingress }) => ingress);
  }
  return objects.map((manifest) => readIngress(manifest));
}
