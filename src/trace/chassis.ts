import type { Columns } from '../model/northbound.js';
import { readEntry } from '../northbound/row-columns.js';
import { gatewayRouterName } from '../ovn-kubernetes/row-names.js';
import type { Zone } from './zone.js';

/**
 * Returns the chassis that a switch port requests, in the zone of the chassis. Some releases of OVN-Kubernetes name it,
 * others its node (ovn-nb(5), `requested-chassis`).
 */
export function requestedChassis(columns: Columns, zone: Zone): string | undefined {
  const requested = readEntry(columns, 'options', 'requested-chassis');
  if (requested === undefined) return undefined;
  const router = zone.row('Logical_Router', gatewayRouterName(requested));
  return readEntry(router?.columns ?? {}, 'options', 'chassis') ?? requested;
}
