import type { KindInput } from '../contract/kind-context.js';
import type { GivenAddress } from '../contract/kind-placement.js';
import { pathOfName } from '../../model/kubernetes-object.js';
import { ingressOf } from './ingress.js';
import { specOf } from './parse.js';

/**
 * Returns the addresses of load balancers that Services get as their source, for their namespaces, whichever endpoints
 * are there.
 */
export function listGivenAddresses({ manifests, context: { cluster, configuration } }: KindInput): GivenAddress[] {
  return manifests.flatMap((manifest) => {
    const name = pathOfName(manifest);
    const service = cluster.services.get(name);
    if (!service?.isLoadBalancer || specOf(manifest).sourceIPBy === 'Network') return [];
    return configuration.ipFamilies.flatMap((family): GivenAddress[] => {
      const address = ingressOf(service, family).at(-1);
      return address ? [{ address: address.text, name, namespaces: manifest.namespace }] : [];
    });
  });
}
