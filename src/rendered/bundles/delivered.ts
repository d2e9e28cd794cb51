import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ArchivedFile } from './archive.js';
import { type Failure, type Planned, type ApplyTarget, fail } from '../../model/change.js';
import { describeSystemError } from '../../std/system-error.js';

/** Returns the files of an output folder, or a failure. */
export type ReadFiles = () => Promise<readonly ArchivedFile[] | Failure>;

/**
 * Creates a target whose output folder is delivered. Before each plan, its files are read and written to `folder`,
 * which belongs to this target and is what `target` reads. If the files cannot be read, the target is not changed.
 */
export function createDeliveredTarget(read: ReadFiles, folder: string, target: ApplyTarget): ApplyTarget {
  return {
    ...target,
    plan: async (): Promise<Planned> => {
      const files = await read();
      if ('result' in files) return files;
      const problem = putInto(files, folder);
      if (problem !== undefined) return fail(problem, true);
      return target.plan();
    },
  };
}

/** Replaces the content of a folder by these files. Returns an error message of the operating system, or undefined. */
function putInto(files: readonly ArchivedFile[], folder: string): string | undefined {
  try {
    // The folder itself stays. In a place like /tmp, another user could create one of its name in the meantime.
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
