import type { Engine } from '../engine/engine.js';
import { kinds } from '../kinds/index.js';
import type { Cluster } from '../model/cluster.js';
import type { PolicyIntent } from '../model/intent/policy.js';
import { resolveKinds } from './5-lower/resolve.js';
import type { Prepared } from './compile-input.js';

/** Kinds whose objects decide about connections of pods. */
const POLICIES = kinds.filter(({ countsInInventory }) => countsInInventory === true);

/** Returns the policies of an input, and those of its inventory, as they apply in another cluster. Reports nothing. */
export function decidePolicies({ context }: Prepared, cluster: Cluster, engine: Engine): PolicyIntent[] {
  const elsewhere = { ...context, cluster, report: () => undefined, errorsOnly: true };
  return resolveKinds(POLICIES, elsewhere, engine)
    .flatMap(({ intents }) => intents)
    .filter((intent) => intent.effect === 'policy');
}
