import type { Node } from '../../model/cluster.js';
import type { ResourceName } from '../../model/diagnostic.js';
import type { Origin } from '../../model/manifest.js';

/** Location of an object whose value differs from weir.yaml, and the value. */
export interface Evidence {
  readonly resource: ResourceName;
  readonly origin: Origin;
  readonly pointer: string;
  readonly shown: string;
}

/** Returns the evidence of a node at the location of a JSON pointer. */
export function nodeEvidence({ name, manifest: { origin } }: Node, pointer: string, shown: string): Evidence {
  return { resource: { kind: 'Node', namespace: '', name }, origin, pointer, shown };
}
