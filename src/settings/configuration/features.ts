import type { Configuration, Feature } from '../../model/configuration.js';

/** Every feature that `features` of weir.yaml may list. */
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
 * Returns the features that are on where weir.yaml does not list any: all. Only the load balancers of Services are left
 * to the live controllers of an external topology.
 */
export function defaultFeatures(topology: Configuration['topology']): readonly Feature[] {
  return topology === 'managed' ? FEATURES : FEATURES.filter((feature) => feature !== 'services');
}
