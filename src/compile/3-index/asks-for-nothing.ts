import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import { isLive } from '../../model/live.js';
import type { Manifest } from '../../model/manifest.js';

/**
 * Returns true if an input requests no output: it has no valid resource, no ingress controller, and no Service manifest
 * for load balancers. IngressControllers and Services of the inventory are state of the cluster, not requests. An empty
 * result is never taken for "delete everything" unless the configuration allows it.
 */
export function asksForNothing(
  resources: readonly Manifest[],
  inventory: readonly Manifest[],
  { services, ingressControllers }: Cluster,
  { features, ingressControllers: configured }: Configuration,
): boolean {
  // Routers have a configuration even without any Route.
  if (resources.length > 0 || configured.length > 0) return false;
  const served = new Set(ingressControllers.map(({ name }) => name));
  if (inventory.some((one) => one.kind === 'IngressController' && served.has(one.name) && !isLive(one))) return false;
  return !features.has('services') || ![...services.values()].some(({ manifest }) => !isLive(manifest));
}
