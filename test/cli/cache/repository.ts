import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { weir } from '../../rig/weir.js';
import { scratch } from '../../sources/scratch.js';

/** What is smaller is not kept. */
export const PADDING = `# ${'a long comment '.repeat(70_000)}\n`;

/** The number of a file that is gone may be that of the next one, at another time. */
function versionOf(path: string): string {
  const { ino, mtimeNs } = statSync(path, { bigint: true });
  return `${ino} ${mtimeNs}`;
}

/** A repository of one user, whose secret is in a folder of its own. */
export function repositoryOf(files: Readonly<Record<string, string>>) {
  const [folder, home] = [scratch(files), scratch()];
  const cache = join(folder, '.weir-cache');
  const entries = (): string[] => readdirSync(cache).filter((name) => name !== '.gitignore');
  return {
    ...{ folder, home, cache, entries },
    run: (...words: readonly string[]) => weir(folder, words, { XDG_CACHE_HOME: home }),
    /** The one that tells of a run. */
    entry: (): string => {
      const files = entries().map((name) => join(cache, name));
      return files.find((file) => readFileSync(file, 'utf8').includes('"summary":')) ?? '';
    },
    /** Another text means that the run was not taken from the cache. */
    versions: (): string[] => entries().map((name) => versionOf(join(cache, name))),
  };
}
