import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isNonOverridable } from '../../compile/finding-filter.js';
import { compareWithBaseline, limitFindings, readBaseline, writeBaseline } from '../../diagnostics/baseline.js';
import { rebase } from '../../diagnostics/rebase.js';
import type { Diagnostic, Findings } from '../../model/diagnostic.js';
import { replaceFile } from '../../rendered/replace-file.js';
import { plural } from '../../std/plural.js';
import { describeSystemError } from '../../std/system-error.js';
import { printMessage } from '../process/print.js';
import { MAX_FINDINGS } from '../run/diagnostics.js';
import type { Run } from '../run/run.js';

export interface BaselineOptions {
  /** A file with findings to suppress. */
  readonly baseline?: string;
  /** A file with findings to suppress, to which the current findings are written first. */
  readonly writeBaseline?: string;
  /** Maximum number of findings to print. 0 means all. */
  readonly maxFindings?: number;
}

const mayStay = (finding: Diagnostic): boolean => finding.severity !== 'error' && !isNonOverridable(finding.code);

/**
 * Returns all findings of a run, without those of a baseline. Returns undefined if the file cannot be read or written,
 * and prints the reason to standard error. Reports entries without a finding if the whole repository was read.
 */
export function applyBaseline(
  { root, folder, input, findings }: Run,
  { baseline, writeBaseline: target, maxFindings = MAX_FINDINGS }: BaselineOptions,
): Findings | undefined {
  const path = target ?? baseline;
  if (path === undefined) return findings;
  const found = { ...findings, diagnostics: findings.diagnostics.map((one) => seenFrom(root, one)) };
  if (target !== undefined) {
    const [refused] = replaceFile(target, writeBaseline(found.diagnostics, mayStay));
    if (refused) {
      printMessage(refused.message);
      return undefined;
    }
    printMessage(`${plural(found.diagnostics.filter(mayStay).length, 'finding')} in ${path}`);
  }
  const entries = read(path);
  if (!entries) return undefined;
  const { findings: left, stale } = compareWithBaseline(found, entries, mayStay);
  if (stale > 0 && input && input.isPart !== true) {
    const what = stale === 1 ? '1 entry no longer occurs' : `${stale} entries no longer occur`;
    printMessage(`${path} is out of date: ${what}, run \`weir check --write-baseline ${path}\` to update it`);
  }
  return limitFindings({ ...left, diagnostics: rebase(left.diagnostics, folder) }, maxFindings);
}

/** Returns a finding with the path of its file relative to the root, so that the current folder has no effect. */
function seenFrom(root: string, finding: Diagnostic): Diagnostic {
  const { at } = finding;
  if (!at || at.file.startsWith('<')) return finding;
  return { ...finding, at: { ...at, file: relative(root, resolve(at.file)).split(sep).join('/') } };
}

function read(path: string): ReadonlySet<string> | undefined {
  try {
    const entries = readBaseline(readFileSync(path, 'utf8'));
    if (!('badLine' in entries)) return entries;
    printMessage(`${path}:${entries.badLine}: invalid baseline entry`);
  } catch (thrown) {
    printMessage(`${path} cannot be read: ${describeSystemError(thrown)}`);
  }
  return undefined;
}
