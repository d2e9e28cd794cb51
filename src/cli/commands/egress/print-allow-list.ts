import { type AllowListEntry, buildAllowList } from '../../../egress/allow-list.js';
import type { Report } from '../../../model/diagnostic.js';
import { printJson, printMessage, printRendered } from '../../process/print.js';
import { readSides } from '../../run/diff-input.js';
import { reportErrors, warnOfBorrowed } from '../../run/side-errors.js';
import type { InputOptions } from '../../run/input.js';
import { readValid } from '../../run/prepared.js';
import { type AllowListAnswer, allowListCSV, allowListData, allowListMarkdown } from './allow-list.js';
import { findEgress, judgeGlobs } from './find.js';

export const ALLOW_LIST_FORMATS = ['markdown', 'csv', 'json'] as const;
export type AllowListFormat = (typeof ALLOW_LIST_FORMATS)[number];

export interface AllowListOptions extends InputOptions {
  /** Globs of the namespaces on the list. If empty, all. */
  readonly namespaces: readonly string[];
  readonly format: AllowListFormat;
  /** The day from which the list is valid, `YYYY-MM-DD`. */
  readonly validFrom?: string;
  /** Base of the comparison: a git revision or a folder, as for `weir diff`. */
  readonly base?: string;
}

/**
 * Runs `weir list --allow-list`: prints the source addresses of namespaces for a partner. With a base, shows which are
 * new, kept and removed. Returns exit code 0, or 1 for errors in the input or the base, and globs that match no
 * namespace.
 */
export async function printAllowListCommand({ format, validFrom, ...options }: AllowListOptions): Promise<number> {
  const entries = await findEntries(options);
  if (!entries) return 1;
  const list: AllowListAnswer = { entries, validFrom, isCompared: options.base !== undefined };
  if (format === 'json') printJson(allowListData(list));
  else printRendered(format === 'csv' ? allowListCSV(list) : allowListMarkdown(list));
  return 0;
}

type Asked = Omit<AllowListOptions, 'format' | 'validFrom'>;

/** Returns undefined if there is no result, and prints the reason to standard error. */
async function findEntries({ base, namespaces, ...options }: Asked): Promise<AllowListEntry[] | undefined> {
  if (base !== undefined) return compareEntries({ ...options, namespaces, base });
  const found = await readValid({ ...options, allowEmpty: true }, (input, report) =>
    findEgress(input, namespaces, report),
  );
  if (!found) return undefined;
  return matchesAll(namespaces, found.namespaces) ? buildAllowList(found.entries) : undefined;
}

async function compareEntries({ namespaces, ...options }: Asked): Promise<AllowListEntry[] | undefined> {
  const read = await readSides({ ...options, base: options.base, head: options.rev });
  if (!read.inputs) {
    reportErrors(read.reports, read);
    return undefined;
  }
  warnOfBorrowed(read);
  const reports: { before: Report[]; after: Report[] } = { before: [], after: [] };
  const find = (side: 'before' | 'after', input: typeof read.inputs.before) =>
    findEgress({ ...input, purpose: 'answers' }, namespaces, (one) => void reports[side].push(one));
  const [before, after] = [find('before', read.inputs.before), find('after', read.inputs.after)];
  if ([...reports.before, ...reports.after].some(({ severity }) => severity === 'error')) {
    reportErrors(reports, read);
    return undefined;
  }
  const names = [...new Set([...before.namespaces, ...after.namespaces])];
  return matchesAll(namespaces, names) ? buildAllowList(after.entries, before.entries) : undefined;
}

function matchesAll(globs: readonly string[], names: readonly string[]): boolean {
  const unmatched = judgeGlobs(globs, names);
  unmatched.forEach(printMessage);
  return unmatched.length === 0;
}
