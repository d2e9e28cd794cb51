import { statSync } from 'node:fs';
import { describeSystemError } from '../std/system-error.js';

/**
 * Returns true if a path that a user wrote names a folder, or a link to one. Returns false if the operating system
 * cannot read the path, which its next reader reports. Examples are a long name, a file instead of a parent folder, and
 * a cycle of links.
 *
 * Throws if the error is not one of the operating system.
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (thrown) {
    // Throws if the error is a bug.
    describeSystemError(thrown);
    return false;
  }
}
