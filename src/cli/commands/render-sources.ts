import type { ManifestSource } from '../../model/manifest-source.js';
import { findTop } from '../../rendered/configured.js';
import type { SourceResult } from '../../sources/source.js';
import type { Reader } from './reader.js';

/**
 * What tools render, and files with a namespace of their own. `root` is the folder of weir.yaml, `exclude` are globs of files
 * that are no manifests.
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
