import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ArchivedFile } from './archive.js';
import { type Failure, type Planned, type ApplyTarget, fail } from '../../model/change.js';
import { describeSystemError } from '../../std/system-error.js';

/** Gives the files of an output folder. */
export type ReadFiles = () => Promise<readonly ArchivedFile[] | Failure>;

/**
 * A target whose rendered folder somebody else delivers: before each plan its files are read and put into `folder`, which is
 * nobody else's and is what `target` reads. Files that cannot be read leave the target alone.
 */
export function createDeliveredTarget(read: ReadFiles, folder: string, target: ApplyTarget): ApplyTarget {
  return {
    name: target.name,
    close: target.close,
    plan: async (): Promise<Planned> => {
      const files = await read();
      if ('result' in files) return files;
      const problem = putInto(files, folder);
      if (problem !== undefined) return fail(problem, true);
      return target.plan();
    },
  };
}

/** Makes a folder hold these files alone. A string says what the operating system refuses. */
function putInto(files: readonly ArchivedFile[], folder: string): string | undefined {
  try {
    // The folder itself stays: in a place like /tmp another user could make one of its name meanwhile.
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    for (const { path, content } of files) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return undefined;
  } catch (thrown) {
    return `the rendered files cannot be put into ${folder}: ${describeSystemError(thrown)}`;
  }
}
