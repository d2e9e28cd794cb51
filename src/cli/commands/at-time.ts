import { dirname } from 'node:path';
import { boundFindings } from '../../diagnostics/collect.js';
import type { Report } from '../../model/diagnostic.js';
import type { Revision } from '../../sources/git-log.js';
import { findCommitAt } from '../../sources/git-time.js';
import { isFolder } from '../../sources/is-folder.js';
import { parseTime } from './parse-time.js';
import { printMessage } from '../process/print.js';
import { MAX_FINDINGS, printErrors } from '../run/diagnostics.js';
import type { InputOptions } from '../run/input.js';

/** Options of a query that can look at an earlier time. */
export interface TimeOptions extends Pick<InputOptions, 'path' | 'config' | 'rev' | 'inventory'> {
  /** A time in ISO 8601, or a date. */
  readonly at?: string;
}

/**
 * Returns options whose input is that of the time `at`: the revision of the repository, and that of the repository of
 * `inventory`. Without a time, returns the options. Returns undefined if there is no commit by that time, or no
 * repository, after printing the error.
 */
export async function readAtTime<Options extends TimeOptions>(
  options: Options,
): Promise<Omit<Options, 'at'> | undefined> {
  const { at, ...others } = options;
  if (at === undefined) return others;
  const { path, config, rev = 'HEAD', inventory } = options;
  const folder = config === undefined ? path : dirname(config);
  const commit = await nameAtTime(isFolder(folder) ? folder : '.', rev, at, 'the repository');
  if (commit === undefined) return undefined;
  if (inventory === undefined) return { ...others, rev: commit };
  const own = isFolder(inventory) ? inventory : dirname(inventory);
  const inventoryRev = await nameAtTime(own, 'HEAD', at, `the repository of ${inventory}`);
  return inventoryRev === undefined ? undefined : { ...others, rev: commit, inventoryRev };
}

/** Returns the name of the commit of a time, and prints its date and subject to standard error. */
async function nameAtTime(folder: string, rev: string, at: string, where: string): Promise<string | undefined> {
  const time = parseTime(at) ?? 0;
  const result = await findCommitAt(folder, rev, time);
  if ('code' in result) {
    printErrors(boundFindings([result satisfies Report], MAX_FINDINGS));
    return undefined;
  }
  const { found, oldest } = result;
  if (!found) {
    const first = oldest ? `: the first one is ${describeCommit(oldest)}` : '';
    printMessage(`${where} has no commit of ${rev} by ${at}${first}`);
    return undefined;
  }
  printMessage(`at ${at}, ${where} was at ${describeCommit(found)}`);
  return found.commit;
}

/** Characters of a commit name, and of a date without its time. */
const SHORT = 12;
const DAY = 10;

function describeCommit({ commit, date, subject }: Revision): string {
  return `${commit.slice(0, SHORT)}, ${date.slice(0, DAY)}: ${subject}`;
}
