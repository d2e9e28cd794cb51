import { prepare } from '../../compile/prepare.js';
import type { Kind } from '../../kinds/contract/kind.js';
import type { KindInput } from '../../kinds/contract/kind-context.js';
import { inputOf } from '../../kinds/contract/manifests-of.js';
import type { InputOptions } from '../run/input.js';
import { readValid } from '../run/prepared.js';
import { openInputCache } from './input-cache.js';
import { PLACING, isKnownPlacing, preparePlaced, summarisePlacing } from './placed-objects.js';

/**
 * Reads the objects of a kind to query their assignments, without reporting findings. Uses the cache of an earlier run
 * on the same input. Returns undefined if the input has errors, which are printed to standard error.
 */
export async function recallPlaced(
  kind: Kind,
  { cache: isWanted = true, ...options }: InputOptions & { readonly cache?: boolean },
): Promise<KindInput | undefined> {
  return readValid(options, (input, report, read) => {
    const isByNodes = kind.placement?.dependsOnlyOnNodes === true;
    const slot = isWanted && isByNodes ? openInputCache(read, options)?.slot(PLACING, isKnownPlacing) : undefined;
    const known = slot?.find();
    if (known) return preparePlaced(kind, input, known);
    const prepared = prepare(input, report, () => undefined);
    const found = summarisePlacing(prepared);
    if (found) slot?.keep(found);
    return inputOf(kind, prepared);
  });
}
