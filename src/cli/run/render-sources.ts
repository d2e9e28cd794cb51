import type { ManifestSource } from '../../model/manifest-source.js';
import { findTop } from '../../rendered/configured.js';
import type { SourceResult } from '../../sources/source.js';
import type { Reader } from './reader.js';

/**
 * Renders sources with their tools, and reads files with a default namespace. `root`: folder of weir.yaml. `exclude`:
 * globs of files that are not manifests.
 */
export async function renderSources(
  sources: readonly ManifestSource[],
  root: string,
  exclude: readonly string[],
  read: Reader,
): Promise<SourceResult> {
  const { readSources } = await import('../../sources/render/render.js');
  const top = findTop(root);
  return readSources(sources, {
    root,
    top,
    read: (glob, isWanted) =>
      read({
        include: [glob],
        exclude: isWanted ? exclude : [],
        within: top,
        ...(isWanted ? { unmatched: 'error' } : {}),
      }),
  });
}
