import type { Service } from '../model/cluster.js';
import type { ServiceForms } from '../model/release.js';
import { ENDLESS_AFFINITY } from './numbers.js';

/** Maximum seconds for which OVN remembers the endpoint of a client. */
export const MAX_AFFINITY_TIMEOUT = 65_535;

/**
 * Returns true if OVN must remember the endpoint of a client for a limited time. Hashing by addresses needs no memory.
 */
export function hasAffinityTimeout(
  { affinityTimeout }: Pick<Service, 'affinityTimeout'>,
  { hashesEndlessAffinity }: ServiceForms,
): boolean {
  return affinityTimeout !== undefined && !(hashesEndlessAffinity && affinityTimeout === ENDLESS_AFFINITY);
}
