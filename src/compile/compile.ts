import type { CompileInput, Prepared } from './compile-input.js';
import { prepare } from './prepare.js';
import { checkConfiguration } from '../schema/configuration.js';
import { createServedPortSearch, servedClusterOf } from './3-index/served-ports.js';
import { resolveKinds } from './5-lower/resolve.js';
import { reportLostReplies } from './5-lower/lost-replies.js';
import { reportOverlaps } from './5-lower/overlaps.js';
import { reportPointlessRules } from './5-lower/policies/report.js';
import { reportServicePorts } from './5-lower/policies/service-ports.js';
import { reportNextHops } from './5-lower/next-hops.js';
import { emit } from './6-emit/emit.js';
import { emitTracedState } from './6-emit/traced-state.js';
import { emitIndex, clusterNamesOf } from '../output-index/index-file.js';
import { type DigestsOf, digestInputs } from '../output-index/input-digest.js';
import type { Expectation } from '../expectations/expectation.js';
import { parseExpectations } from '../expectations/parse.js';
import { prove } from '../expectations/prove.js';
import type { ExpectationVerdict } from '../expectations/verdict.js';
import type { CompiledState } from '../expectations/world.js';
import { collectFindings } from '../diagnostics/collect.js';
import { kinds } from '../kinds/index.js';
import type { FailoverResult } from '../kinds/contract/kind-placement.js';
import { inputOf, isEnabled } from '../kinds/contract/manifests-of.js';
import { nextLock } from '../settings/lock/next.js';
import { reportEmptiedLock } from './emptied-lock.js';
import { createFindingFilter } from './finding-filter.js';
import { renderLock } from '../settings/lock/render.js';
import type { Artefact, IndexedArtefact } from '../model/artefact.js';
import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Findings, Reporter } from '../model/diagnostic.js';
import { joinIntents } from '../model/intents-by-effect.js';
import type { Intent } from '../model/intent.js';
import type { Lock } from '../model/lock.js';
import type { SourceFile } from '../model/manifest.js';

/**
 * Findings and results of a run. There are no artefacts if a diagnostic is an error, or if the run has another purpose.
 */
export interface Compilation extends Findings {
  readonly artefacts: readonly Artefact[];
  /** Artefacts that have been stored. */
  readonly stored: readonly IndexedArtefact[];
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  /** The current lock, and the next one. */
  readonly lock: { readonly before: Lock; readonly after: Lock };
  /** Verdict on each valid expectation. */
  readonly verdicts: readonly ExpectationVerdict[];
  /** Number of valid custom resources. */
  readonly resources: number;
  /** Number of unused objects by type. */
  readonly ignored: ReadonlyMap<string, number>;
}

/** Compiles texts into artefacts: read, validate, resolve, lower, emit. Pure: the same input gives the same bytes. */
export function compile(input: CompileInput): Compilation {
  const { configuration, purpose = 'artefacts', progress = () => undefined, engine, owner, store } = input;
  const { judge, reportIdle } = createFindingFilter(input);
  const findings = collectFindings(input.maxFindings ?? 0, judge);
  const { report, hasError } = findings;
  for (const one of input.reports ?? []) report(one);
  const expectations = parseExpectations(input.expectations ?? [], checkConfiguration, report);
  const understood = understand(input, expectations, report, progress);
  progress('emitting');
  const { intents, cluster, lock } = understood;
  const emitted = hasError() ? [] : emit(intents, cluster, configuration, report, { purpose, engine, owner, store });
  reportIdle(report, !hasError() && input.isPart !== true);
  const isAskedFor = purpose === 'artefacts' && !hasError();
  const made = isAskedFor ? emitted : [];
  const index =
    isAskedFor && !owner ? emitIndex(made, clusterNamesOf(cluster), digestCompiled(input, lock.after), engine) : [];
  return {
    ...understood,
    artefacts: [...made.filter((one) => 'content' in one), ...index],
    stored: made.filter((one) => 'sha256' in one),
    ...findings.finish(),
  };
}

type Understood = Omit<Compilation, 'artefacts' | 'stored' | keyof Findings>;

/**
 * Compiles texts into intents, and verifies the expectations against them. The objects that were read are released
 * here.
 */
function understand(
  input: CompileInput,
  expectations: readonly Expectation[],
  report: Reporter,
  progress: (phase: string) => void,
): Understood {
  const prepared = prepare(input, report, progress);
  input.inspect?.(prepared);
  const { manifests, context, ignored } = prepared;
  const { intents, lock } = interpret(prepared, input);
  if (expectations.length > 0) progress('proving');
  const verdicts = prepared.hasError() ? [] : prove(expectations, compiledStateOf(prepared, intents));
  for (const { reports, notes } of verdicts) [...reports, ...notes].forEach(report);
  return { intents, lock, verdicts, cluster: context.cluster, resources: manifests.length, ignored };
}

/** Returns the compiled state of an input, for queries about packets. */
export function compiledStateOf(prepared: Prepared, intents: readonly Intent[]): CompiledState {
  const { cluster, configuration } = prepared.context;
  const failovers = (): FailoverResult[] =>
    kinds.flatMap((kind) =>
      isEnabled(kind, configuration) ? (kind.placement?.checkFailover?.(inputOf(kind, prepared)) ?? []) : [],
    );
  const tracedState: CompiledState['tracedState'] = (options) =>
    emitTracedState({ intents, cluster, configuration }, options);
  const findServedPorts = createServedPortSearch(servedClusterOf(cluster));
  return { intents, cluster, configuration, failovers, tracedState, findServedPorts };
}

/** Resolves and lowers validated objects into their effects and assignments. */
export function interpret(
  { manifests, context, hasError, engine }: Prepared,
  { lock: file, isPart = false }: CompileInput,
): Pick<Compilation, 'intents' | 'lock'> {
  const resolved = resolveKinds(kinds, context, engine);
  const after = nextLock(
    context.lock,
    resolved.map((one) => one.lock),
  );
  const lock = { before: context.lock, after };
  if (file && !isPart && !hasError()) {
    reportEmptiedLock(lock, file.path, manifests, context);
  }
  const intents = joinIntents(resolved.map((one) => one.intents));
  if (context.errorsOnly) return { intents, lock };
  reportLostReplies(intents, context.cluster, context.configuration, context.report);
  const compiled = { intents, cluster: context.cluster, configuration: context.configuration };
  reportNextHops(compiled, context.report, engine);
  reportOverlaps(compiled, context.report, engine);
  reportServicePorts(compiled, createServedPortSearch, context.report, engine);
  reportPointlessRules(compiled, context.report, engine);
  return { intents, lock };
}

/**
 * Returns the digest of an input, for the index. It contains the next lock, not the current one. Therefore a second
 * run, which reads the output of the first, gives the same bytes. `digestsOf` returns the known document digests of a
 * file.
 */
export function digestCompiled(
  { configuration, configurationFile, files, engine }: Omit<CompileInput, 'purpose'>,
  lock: Lock,
  digestsOf?: DigestsOf,
): string {
  const text = renderLock(lock);
  const others = [
    ...(configurationFile ? [configurationFile] : []),
    ...certificateFilesOf(configuration),
    ...(text === '' ? [] : [{ path: '', text }]),
  ];
  return digestInputs([others, files], engine, digestsOf);
}

/** Returns the certificates of routers that have been read. */
function certificateFilesOf({ ingressControllers }: Configuration): SourceFile[] {
  return ingressControllers
    .flatMap(({ defaultCertificate, serviceCA }) => [defaultCertificate, serviceCA])
    .flatMap((file) => (file?.text === undefined ? [] : [{ path: file.path, text: file.text }]));
}
