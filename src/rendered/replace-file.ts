import { lstatSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Report } from '../model/diagnostic.js';
import { describeSystemError, isMissing } from '../std/system-error.js';
import { findCommittedLink } from './committed-link.js';
import { messages } from './messages.js';
import { isAlive } from './previous.js';

/**
 * Replaces a file by a text atomically. Every command that writes a single file uses this function. Follows a link
 * outside repositories, and rejects one inside a repository. Removes what killed runs left of the same file.
 *
 * Reports a rejected link, and errors of the operating system.
 */
export function replaceFile(path: string, text: string): Report[] {
  const obstacle = findCommittedLink(path);
  if (obstacle) return [{ ...obstacle, location: { path } }];
  let staged: string | undefined;
  try {
    const file = isLink(path) ? realpathSync(path) : path;
    removeLeftovers(file);
    staged = stagedFor(file, process.pid);
    writeFileSync(staged, text, { flag: 'wx' });
    renameSync(staged, file);
    return [];
  } catch (thrown) {
    const reason = describeSystemError(thrown);
    if (staged !== undefined) rmSync(staged, { force: true });
    return [{ ...messages.unwritable(path, reason), location: { path } }];
  }
}

function stagedFor(file: string, pid: number | string): string {
  return join(dirname(file), `.${basename(file)}.weir-${pid}`);
}

function removeLeftovers(file: string): void {
  const prefix = basename(stagedFor(file, ''));
  const entries = readdirSync(dirname(file), { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isFile() && entry.name.startsWith(prefix))) {
    const pid = name.slice(prefix.length);
    if (/^[0-9]+$/.test(pid) && !isAlive(Number(pid))) rmSync(stagedFor(file, pid), { force: true });
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}
