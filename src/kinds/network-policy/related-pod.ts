import type { Pod } from '../../model/cluster.js';
import type { RelatedLocation } from '../../model/diagnostic.js';

/** Returns a pod as the reason of a finding. */
export function relatedPod({ origin }: Pod, message: string): RelatedLocation {
  return { message, location: { origin, pointer: '' } };
}
