import { posix } from 'node:path';
import { readManifests } from '../../../compile/1-read/read.js';
import { knownKinds } from '../../../kinds/known.js';
import type { Location, Report } from '../../../model/diagnostic.js';
import type { SourceFile } from '../../../model/manifest.js';
import type { ManifestSource } from '../../../model/manifest-source.js';
import { readFolder } from '../../../sources/collect.js';
import { compileGlob } from '../../../sources/glob.js';
import { leaveOutParts } from '../../../sources/parts.js';
import { CONFIGURATION_PATH } from '../../../settings/configuration/parse.js';
import type { JsonObject } from '../../../std/json.js';
import { LOCK_PATH } from '../../../settings/lock/parse.js';
import { offerFleet } from './cluster-folders.js';
import { compiledIn, findSources } from './sources.js';

/** Files with resources that Weir compiles, in a folder without a weir.yaml. */
export interface FoundManifests {
  /** The files that a later `weir check` reads, and the rendered objects of the sources. */
  readonly files: readonly SourceFile[];
  /** Objects of these files that describe a cluster. */
  readonly objects: readonly JsonObject[];
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
  const { compiled, bad } = readFound(files);
  const found = new Set(compiled.map(({ origin }) => origin.file));
  const own = files.filter((file) => found.has(file) && !parts.has(file.path));
  const foreign = findForeign(files.filter((file) => bad.has(file.path) && !found.has(file)));
  const mixed = new Set([...parts, ...foreign].flatMap(foldersOf));
  const globs = [...new Set(own.map(({ path }) => globOf(path, mixed)))].sort();
  const selected = selectFiles(files, globs, sources);
  const all = [...selected.files, ...rendered];
  return {
    files: all,
    objects: readFound(all).inventory.map(({ object }) => object),
    globs,
    sources,
    reports: [...reports.filter(({ severity }) => severity === 'error'), ...selected.reports],
    notes: [
      ...notes,
      ...offerFleet(
        [...compiled.filter(({ origin }) => !parts.has(origin.file.path)), ...compiledIn(rendered)],
        files.map(({ path }) => path),
      ),
    ],
  };
}

/** Reads files. `bad` contains the paths of files with errors. */
function readFound(files: readonly SourceFile[]): ReturnType<typeof readManifests> & {
  readonly bad: ReadonlySet<string>;
} {
  const bad = new Set<string>();
  const read = readManifests(files, { ...knownKinds, suggest: () => undefined }, ({ severity, location }) => {
    if (severity === 'error') bad.add(pathOf(location));
  });
  return { ...read, bad };
}

function pathOf(location: Location): string {
  return 'origin' in location ? location.origin.file.path : location.path;
}

/** Returns the paths of files with errors only if `manifests` of weir.yaml selects them, such as templates. */
function findForeign(files: readonly SourceFile[]): string[] {
  const { bad } = readFound(files.map(asGuess));
  return files.map(({ path }) => path).filter((path) => !bad.has(path));
}

function asGuess(file: SourceFile): SourceFile {
  return { ...file, isGuess: true };
}

/** Selects the files that `weir check` reads with these values of weir.yaml. */
function selectFiles(
  files: readonly SourceFile[],
  globs: readonly string[],
  sources: readonly ManifestSource[],
): Pick<FoundManifests, 'files' | 'reports'> {
  if (globs.length === 0 && sources.length > 0) return { files: [], reports: [] };
  if (globs.length > 0) {
    const matchers = globs.map((glob) => compileGlob(glob, false));
    return { files: files.filter(({ path }) => matchers.some((matches) => matches(path))), reports: [] };
  }
  const whole = leaveOutParts(files);
  const isManifest = ({ path }: SourceFile): boolean => posix.basename(path) !== 'Kustomization';
  return { files: whole.files.filter(isManifest).map(asGuess), reports: whole.reports };
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
