import { readSides } from '../../../src/cli/run/diff-input.js';
import { readInput } from '../../../src/cli/run/input.js';
import type { InputMemory } from '../../../src/cli/run/reader.js';
import { egressData } from '../../../src/cli/commands/egress/data.js';
import { flowData } from '../../../src/cli/commands/flows/render.js';
import { createFlowFinder } from '../../../src/cli/commands/flows/find-flows.js';
import { type Run, compileInput } from '../../../src/cli/run/run.js';
import { compareInputs } from '../../../src/compare/compare.js';
import { buildReport } from '../../../src/compare/render/build.js';
import { renderReport } from '../../../src/compare/render/formats.js';
import { emitTracedState } from '../../../src/compile/6-emit/traced-state.js';
import type { Prepared } from '../../../src/compile/compile-input.js';
import { listEffectiveEgress } from '../../../src/egress/effective.js';
import { kinds } from '../../../src/kinds/index.js';
import { inputOf } from '../../../src/kinds/contract/manifests-of.js';
import { collectRequestedEgress } from '../../../src/kinds/requested-egress.js';
import type { Cluster } from '../../../src/model/cluster.js';
import { pathOfName } from '../../../src/model/kubernetes-object.js';
import { createRevisionMemory } from '../../../src/cli/run/revision-memory.js';
import { createEngine } from '../../../src/engine/engine.js';
import type { Purpose } from '../../../src/model/purpose.js';
import { renderLock } from '../../../src/settings/lock/render.js';
import { createFileMemory } from '../../../src/sources/file-memory.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { once } from '../../../src/std/memoize.js';
import { type TraceQuery, askTrace } from '../../../src/trace/query/ask.js';
import { endsOfCluster } from '../../../src/trace/query/ends-of-cluster.js';
import { outcomeOf } from '../../../src/trace/query/outcome.js';
import { createTracer } from '../../../src/trace/trace.js';
import type { Both } from '../../../src/traffic/side.js';

const PROGRESS = { phase: () => undefined, done: () => undefined };

/** Results of a command that stays, and of a new process, for the same files. */
export interface Process<Input, Result> {
  readonly run: (input: Input) => Promise<{ readonly warm: Result; readonly cold: Result }>;
}

/** Results kept for each object. With one, an edit would hide from the next what both have in common. */
const KEPT_RESULTS = 40;
const KEPT_RUNS = 1000;

/** Creates a process of a command, which keeps more results than a real one. */
export function startProcess<Input, Result>(
  work: (input: Input, memory: InputMemory | undefined) => Promise<Result>,
): Process<Input, Result> {
  const engine = createEngine({ keptRounds: KEPT_RUNS, results: KEPT_RESULTS, isChecked: true });
  const files = createFileMemory();
  const revisions = createRevisionMemory();
  const run = async (input: Input) => {
    const cold = await work(input, undefined);
    files.beginRun(undefined);
    const warm = await work(input, { engine, files, revisions });
    engine.endRound();
    files.endRun();
    return { warm, cold };
  };
  return { run };
}

/** The comparison of two folders as JSON, or the errors of both sides. */
export async function compareFolders({ before, after }: Both<string>, memory?: InputMemory) {
  const read = await readSides({ path: after, base: before, head: undefined, memory });
  if (!read.inputs) return read.reports;
  const result = compareInputs(read.inputs, memory?.engine);
  return 'errors' in result ? result.errors : renderReport(buildReport(result.comparison, result.sides, read), 'json');
}

/** All results of a compilation of a folder, and the lock that it would write. */
export async function compileFolder(folder: string, purpose: Purpose, memory?: InputMemory) {
  return showRun((await runFolder(folder, purpose, memory)).run);
}

/**
 * Answers to queries about a folder, from one compilation: expectations, placements, egress, flows, and the packets that
 * `packetsOf` chooses for its cluster.
 */
export async function answerQueries(
  folder: string,
  packetsOf: (cluster: Cluster) => readonly TraceQuery[],
  memory?: InputMemory,
) {
  const { run, prepared } = await runFolder(folder, 'answers', memory);
  const { compilation, input, findings } = run;
  if (!compilation || !input || !prepared || prepared.hasError()) return { findings };
  const { intents, cluster, verdicts } = compilation;
  const { configuration } = input;
  const tracer = once(() =>
    createTracer(emitTracedState({ intents, cluster, configuration }, { engine: memory?.engine })),
  );
  return {
    findings,
    expectations: verdicts.map(({ reports }) => reports.map(({ message }) => message)),
    placements: kinds.flatMap((kind) => {
      const own = inputOf(kind, prepared);
      return own.manifests.map((manifest) => kind.placement?.explain(own, pathOfName(manifest))?.lines);
    }),
    egress: egressData(
      listEffectiveEgress(intents, cluster, configuration, () => true, collectRequestedEgress(prepared)),
    ),
    flows: flowData(createFlowFinder(prepared, input, { withServices: true })({}).flows),
    packets: packetsOf(cluster).map((query) => {
      const answer = askTrace(query, endsOfCluster(cluster), tracer);
      return typeof answer === 'string' ? answer : outcomeOf(answer).texts;
    }),
  };
}

/** Compiles a folder. Prepared objects are unset if nothing was compiled. */
async function runFolder(folder: string, purpose: Purpose, memory?: InputMemory) {
  const seen: Prepared[] = [];
  const inspect = (found: Prepared): void => void seen.push(found);
  const options = { path: folder, maxFindings: 0, memory, inspect };
  const run = compileInput(await readInput(options), options, purpose, PROGRESS);
  return { run, prepared: seen[0] };
}

function showRun({ compilation, findings, input }: Run) {
  const { artefacts = [], verdicts = [], resources, ignored, lock } = compilation ?? {};
  return {
    lock: artefacts.length > 0 && lock ? renderLock(lock.after) : undefined,
    shown: {
      findings,
      artefacts: artefacts.map(({ path, content, sources, counts }) => ({
        path,
        text: readChunks(content),
        sources,
        counts,
      })),
      reasons: verdicts.map(({ reports }) => reports.map(({ message }) => message)),
      resources,
      ignored,
      lock: lock && renderLock(lock.after),
      hasInput: input !== undefined,
    },
  };
}
