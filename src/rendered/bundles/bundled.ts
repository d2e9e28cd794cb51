import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ArchivedFile } from './archive.js';
import type { BundleOwner } from './bundle.js';
import { type ReadShard, readBundle } from './unbundle.js';
import { type Planned, type Target, fail } from '../../model/change.js';
import { describeSystemError } from '../../std/system-error.js';

/**
 * A target whose rendered folder comes from ConfigMaps: before each plan the bundle of its owner is unpacked into `folder`,
 * which is nobody else's and is what `target` reads. A bundle that is missing or not whole is a failure that may pass: a
 * sync is under way.
 */
export function createBundledTarget(owner: BundleOwner, read: ReadShard, folder: string, target: Target): Target {
  return {
    name: target.name,
    close: target.close,
    plan: async (): Promise<Planned> => {
      const files = await readBundle(owner, read);
      if ('result' in files) return files;
      const problem = unpack(files, folder);
      if (problem !== undefined) return fail(problem, true);
      return target.plan();
    },
  };
}

/** Makes a folder hold these files alone. A string says what the operating system refuses. */
function unpack(files: readonly ArchivedFile[], folder: string): string | undefined {
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
    return `a bundle cannot be unpacked into ${folder}: ${describeSystemError(thrown)}`;
  }
}
