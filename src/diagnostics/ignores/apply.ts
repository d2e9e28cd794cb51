import { createListQuery } from '../../engine/chunks.js';
import { type Engine, createEngine } from '../../engine/engine.js';
import { filesInChunks, readFiles } from '../../engine/read-files.js';
import type { Report, Reporter } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { groupBy } from '../../std/group-by.js';
import { isDate } from '../../std/is-date.js';
import { lineAt, lineStarts } from '../../std/lines.js';
import { type Locator, createLocator } from '../../yaml/locate.js';
import { type Ignore, readIgnores } from './ignore.js';
import { messages } from './messages.js';

/** Comments of an input that ignore findings. */
export interface Ignores {
  /** Returns true if a comment ignores a finding that may be ignored. */
  readonly isIgnored: (report: Report) => boolean;
  /** Called with the findings that may not be ignored. */
  readonly seeFixed: (report: Report) => void;
  /** Reports invalid comments. Comments that ignore nothing are reported only if all findings have been seen. */
  readonly reportIdle: (report: Reporter, isComplete: boolean) => void;
}

/** Inputs for validating the comments. */
interface Standards {
  /** Current date as `YYYY-MM-DD`. If unset, comments do not expire. */
  readonly today: string | undefined;
  readonly suggestCode: (code: string) => string | undefined;
  readonly isCode: (code: string) => boolean;
}

/** Comments of one file, by the code and the line that they apply to. */
interface CommentedFile {
  readonly byPlace: ReadonlyMap<string, readonly Ignore[]>;
  readonly codes: ReadonlySet<string>;
  readonly linesOf: (report: Report) => readonly number[];
}

const allIgnores = createListQuery<SourceFile, Ignore>('comments that ignore findings', {
  chunksIn: (db) => db.get(filesInChunks, undefined),
  make: (_, files) => files.flatMap(readIgnores),
});

/** Files with comments. */
export interface CommentedInput {
  readonly files: readonly SourceFile[];
  /** Files beside those that are read: settings and expectations. */
  readonly others: readonly SourceFile[];
}

/** Reads the comments of files, and applies them to findings as they are reported. */
export function createIgnores(
  { files, others }: CommentedInput,
  { today, suggestCode, isCode }: Standards,
  engine: Engine = createEngine({ isForOneRound: true }),
): Ignores {
  engine.set(readFiles, files);
  const all = [...others.flatMap(readIgnores), ...engine.ask(allIgnores, undefined, () => undefined)];
  const byFile = new Map([...groupBy(all, ({ file }) => file.path)].map(([path, own]) => [path, indexFile(own)]));
  const [used, fixed] = [new Set<Ignore>(), new Set<Ignore>()];
  const find = (report: Report): readonly Ignore[] => {
    const { location, code } = report;
    const file = byFile.get('origin' in location ? location.origin.file.path : location.path);
    if (!file?.codes.has(code)) return [];
    return file.linesOf(report).flatMap((line) => file.byPlace.get(placeOf(code, line)) ?? []);
  };
  const isInEffect = ({ until }: Ignore): boolean =>
    until === undefined || (isDate(until) && (today === undefined || today <= until));
  const judge = (ignore: Ignore, isComplete: boolean) => {
    const { code, reason, until } = ignore;
    if (!isCode(code)) return [messages.unknownFinding(code, suggestCode(code))];
    if (until !== undefined && !isDate(until)) return [messages.badDate(until)];
    if (until !== undefined && !isInEffect(ignore)) return [messages.expired(code, until)];
    if (fixed.has(ignore)) return [messages.ofError(code)];
    if (!used.has(ignore)) return isComplete ? [messages.unused(code)] : [];
    return reason === '' ? [messages.noReason(code)] : [];
  };
  return {
    isIgnored: (report) => {
      const found = find(report).filter(isInEffect);
      for (const one of found) used.add(one);
      return found.length > 0;
    },
    seeFixed: (report) => {
      for (const one of find(report)) fixed.add(one);
    },
    reportIdle: (report, isComplete) => {
      for (const ignore of all) {
        const { file, offset, length } = ignore;
        const { path, text, ...extent } = file.trace?.(offset, length) ?? { ...file, offset, length };
        const location = { path, text, offset: extent.offset, length: extent.length };
        for (const finding of judge(ignore, isComplete)) report({ ...finding, location });
      }
    },
  };
}

function placeOf(code: string, line: number): string {
  return `${line} ${code}`;
}

function indexFile(ignores: readonly Ignore[]): CommentedFile {
  const text = ignores[0]?.file.text ?? '';
  const starts = lineStarts(text);
  const locators = new Map<number, Locator>();
  return {
    byPlace: groupBy(ignores, ({ code, line }) => placeOf(code, line)),
    codes: new Set(ignores.map(({ code }) => code)),
    linesOf: ({ location }) => {
      if (!('origin' in location)) return 'offset' in location ? [lineAt(starts, location.offset)] : [];
      const { origin } = location;
      const locator = locators.get(origin.start) ?? createLocator(origin);
      locators.set(origin.start, locator);
      const [place, head] = [locator(location), locator({ origin, pointer: '' })];
      return [...new Set([lineAt(starts, place.offset), lineAt(starts, head.offset)])];
    },
  };
}
