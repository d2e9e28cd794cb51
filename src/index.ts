/**
 * Weir as a library: texts in, artefacts and diagnostics out. It reads only the templates of the package, and uses no
 * network.
 */
import { compareInputs } from './compare/compare.js';
import { buildReport } from './compare/render/build.js';
import { hasChanges } from './compare/render/layout-summary.js';
import type { DiffReport } from './compare/render/report.js';
import { shareFiles } from './compare/share.js';
import { compile as compileInput } from './compile/compile.js';
import type { CompileInput } from './compile/compile-input.js';
import { boundFindings } from './diagnostics/collect.js';
import type { Diagnostic, Report } from './model/diagnostic.js';
import type { SourceFile } from './model/manifest.js';
import { checkConfiguration } from './schema/configuration.js';
import { CONFIGURATION_PATH, parseConfiguration } from './settings/configuration/parse.js';
import { LOCK_PATH } from './settings/lock/parse.js';
import { rewriteLock } from './settings/lock/rewrite.js';
import { joinChunks } from './std/byte-writer.js';

export { type DiffFormat, renderReport } from './compare/render/formats.js';
export type { DiffReport } from './compare/render/report.js';
export type { Diagnostic, Position, ResourceName, Severity } from './model/diagnostic.js';

/** A YAML or JSON text with any number of Kubernetes objects. */
export interface InputFile {
  /** Path of the file in diagnostics, relative to the repository, with `/`. Unique among the files. */
  readonly path: string;
  readonly text: string;
  /**
   * `inventory` if custom resources in the file show the state of the live cluster. Their status is read, and they are
   * not compiled.
   */
  readonly role?: 'inventory' | undefined;
}

/** The texts of a repository. */
export interface Input {
  /**
   * Text of `weir.yaml`. If unset, all defaults apply. Its `manifests`, `inventory` and `output` have no effect: all of
   * `files` are read.
   */
  readonly configuration?: string | undefined;
  /** The manifests and the inventory, in any order. */
  readonly files: readonly InputFile[];
  /** Text of `weir.lock.yaml` with the current assignments. If unset, there are none. */
  readonly lock?: string | undefined;
}

/** A file of the output folder. */
export interface Artefact {
  /** Path relative to the output folder, with `/`. */
  readonly path: string;
  /** Content in UTF-8. */
  readonly content: Uint8Array;
  /** Source resources as `<kind> <namespace>/<name>`, sorted. */
  readonly sources: readonly string[];
}

/** Result of a compilation. */
export interface Compilation {
  /** True if no diagnostic is an error. */
  readonly ok: boolean;
  /** The whole output folder, including `index.json`. Empty if there is an error. */
  readonly artefacts: readonly Artefact[];
  /** All findings, in file order. Their texts quote the input, so escape them before display. */
  readonly diagnostics: readonly Diagnostic[];
  /** New text of `weir.lock.yaml`, for the next run. Empty if nothing is locked. */
  readonly lock: string;
}

/** Differences between two inputs, or the errors of each if one of them cannot be compiled. */
export type Comparison =
  | { readonly ok: true; readonly changed: boolean; readonly report: DiffReport }
  | {
      readonly ok: false;
      readonly errors: { readonly before: readonly Diagnostic[]; readonly after: readonly Diagnostic[] };
    };

/** Titles of the sides in the report of a comparison. */
export interface CompareOptions {
  readonly titles?: { readonly before: string; readonly after: string } | undefined;
}

/**
 * Compiles the texts of a repository into the files of its output folder, byte for byte as `weir compile` does. Pure:
 * the same input gives the same result. Problems of the input are diagnostics. An exception is a bug in Weir.
 */
export function compile(input: Input): Compilation {
  const read = readTexts(input);
  if (!read.input) return { ok: false, artefacts: [], diagnostics: diagnose(read.reports), lock: input.lock ?? '' };
  const { artefacts, diagnostics, lock } = compileInput(read.input);
  const ok = diagnostics.every(({ severity }) => severity !== 'error');
  return {
    ok,
    artefacts: artefacts.map(({ path, content, sources }) => ({ path, content: joinChunks(content), sources })),
    diagnostics,
    lock: ok ? rewriteLock(input.lock, lock.before, lock.after) : (input.lock ?? ''),
  };
}

/** Returns the diagnostics of `compile`, in file order, without rendering artefacts. */
export function check(input: Input): readonly Diagnostic[] {
  const { input: sources, reports } = readTexts(input);
  return sources ? compileInput({ ...sources, purpose: 'findings' }).diagnostics : diagnose(reports);
}

/**
 * Compiles two inputs and returns the changes: first for packets, then in rows, files and objects. `renderReport`
 * renders the report. A side without resources is compared like any other.
 */
export function compare(before: Input, after: Input, { titles }: CompareOptions = {}): Comparison {
  const read = { before: readTexts(before), after: readTexts(after) };
  if (!read.before.input || !read.after.input) {
    return { ok: false, errors: { before: errorsOf(read.before.reports), after: errorsOf(read.after.reports) } };
  }
  const files = shareFiles(read.before.input.files, read.after.input.files);
  const result = compareInputs({
    before: { ...acceptEmpty(read.before.input), files, reports: read.before.reports },
    after: { ...acceptEmpty(read.after.input), reports: read.after.reports },
  });
  if ('errors' in result) {
    return {
      ok: false,
      errors: { before: result.errors.before.diagnostics, after: result.errors.after.diagnostics },
    };
  }
  const report = buildReport(result.comparison, result.sides, {
    titles: titles ?? { before: 'before', after: 'after' },
    folders: { before: '', after: '' },
  });
  return { ok: true, changed: hasChanges(report), report };
}

/** Returns the input of the compiler, and the findings in weir.yaml. The input is unset if weir.yaml has errors. */
function readTexts({ configuration, files, lock }: Input): {
  readonly input?: CompileInput;
  readonly reports: readonly Report[];
} {
  const reports: Report[] = [];
  const configurationFile =
    configuration === undefined ? undefined : toSource({ path: CONFIGURATION_PATH, text: configuration });
  const parsed = parseConfiguration(configurationFile, checkConfiguration, (one) => reports.push(one));
  if (!parsed) return { reports };
  const input: CompileInput = {
    configuration: parsed,
    configurationFile,
    files: files.map(toSource),
    lock: lock === undefined ? undefined : toSource({ path: LOCK_PATH, text: lock }),
    reports,
  };
  return { input, reports };
}

/** Returns a file without the byte order mark, which some editors write and some readers keep. */
function toSource({ path, text, role }: InputFile): SourceFile {
  return { path, text: text.replace(/^\ufeff/, ''), ...(role === undefined ? {} : { role }) };
}

/**
 * Allows an input without resources. The change that adds the first resource, or removes the last one, must be
 * comparable.
 */
function acceptEmpty(input: CompileInput): CompileInput {
  return { ...input, configuration: { ...input.configuration, allowEmpty: true } };
}

function diagnose(reports: readonly Report[]): readonly Diagnostic[] {
  return boundFindings(reports, 0).diagnostics;
}

function errorsOf(reports: readonly Report[]): readonly Diagnostic[] {
  return diagnose(reports.filter(({ severity }) => severity === 'error'));
}
