import type { Messages } from '../kinds/kind.js';
import type { Finding } from '../model/diagnostic.js';

function error(fact: string, message: string, help: string): Finding {
  return { code: `output/${fact}`, severity: 'error', message, help };
}

/** What can be wrong with the place that artefacts are written to. */
export const messages = {
  symlink: (path: string) =>
    error('symlink', `'${path}' is a symbolic link`, 'remove it: Weir writes through no link inside the output folder'),
  foreignFile: (path: string) =>
    error(
      'foreign-file',
      `'${path}' exists, and Weir has not written it`,
      'move it away, or choose another output folder; index.json lists what Weir has written',
    ),
  inTheWay: (path: string, needed: 'file' | 'folder') =>
    error('in-the-way', `'${path}' exists, and is not a ${needed}`, 'move it away, or choose another output folder'),
  outsideRepository: (path: string) =>
    error(
      'outside-repository',
      `the output folder '${path}' lies outside of the repository`,
      'name a folder of the repository; only --out writes elsewhere',
    ),
  gitFolder: (path: string) =>
    error('git-folder', `the output folder '${path}' lies in a folder of git`, 'name another folder, such as rendered'),
  unwritable: (path: string, reason: string) =>
    error(
      'unwritable',
      `cannot write '${path}': ${reason}`,
      'check the permissions of the folder and the space on the disk',
    ),
} satisfies Messages;
