import type { Cluster, Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Manifest } from '../../model/manifest.js';

/**
 * Returns true if an input requests no output: it has no valid resource, no ingress controller, and no Service manifest
 * for load balancers. An empty result is never taken for "delete everything" unless the configuration allows it.
 */
export function asksForNothing(
  resources: readonly Manifest[],
  { services }: Cluster,
  { features, ingressControllers }: Configuration,
): boolean {
  // Routers have a configuration even without any Route.
  if (resources.length > 0 || ingressControllers.length > 0) return false;
  const isOwn = ({ manifest }: Service): boolean => manifest.origin.file.role !== 'inventory';
  return !features.has('services') || ![...services.values()].some(isOwn);
}
