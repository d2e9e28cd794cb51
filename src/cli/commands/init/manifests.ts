import { posix } from 'node:path';
import { readManifests } from '../../../compile/1-read/read.js';
import { knownKinds } from '../../../kinds/known.js';
import type { Report } from '../../../model/diagnostic.js';
import type { SourceFile } from '../../../model/manifest.js';
import type { ManifestSource } from '../../../model/manifest-source.js';
import { readFolder } from '../../../sources/collect.js';
import { CONFIGURATION_PATH } from '../../../settings/configuration/parse.js';
import { LOCK_PATH } from '../../../settings/lock/parse.js';
import { offerFleet } from './cluster-folders.js';
import { compiledIn, findSources } from './sources.js';

/** Files with resources that Weir compiles, in a folder without a weir.yaml. */
export interface FoundManifests {
  /** The manifests of the folder, and the rendered objects of the sources. */
  readonly files: readonly SourceFile[];
  /** Value for `manifests` of weir.yaml: every YAML file of the folders with manifests, except the files of sources. */
  readonly globs: readonly string[];
  /** Value for `sources` of weir.yaml. */
  readonly sources: readonly ManifestSource[];
  readonly reports: readonly Report[];
  /** Notes for the user. */
  readonly notes: readonly string[];
}

/** Finds manifests in a folder, except in `inventory`. Other files are skipped without a report. */
export async function findManifests(folder: string, inventory: string): Promise<FoundManifests> {
  const { files, reports } = readFolder(folder, {
    include: ['**/*.yaml', '**/*.yml', '**/*.json', '**/Kustomization'],
    exclude: [inventory, 'rendered', CONFIGURATION_PATH, LOCK_PATH],
    withoutOwnOutput: true,
  });
  const { sources, rendered, parts, notes } = await findSources(folder, files);
  const known = { ...knownKinds, suggest: () => undefined };
  const { compiled } = readManifests(files, known, () => undefined);
  const found = new Set(compiled.map(({ origin }) => origin.file));
  const own = files.filter((file) => found.has(file) && !parts.has(file.path));
  const mixed = new Set([...parts].flatMap(foldersOf));
  const globs = new Set(own.map(({ path }) => globOf(path, mixed)));
  return {
    files: [...own, ...rendered],
    globs: [...globs].sort(),
    sources,
    reports: reports.filter(({ severity }) => severity === 'error'),
    notes: [
      ...notes,
      ...offerFleet(
        [...compiled.filter(({ origin }) => !parts.has(origin.file.path)), ...compiledIn(rendered)],
        files.map(({ path }) => path),
      ),
    ],
  };
}

/**
 * Returns the widest glob for a file that matches none of the `mixed` folders. Returns the file itself if all of its
 * folders are mixed.
 */
function globOf(path: string, mixed: ReadonlySet<string>): string {
  const folder = foldersOf(path).find((one) => !mixed.has(one) && (one !== '' || !path.includes('/')));
  if (folder === undefined) return path;
  return posix.join(folder, folder === '' ? '' : '**', `*${posix.extname(path)}`);
}

/** Returns the folders of a file, the outermost first. '' is the start folder. */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))];
}
