import type { Configuration, Feature } from '../../model/configuration.js';

/** All features that `features` of weir.yaml may list. */
export const FEATURES: readonly Feature[] = [
  'egressFirewall',
  'egressQoS',
  'egressIP',
  'egressService',
  'multiExternalGateway',
  'networkPolicy',
  'adminNetworkPolicy',
  'services',
];

/**
 * Returns the default features: all. In an external topology, the load balancers of Services are left to the live
 * controllers.
 */
export function defaultFeatures(topology: Configuration['topology']): readonly Feature[] {
  return topology === 'managed' ? FEATURES : FEATURES.filter((feature) => feature !== 'services');
}
