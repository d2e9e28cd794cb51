import type { Node } from '../../model/cluster.js';
import type { ResourceName } from '../../model/diagnostic.js';
import type { Origin } from '../../model/manifest.js';

/** An object that shows another value than weir.yaml has, and where. */
export interface Evidence {
  readonly resource: ResourceName;
  readonly origin: Origin;
  readonly pointer: string;
  readonly shown: string;
}

/** Returns a node that shows it at the place that a JSON pointer names. */
export function nodeEvidence({ name, manifest: { origin } }: Node, pointer: string, shown: string): Evidence {
  return { resource: { kind: 'Node', namespace: '', name }, origin, pointer, shown };
}
