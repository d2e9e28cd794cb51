import { statSync } from 'node:fs';
import { describeSystemError } from '../std/system-error.js';

/**
 * Returns true if a path that a person has written names a folder, or a link to one. Where the operating system refuses
 * to look (a name that is too long, a file in place of a folder above, a circle of links) it names none: whoever reads
 * the path next says why it cannot be read. Throws what is no error of the operating system.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (thrown) {
    // Throws what is a bug.
    describeSystemError(thrown);
    return false;
  }
}
