import { locateCauses } from '../../diagnostics/locate-causes.js';
import type { Cluster } from '../../model/cluster.js';
import type { Cause } from '../../model/intent/cause.js';
import type { DeciderPositions } from '../../trace/query/ask.js';
import type { PathDecider } from '../../trace/path.js';

/**
 * Creates a function that finds source locations in a repository, relative to `folder`. Services have the locations of
 * the inventory.
 */
export function createPlaces({ services }: Cluster, folder: string): DeciderPositions {
  return (decider) => {
    const cause = decider.cause ?? causeOf(decider);
    return cause && locateCauses([cause], folder).get(cause);
  };

  function causeOf({ kind, namespace, name }: PathDecider): Cause | undefined {
    const manifest = kind === 'Service' ? services.get(`${namespace}/${name}`)?.manifest : undefined;
    if (!manifest) return undefined;
    return {
      apiVersion: manifest.apiVersion,
      kind,
      namespace,
      name,
      origin: manifest.origin,
      pointer: '/metadata/name',
    };
  }
}
