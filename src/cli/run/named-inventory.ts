import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Report } from '../../model/diagnostic.js';
import { readFolder } from '../../sources/collect.js';
import { isFolder } from '../../sources/is-folder.js';
import type { SourceOptions, SourceResult } from '../../sources/source.js';
import { type SourcePlace, createReader } from './reader.js';

/** Manifests of a configuration without `manifests`, and of a folder of the command line. */
export const MANIFESTS = ['**/*.yaml', '**/*.yml', '**/*.json'];

/** Reads a file or folder that replaces the inventory: from the disk, or from a revision of its own repository. */
export async function readNamedInventory(
  path: string,
  rev: string | undefined,
  place: SourcePlace,
  options: Omit<SourceOptions, 'include' | 'unmatched'>,
): Promise<SourceResult> {
  const { root, memory } = place;
  if (rev === undefined) return readFolder(root, { ...options, ...selectInventory(root, path), memory });
  const folder = resolve(isFolder(path) ? path : dirname(path));
  const read = createReader({ root: folder, rev, findText: place.findText, memory: undefined });
  const selected: Pick<SourceOptions, 'include' | 'unmatched'> = isFolder(path)
    ? { include: MANIFESTS }
    : { include: [basename(path)], unmatched: 'error' };
  const { files, reports } = await read({ ...selected, exclude: [], withoutOwnOutput: true });
  const toRoot = (own: string): string => (own === '' ? own : join(relative(root, folder), own));
  return {
    files: files.map((file) => ({ ...file, path: toRoot(file.path) })),
    reports: reports.map((report): Report => {
      const { location } = report;
      return 'path' in location ? { ...report, location: { path: toRoot(location.path) } } : report;
    }),
  };
}

/** Selects a folder of the command line with all of its files, or a file. */
function selectInventory(root: string, path: string): Pick<SourceOptions, 'include' | 'unmatched'> {
  const from = relative(root, resolve(path)) || '.';
  return isFolder(path)
    ? { include: MANIFESTS.map((glob) => join(from, glob)) }
    : { include: [from], unmatched: 'error' };
}
