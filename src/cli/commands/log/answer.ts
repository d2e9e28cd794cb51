import { shareFiles } from '../../../compare/share.js';
import { emitTracedState } from '../../../compile/6-emit/traced-state.js';
import { interpret } from '../../../compile/compile.js';
import { prepare } from '../../../compile/prepare.js';
import type { Configuration } from '../../../model/configuration.js';
import type { Report } from '../../../model/diagnostic.js';
import type { SourceFile } from '../../../model/manifest.js';
import { createEngine } from '../../../engine/engine.js';
import { type Commit, openCommit, openNamedCommit } from '../../../sources/git.js';
import { indexTexts } from '../../../sources/git-objects.js';
import { type TraceQuery, askTrace } from '../../../trace/query/ask.js';
import { endsOfCluster } from '../../../trace/query/ends-of-cluster.js';
import { outcomeOf } from '../../../trace/query/outcome.js';
import { createTracer } from '../../../trace/trace.js';
import { type InputOptions, type ReadInput, readInput } from '../../run/input.js';
import type { OpenRevision } from '../../run/reader.js';
import type { KeyedAnswer } from './search.js';
import { isSelfChecked } from '../../process/self-check.js';

/** The answer to a packet query at a revision. */
export interface RevisionAnswer extends KeyedAnswer {
  /** `open`: some packet arrives. `none`: the query or the revision has errors. */
  readonly state: 'open' | 'closed' | 'none';
  readonly texts: readonly string[];
}

/** Answers a packet query at revisions. */
export interface RevisionReader {
  readonly answerAt: (commit: string) => Promise<RevisionAnswer>;
  /** Files of the newest revision that was read first. */
  readonly read: (commit: string) => Promise<ReadInput>;
}

/** Results kept for each object: those of both ends of a bisection, and of the revision between them. */
const KEPT_RESULTS = 3;
const KEPT_RUNS = 8;

/**
 * Creates a reader of revisions. Equal files of all revisions are the same objects, so their work is done once. A
 * revision without weir.yaml is read with that of the first one that is read.
 */
export function createRevisionReader(options: InputOptions, query: TraceQuery): RevisionReader {
  const engine = createEngine({
    keptRounds: KEPT_RUNS,
    results: KEPT_RESULTS,
    isChecked: isSelfChecked(),
  });
  // The first revision, and the last ones: with all of them, each further one would take longer.
  let reads: readonly ReadInput[] = [];
  const openRevision = createOpener();
  const read = async (commit: string): Promise<ReadInput> => {
    const known = reads.flatMap(({ files }) => files);
    const own = { ...options, rev: commit, allowEmpty: true, openRevision, findText: indexTexts(known) };
    const found = await readInput(own);
    const [newest] = reads;
    const isBorrowed = !found.configurationFile && newest?.configurationFile !== undefined;
    const input = shareRead(isBorrowed ? await readInput({ ...own, otherwise: newest }) : found, reads);
    reads = newest ? [newest, ...[...reads.slice(1), input].slice(1 - KEPT_RESULTS)] : [input];
    return input;
  };
  const answerAt = async (commit: string): Promise<RevisionAnswer> => {
    const { configuration, files, lock, reports } = await read(commit);
    const errors: Report[] = reports.filter(({ severity }) => severity === 'error');
    const report = (one: Report): void => {
      if (one.severity === 'error') errors.push(one);
    };
    if (!configuration || errors.length > 0) return without(messageOf(errors));
    const input = { configuration, files, lock, isPart: false, purpose: 'answers', engine } as const;
    const prepared = prepare(input, report, () => undefined);
    if (prepared.hasError()) return without(messageOf(errors));
    const { intents } = interpret(prepared, input);
    const { cluster } = prepared.context;
    const answer = askTrace(query, endsOfCluster(cluster), () =>
      createTracer(emitTracedState({ intents, cluster, configuration }, { engine })),
    );
    engine.endRound();
    if (typeof answer === 'string') return without(answer);
    const { key, isOpen, texts } = outcomeOf(answer);
    return { key, state: isOpen ? 'open' : 'closed', texts };
  };
  return { answerAt, read };
}

/** Creates a function that opens revisions, and looks for the repository of a folder only once. */
function createOpener(): OpenRevision {
  const opened = new Map<string, Commit>();
  return async (root, revision) => {
    const known = opened.get(root);
    if (known && FULL_NAME.test(revision)) return openNamedCommit(known, revision);
    const found = await openCommit(root, revision);
    if (!('code' in found)) opened.set(root, found);
    return found;
  };
}

/** An object name in full. Git prefers it to a branch of that name. */
const FULL_NAME = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

function without(text: string): RevisionAnswer {
  return { key: text, state: 'none', texts: [text] };
}

function messageOf([first, ...others]: readonly Report[]): string {
  const more = others.length > 0 ? `, and ${others.length} more errors` : '';
  return `not compiled: ${first?.message ?? 'its configuration has errors'}${more}`;
}

/** Returns an input with the objects of earlier ones for its equal files and its equal configuration. */
function shareRead(input: ReadInput, earlier: readonly ReadInput[]): ReadInput {
  const files = earlier.reduce<readonly SourceFile[]>((own, { files: known }) => shareFiles(own, known), input.files);
  const twin = earlier.find((one) => isSameSettings(one, input));
  return {
    ...input,
    files,
    ...(twin?.configuration ? { configuration: twin.configuration } : {}),
    ...(twin?.configurationFile ? { configurationFile: twin.configurationFile } : {}),
  };
}

function isSameSettings(a: ReadInput, b: ReadInput): boolean {
  return (
    a.configurationFile !== undefined &&
    a.configurationFile.text === b.configurationFile?.text &&
    certificateTexts(a.configuration) === certificateTexts(b.configuration)
  );
}

function certificateTexts(configuration: Configuration | undefined): string {
  return JSON.stringify(
    configuration?.ingressControllers.map(({ defaultCertificate, serviceCA }) => [
      defaultCertificate?.text,
      serviceCA?.text,
    ]),
  );
}
