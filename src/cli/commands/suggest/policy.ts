import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { replaceFile } from '../../../rendered/replace-file.js';
import type { ChangedFile } from '../../../suggest/edit-files.js';
import { diffLines } from '../../../std/line-diff.js';
import { describeSystemError } from '../../../std/system-error.js';
import { pathFromHere } from '../../process/folder.js';
import { printJson, printMessage, printText } from '../../process/print.js';
import { type WishOptions, findPolicyChanges } from './find-changes.js';
import { countPolicyChanges, describeProof, toPolicyData } from './render.js';

export interface SuggestPolicyOptions extends WishOptions {
  /** If true, writes the files. Otherwise, only shows the changes. */
  readonly write: boolean;
  readonly format: string;
}

/**
 * Runs `weir suggest policy`: prints the smallest policies for namespaces by which the expectations of the repository,
 * or observed flows, pass and nothing else does, as a diff of its files. Returns exit code 0 if the files have them or they were written.
 * Returns 2 if they are only shown, or 1 for errors in the input, or if no policies can do this.
 */
export async function suggestPolicyCommand({ write, format, ...options }: SuggestPolicyOptions): Promise<number> {
  const found = await findPolicyChanges(options);
  if (!found) return 1;
  found.notes.forEach(printMessage);
  if (found.problems.length > 0) {
    found.problems.forEach(printMessage);
    return 1;
  }
  const { files, root } = found;
  if (format === 'json') printJson(toPolicyData(found));
  const here = pathFromHere(root);
  if (format === 'text') {
    for (const { path, before = '', after = '' } of files)
      printText(diffLines(here === '' ? path : `${here}/${path}`, before, after));
  }
  if (files.length === 0) {
    printMessage(`the policies are the suggested ones, ${describeProof(found)}`);
    return 0;
  }
  if (!write) {
    printMessage(`${countPolicyChanges(found)}, ${describeProof(found)}, add --write to write them`);
    return 2;
  }
  const failures = files.flatMap((file) => writeChange(root, file));
  failures.forEach(printMessage);
  if (failures.length === 0) printMessage(`${countPolicyChanges(found)} written`);
  return failures.length === 0 ? 0 : 1;
}

function writeChange(root: string, { path, after }: ChangedFile): string[] {
  const file = join(root, path);
  if (after !== undefined) return replaceFile(file, after).map(({ message }) => message);
  try {
    rmSync(file);
    return [];
  } catch (thrown) {
    return [`${path} cannot be removed: ${describeSystemError(thrown)}`];
  }
}
