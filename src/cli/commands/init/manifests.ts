import { posix } from 'node:path';
import { read } from '../../../compile/1-read/read.js';
import { knownKinds } from '../../../kinds/known.js';
import type { Report } from '../../../model/diagnostic.js';
import type { SourceFile } from '../../../model/manifest.js';
import { readFolder } from '../../../sources/collect.js';
import { CONFIGURATION_PATH } from '../../../settings/configuration/parse.js';
import { LOCK_PATH } from '../../../settings/lock/parse.js';

/** Files with resources that Weir compiles, in a folder without a weir.yaml. */
export interface FoundManifests {
  readonly files: readonly SourceFile[];
  /** For `manifests` of weir.yaml: every YAML file of the folders that have one. */
  readonly globs: readonly string[];
  readonly reports: readonly Report[];
}

/** Looks through a folder; `inventory` is left out. What is no resource of Weir's is nobody's business here. */
export function findManifests(folder: string, inventory: string): FoundManifests {
  const { files, reports } = readFolder(folder, {
    include: ['**/*.yaml', '**/*.yml', '**/*.json'],
    exclude: [inventory, 'rendered', CONFIGURATION_PATH, LOCK_PATH],
    withoutOwnOutput: true,
  });
  const known = { ...knownKinds, suggest: () => undefined };
  const { compiled } = read(files, known, () => undefined);
  const found = new Set(compiled.map(({ origin }) => origin.file));
  const own = files.filter((file) => found.has(file));
  const globs = new Set(
    own.map(({ path }) => posix.join(topOf(path), path.includes('/') ? '**' : '', `*${posix.extname(path)}`)),
  );
  return { files: own, globs: [...globs].sort(), reports: reports.filter(({ severity }) => severity === 'error') };
}

function topOf(path: string): string {
  return path.includes('/') ? (path.split('/', 1)[0] ?? '') : '';
}
