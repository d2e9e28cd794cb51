import type { ArchivedFile } from './archive.js';
import type { Failure, Planned, ApplyTarget } from '../../model/change.js';
import type { HeldOutput } from '../read-folder.js';

/** Returns the files of an output, or a failure. */
export type ReadFiles = () => Promise<readonly ArchivedFile[] | Failure>;

/**
 * Creates a target whose output is delivered. Before each plan, its files are read into memory, so a killed process
 * leaves nothing on disk. If they cannot be read, the target is not changed.
 */
export function createDeliveredTarget(read: ReadFiles, create: (output: HeldOutput) => ApplyTarget): ApplyTarget {
  let contents: ReadonlyMap<string, Uint8Array> = new Map();
  const target = create({ name: 'the delivered output', fileAt: (path) => contents.get(path) });
  return {
    ...target,
    plan: async (): Promise<Planned> => {
      const files = await read();
      if ('result' in files) return { ...files, class: 'input' };
      contents = new Map(files.map(({ path, content }) => [path, content]));
      return target.plan();
    },
  };
}
