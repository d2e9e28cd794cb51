import type { PrimaryNetwork } from '../model/cluster.js';
import type { Report } from '../model/diagnostic.js';

/** Where the primary network of a namespace is made, as what explains a finding. */
export function relatedNetwork(
  namespace: string,
  { manifest: { kind, name, origin } }: PrimaryNetwork,
): NonNullable<Report['related']>[number] {
  return {
    message: `${kind} ${name} is the primary network of ${namespace}`,
    location: { origin, pointer: '/metadata/name' },
  };
}
