import type { PrimaryNetwork } from '../../model/cluster.js';
import type { Report } from '../../model/diagnostic.js';

/** Returns the location of the primary network of a namespace, as a related location of a finding. */
export function relatedNetwork(
  namespace: string,
  { manifest: { kind, name, origin } }: PrimaryNetwork,
): NonNullable<Report['related']>[number] {
  return {
    message: `${kind} ${name} is the primary network of ${namespace}`,
    location: { origin, pointer: '/metadata/name' },
  };
}
