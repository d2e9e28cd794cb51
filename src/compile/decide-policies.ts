import { kinds } from '../kinds/index.js';
import type { Cluster } from '../model/cluster.js';
import type { PolicyIntent } from '../model/intent/policy.js';
import type { Memo } from '../model/memo.js';
import { lower } from './5-lower/lower.js';
import { resolveKinds } from './5-lower/resolve.js';
import type { Prepared } from './compile.js';

/** Kinds whose objects decide about connections of pods. */
const POLICIES = kinds.filter(({ countsInInventory }) => countsInInventory === true);

/** Returns the policies of an input, and those of its inventory, as they apply in another cluster. Reports nothing. */
export function decidePolicies({ manifests, context }: Prepared, cluster: Cluster, memo: Memo): PolicyIntent[] {
  const elsewhere = { ...context, cluster, memo, report: () => undefined, errorsOnly: true };
  return lower(resolveKinds(manifests, POLICIES, elsewhere)).filter((intent) => intent.effect === 'policy');
}
