import type { Service } from '../model/cluster.js';
import type { ServiceForms } from '../model/release.js';
import { ENDLESS_AFFINITY } from './numbers.js';

/** Seconds for which OVN remembers which client has which endpoint, at most. */
export const MAX_AFFINITY_TIMEOUT = 65_535;

/** Returns true if OVN must remember for a time which client has which endpoint. Hashing by addresses needs no memory. */
export function hasAffinityTimeout(
  { affinityTimeout }: Pick<Service, 'affinityTimeout'>,
  { hashesEndlessAffinity }: ServiceForms,
): boolean {
  return affinityTimeout !== undefined && !(hashesEndlessAffinity && affinityTimeout === ENDLESS_AFFINITY);
}
