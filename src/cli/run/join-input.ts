import type { SourceFile } from '../../model/manifest.js';
import { memoizeWeak } from '../../std/memoize.js';

/** Joins files. A manifest that a source also contains, with its namespace, is dropped. */
export function joinSources(manifests: readonly SourceFile[], rendered: readonly SourceFile[]): SourceFile[] {
  const own = new Set(rendered.map(({ path }) => path));
  return [...manifests.filter(({ path }) => !own.has(path)), ...rendered];
}

/** One object for each file, because cached results are found by the object. */
const asObserved = memoizeWeak((file: SourceFile): SourceFile => ({ ...file, role: 'inventory' }));

/**
 * Joins files without duplicates. A file that both `manifests` and `inventory` select is a manifest if weir.yaml sets
 * `manifests`. Otherwise, it belongs to the inventory.
 */
export function joinFiles(
  manifests: readonly SourceFile[],
  inventory: readonly SourceFile[],
  isGuess: boolean,
): SourceFile[] {
  const observed = inventory.map(asObserved);
  const [first, last] = isGuess ? [observed, manifests] : [manifests, observed];
  const own = new Set(first.map(({ path }) => path));
  return [...first, ...last.filter(({ path }) => !own.has(path))];
}
