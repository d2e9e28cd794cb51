import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../compile/compile.js';
import type { CompileInput } from '../../compile/compile-input.js';
import { applyEdits } from '../../diagnostics/apply-edits.js';
import { locateReports } from '../../diagnostics/place.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { replaceFile } from '../../rendered/replace-file.js';
import { groupBy } from '../../std/group-by.js';
import { diffLines } from '../../std/line-diff.js';
import { plural } from '../../std/plural.js';
import { describeSystemError } from '../../std/system-error.js';
import { compose } from '../../yaml/compose.js';
import { parseDocuments } from '../../yaml/documents.js';
import { pathFromHere } from '../process/folder.js';
import { printMessage, printText } from '../process/print.js';
import { type ReadInput, type InputOptions, readInput } from '../run/input.js';

export interface FixOptions extends InputOptions {
  /** If true, writes the files. Otherwise, only shows the changes. */
  readonly write?: boolean;
}

/** Maximum passes: a fix can reveal findings in nested fields. */
const MAX_PASSES = 10;

/**
 * Runs `weir fix`: applies automatic fixes to manifests, weir.yaml and expectations, and prints them as a diff. Returns
 * exit code 0 if there are none or they were written. Returns 2 if they are only shown, or 1 if a file cannot be
 * written.
 */
export async function fixCommand({ write = false, ...options }: FixOptions): Promise<number> {
  if (options.path === '-') {
    printMessage('fix requires files, not standard input');
    return 1;
  }
  const read = await readInput(options);
  const { texts, made } = fix(read);
  const changed = sourcesOf(read).filter((file) => texts.get(file.path) !== file.text);
  if (changed.length === 0) {
    printMessage('no automatic fixes');
    return 0;
  }
  const here = pathFromHere(read.root);
  for (const { path, text } of changed) {
    printText(diffLines(here === '' ? path : `${here}/${path}`, text, texts.get(path) ?? text));
  }
  const what = `${plural(made, 'fix', 'fixes')} in ${plural(changed.length, 'file')}`;
  if (!write) {
    printMessage(`${what}, run \`weir fix --write\` to apply ${made === 1 ? 'it' : 'them'}`);
    return 2;
  }
  const problems = changed.flatMap((file) => writeText(read.root, file, texts.get(file.path) ?? file.text));
  problems.forEach(printMessage);
  if (problems.length === 0) printMessage(`${what} applied`);
  if (!read.configuration) printMessage('weir.yaml had errors, run `weir fix` again to check the files that it names');
  return problems.length === 0 ? 0 : 1;
}

/**
 * Returns the files of the user. If weir.yaml has errors, returns only that file. The inventory and rendered files are
 * excluded.
 */
function sourcesOf({
  configuration,
  configurationFile,
  files,
  expectations,
  reports,
}: ReadInput): readonly SourceFile[] {
  if (!configuration)
    return [...new Set(reports.flatMap(({ location }) => ('origin' in location ? location.origin.file : [])))];
  const own = files.filter(({ role, trace }) => role !== 'inventory' && !trace);
  return [...(configurationFile ? [configurationFile] : []), ...own, ...expectations];
}

/** Returns the fixed texts by path, and the number of edits. */
function fix(read: ReadInput): { readonly texts: ReadonlyMap<string, string>; readonly made: number } {
  const texts = new Map(sourcesOf(read).map(({ path, text }) => [path, text]));
  let made = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = made;
    for (const [path, own] of groupBy(findEdits(read, texts), ({ edit }) => edit.at.file)) {
      const text = texts.get(path);
      if (text === undefined) continue;
      const fixed = applyEdits(
        text,
        own.map(({ edit }) => edit),
      );
      // A fix can add a field twice if two names resemble it. Such a fix is skipped.
      if (compose(fixed.text).problem && !compose(text).problem) continue;
      texts.set(path, fixed.text);
      made += fixed.made;
    }
    if (made === before) break;
  }
  return { texts, made };
}

type Fixable = Diagnostic & { readonly edit: NonNullable<Diagnostic['edit']> };

/**
 * Returns the findings of the current texts that have an edit. If the input cannot be read, returns those of the
 * reading.
 */
function findEdits(read: ReadInput, texts: ReadonlyMap<string, string>): readonly Fixable[] {
  const renew = (file: SourceFile): SourceFile => {
    const text = texts.get(file.path);
    if (text === undefined || text === file.text) return file;
    return { ...file, text, documents: parseDocuments(text) };
  };
  const { configuration, files, expectations, configurationFile, lock, isPart, reports } = read;
  if (!configuration || reports.some(({ severity }) => severity === 'error')) {
    const asRead = reports.filter(
      ({ location }) => 'origin' in location && texts.get(location.origin.file.path) === location.origin.file.text,
    );
    return locateReports(asRead).filter(isFixable);
  }
  const renewed = { files: files.map(renew), expectations: expectations.map(renew) };
  const input: CompileInput = { configuration, configurationFile, ...renewed, lock, isPart };
  return compile({ ...input, purpose: 'findings' }).diagnostics.filter(isFixable);
}

function isFixable(finding: Diagnostic): finding is Fixable {
  return finding.edit !== undefined;
}

/**
 * Writes a file. Returns the reason if this fails. A file is left unchanged if it differs from the text that was read
 * as UTF-8.
 */
function writeText(root: string, { path, text }: SourceFile, fixed: string): string[] {
  const file = join(root, path);
  try {
    const raw = readFileSync(file, 'utf8');
    const mark = raw.startsWith('\ufeff') ? '\ufeff' : '';
    if (raw !== mark + text) return [`${path} has changed since it was read, or is not UTF-8`];
    return replaceFile(file, mark + fixed).map(({ message }) => message);
  } catch (thrown) {
    return [`${path} cannot be read: ${describeSystemError(thrown)}`];
  }
}
