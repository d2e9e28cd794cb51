import { lstatSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Report } from '../model/diagnostic.js';
import { describeSystemError, isMissing } from '../std/system-error.js';
import { findCommittedLink } from './committed-link.js';
import { messages } from './messages.js';

/**
 * Replaces a file by a text, in one step, so that no interruption leaves half of it: every single file that a command
 * writes goes through here. A link of the machine is followed, one of a repository is refused. Reports that, and what
 * the operating system refuses.
 */
export function replaceFile(path: string, text: string): Report[] {
  const obstacle = findCommittedLink(path);
  if (obstacle) return [{ ...obstacle, location: { path } }];
  let staged: string | undefined;
  try {
    const file = isLink(path) ? realpathSync(path) : path;
    staged = `${file}.${process.pid}`;
    writeFileSync(staged, text, { flag: 'wx' });
    renameSync(staged, file);
    return [];
  } catch (thrown) {
    const reason = describeSystemError(thrown);
    if (staged !== undefined) rmSync(staged, { force: true });
    return [{ ...messages.unwritable(path, reason), location: { path } }];
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
