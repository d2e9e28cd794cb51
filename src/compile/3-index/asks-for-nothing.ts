import type { Cluster, Service } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Manifest } from '../../model/manifest.js';

/**
 * Returns true if an input asks for nothing: it has no sound resource, and among the manifests no Service to make load
 * balancers of either. An empty result is never taken for "delete everything" unless the configuration allows it.
 */
export function asksForNothing(
  resources: readonly Manifest[],
  { services }: Cluster,
  { features, ingressControllers }: Configuration,
): boolean {
  // Routers without any Route have a configuration all the same.
  if (resources.length > 0 || ingressControllers.length > 0) return false;
  const isOwn = ({ manifest }: Service): boolean => manifest.origin.file.role !== 'inventory';
  return !features.has('services') || ![...services.values()].some(isOwn);
}
