import { omitRemoved, preferManifests } from './1-read/manifests-first.js';
import { type ReadResult, readManifests } from './1-read/read.js';
import { checkConfiguration } from '../schema/configuration.js';
import { suggest } from '../std/suggest.js';
import { validate } from './2-validate/index.js';
import { rejectOthers } from './2-validate/reject-others.js';
import { findLive } from './2-validate/live.js';
import { readAddressInventory } from './3-index/address-inventory.js';
import { collectServedServices, createServedPortSearch } from './3-index/served-ports.js';
import { asksForNothing } from './3-index/asks-for-nothing.js';
import { buildCluster } from './3-index/cluster.js';
import { messages as inventoryMessages } from './3-index/messages.js';
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
import { type Refusals, checkClaims } from './4-claim/check.js';
import { type Claims, buildClaims, claimantsAmong } from './4-claim/claims.js';
import type { Expectation } from '../expectations/expectation.js';
import { parseExpectations } from '../expectations/parse.js';
import { prove } from '../expectations/prove.js';
import type { ExpectationVerdict } from '../expectations/verdict.js';
import type { CompiledState } from '../expectations/world.js';
import { collectFindings } from '../diagnostics/collect.js';
import { applySeverityOverrides } from '../diagnostics/severity-overrides.js';
import { kinds } from '../kinds/index.js';
import { knownKinds } from '../kinds/known.js';
import type { KindContext, FailoverResult } from '../kinds/kind.js';
import { inputOf, isEnabled } from '../kinds/manifests-of.js';
import { nextLock } from '../settings/lock/next.js';
import { reportEmptiedLock } from './emptied-lock.js';
import { createFindingFilter } from './finding-filter.js';
import { EMPTY_LOCK, parseLock } from '../settings/lock/parse.js';
import { renderLock } from '../settings/lock/render.js';
import type { AddressInventory } from '../model/address-inventory.js';
import type { Artefact, FileOwner, IndexedArtefact, StoreArtefact } from '../model/artefact.js';
import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Findings, Report, Reporter } from '../model/diagnostic.js';
import type { Intent } from '../model/intent.js';
import type { AssignmentOrder, Lock } from '../model/lock.js';
import type { Manifest, SourceFile } from '../model/manifest.js';
import { type Memo, noMemo } from '../engine/memo.js';
import type { Purpose } from '../model/purpose.js';
import { watchErrors } from '../model/watch-errors.js';
import { type Assumed, NOTHING_ASSUMED, assumeMissing, isLimited, placeBySource } from './assume.js';

export interface CompileInput {
  readonly configuration: Configuration;
  /** Text of the configuration, which counts as an input. */
  readonly configurationFile?: SourceFile | undefined;
  readonly files: readonly SourceFile[];
  /** Text of `weir.lock.yaml`. If unset, there is none. */
  readonly lock?: SourceFile | undefined;
  /** If unset, `lock-first`. */
  readonly assignmentOrder?: AssignmentOrder;
  /** Files with expectations. */
  readonly expectations?: readonly SourceFile[];
  /** True if the lock also covers other files. */
  readonly isPart?: boolean;
  /** If unset, the purpose is artefacts. */
  readonly purpose?: Purpose;
  /**
   * Objects on the other side of a comparison. Live objects of manifests that only that side has are treated as
   * deleted.
   */
  readonly earlier?: ReadResult;
  /** Applies a hypothetical change to the objects that were read. */
  readonly alter?: (found: ReadResult) => ReadResult;
  /**
   * Definitions of the cluster's release before or after this one. An object that is valid only by them is rejected and
   * skipped.
   */
  readonly otherDefinitions?: Configuration['release']['definitions'];
  /** Findings from reading the input. */
  readonly reports?: readonly Report[];
  /** Maximum findings that are kept, the most severe first. The others are counted. 0, the default, keeps all. */
  readonly maxFindings?: number;
  /** Memo of results for objects of earlier compilations. If unset, nothing is memoized. */
  readonly memo?: Memo;
  /** If set, only the artefacts of this owner are made, without an index, and only its rows are checked. */
  readonly owner?: FileOwner;
  /** Store for large artefacts as they are made. If unset, or with a memo, they stay in memory. */
  readonly store?: StoreArtefact | undefined;
  /** Called with each finding that a setting or comment ignores. */
  readonly seeIgnored?: Reporter;
  /** Called with the assumptions of a query, if any. */
  readonly seeAssumed?: (assumed: Assumed) => void;
  /** Called once with the prepared objects, before they are released. */
  readonly inspect?: (prepared: Prepared) => void;
  /** Called with the name of each phase as it begins. */
  readonly progress?: (phase: string) => void;
}

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
  const { configuration, purpose = 'artefacts', progress = () => undefined, memo, owner, store } = input;
  const { judge, reportIdle } = createFindingFilter(input);
  const findings = collectFindings(input.maxFindings ?? 0, judge);
  const { report, hasError } = findings;
  for (const one of input.reports ?? []) report(one);
  const expectations = parseExpectations(input.expectations ?? [], checkConfiguration, report);
  const understood = understand(input, expectations, report, progress);
  progress('emitting');
  const { intents, cluster, lock } = understood;
  const emitted = hasError() ? [] : emit(intents, cluster, configuration, report, { purpose, memo, owner, store });
  reportIdle(report, !hasError() && input.isPart !== true);
  const isAskedFor = purpose === 'artefacts' && !hasError();
  const made = isAskedFor ? emitted : [];
  const index =
    isAskedFor && !owner ? emitIndex(made, clusterNamesOf(cluster), digestCompiled(input, lock.after), memo) : [];
  return {
    ...understood,
    artefacts: [...made.filter((one) => 'content' in one), ...index],
    stored: made.filter((one) => 'sha256' in one),
    ...findings.finish(),
  };
}

/** The validated objects of an input, with the context of their kinds. */
export interface Prepared {
  /** All objects that were read. */
  readonly found: ReadResult;
  readonly manifests: readonly Manifest[];
  readonly context: KindContext;
  /** Registry of claimed addresses. */
  readonly claims: Claims;
  /** Claims on addresses that are rejected. */
  readonly refusals: Refusals;
  readonly ignored: ReadonlyMap<string, number>;
  /** True if the input requests no output. */
  readonly isEmpty: boolean;
  readonly assumed: Assumed;
  /** True if an error has been reported so far. */
  readonly hasError: () => boolean;
  readonly memo: Memo;
}

/** Reads and validates objects, and builds the index of the cluster, before any decision. */
export function prepare(
  input: CompileInput,
  reportTo: Reporter,
  progress: (phase: string) => void,
  memo: Memo = noMemo,
): Prepared {
  const { configuration, files, purpose, seeAssumed, earlier, alter, assignmentOrder = 'lock-first' } = input;
  progress('reading');
  const known = { ...knownKinds, suggest };
  const { report, hasError } = watchErrors(reportTo, input.reports);
  const read = placeBySource(readManifests(files, known, report, memo), report);
  const written = alter ? alter(read) : read;
  const { found: all, assumed } =
    purpose === 'answers' ? assumeMissing(written) : { found: written, assumed: NOTHING_ASSUMED };
  if (isLimited(assumed)) seeAssumed?.(assumed);
  const found = earlier ? omitRemoved(all, earlier) : all;
  const inventory = memo('manifests first', undefined, found.inventory, () => preferManifests(found.inventory, memo));
  const readLock = (reporter: Reporter): Lock => parseLock(input.lock, checkConfiguration, reporter) ?? EMPTY_LOCK;
  const lock = memo('lock', input.lock, [], readLock, report);
  progress('validating');
  const { definitions } = configuration.release;
  const judge = applySeverityOverrides(configuration.findings);
  const say = input.otherDefinitions
    ? rejectOthers(found.compiled, definitions, input.otherDefinitions, report)
    : report;
  const manifests = validate(found.compiled, kinds, say, memo, judge, definitions);
  progress('resolving');
  const cluster = buildCluster(inventory, manifests, configuration, report, memo);
  const isEmpty = asksForNothing(manifests, inventory, cluster, configuration);
  // Queries about unread objects are valid. Only artefacts of an empty input would delete everything.
  const isAnswerable = purpose !== undefined && purpose !== 'artefacts' && found.unread.length > 0;
  if (isEmpty && !isAnswerable && !hasError()) {
    report({ ...inventoryMessages.nothingToCompile(configuration.allowEmpty), location: { path: '' } });
  }
  const readAddresses = (say: Reporter): AddressInventory => readAddressInventory(inventory, say);
  const addresses = memo('address inventory', undefined, [inventory], readAddresses, report);
  const { observed } = found;
  const live = findLive(observed, manifests, kinds, report, definitions);
  const claiming = claimantsAmong(manifests, kinds);
  const claimInputs = { configuration, cluster, manifests: claiming, observed, lock, addresses };
  const others = [configuration, cluster, observed, lock, addresses];
  const claims = memo('claims', undefined, [...others, ...claiming], () => buildClaims(claimInputs, kinds));
  const refusals = memo('refusals', undefined, [claims], (say) => checkClaims(claims, say), report);
  const isWrittenOnce = memo === noMemo && purpose === 'artefacts' && !input.expectations?.length;
  const { isRefused } = refusals;
  const options = { assignmentOrder, errorsOnly: purpose === 'answers', isWrittenOnce };
  const context = { configuration, lock, manifests, observed, live, cluster, isRefused, report, ...options };
  return { found, manifests, context, claims, refusals, ignored: found.ignored, isEmpty, assumed, hasError, memo };
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
  const prepared = prepare(input, report, progress, input.memo);
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
      kind.checkFailover && isEnabled(kind, configuration) ? [kind.checkFailover(inputOf(kind, prepared))] : [],
    );
  const tracedState: CompiledState['tracedState'] = (options) =>
    emitTracedState({ intents, cluster, configuration }, options);
  return { intents, cluster, configuration, failovers, tracedState, findServedPorts: createServedPortSearch(cluster) };
}

/** Resolves and lowers validated objects into their effects and assignments. */
export function interpret(
  { manifests, context, hasError, memo }: Prepared,
  { lock: file, isPart = false }: CompileInput,
): Pick<Compilation, 'intents' | 'lock'> {
  const resolved = resolveKinds(kinds, context, memo.engine);
  const after = nextLock(
    context.lock,
    resolved.map((one) => one.lock),
  );
  const lock = { before: context.lock, after };
  if (file && !isPart && !hasError()) {
    reportEmptiedLock(lock, file.path, manifests, context);
  }
  const intents = resolved.flatMap((one) => one.intents);
  if (context.errorsOnly) return { intents, lock };
  reportOverlaps(intents, context.configuration, context.report);
  reportLostReplies(intents, context.cluster, context.configuration, context.report);
  reportNextHops(intents, context.cluster, context.configuration, context.report);
  const findServices = (): ReturnType<typeof collectServedServices> => collectServedServices(context.cluster);
  reportServicePorts(intents, context.cluster, findServices, context.report, memo);
  reportPointlessRules(intents, context.cluster, context.configuration, context.report, memo);
  return { intents, lock };
}

/**
 * Returns the digest of an input, for the index. It contains the next lock, not the current one. Therefore a second
 * run, which reads the output of the first, gives the same bytes. `digestsOf` returns the known document digests of a
 * file.
 */
export function digestCompiled(
  { configuration, configurationFile, files, memo }: Omit<CompileInput, 'purpose'>,
  lock: Lock,
  digestsOf?: DigestsOf,
): string {
  const text = renderLock(lock);
  const all = [
    ...(configurationFile ? [configurationFile] : []),
    ...certificateFilesOf(configuration),
    ...files,
    ...(text === '' ? [] : [{ path: '', text }]),
  ];
  return digestInputs(all, memo, digestsOf);
}

/** Returns the certificates of routers that have been read. */
function certificateFilesOf({ ingressControllers }: Configuration): SourceFile[] {
  return ingressControllers
    .flatMap(({ defaultCertificate, serviceCA }) => [defaultCertificate, serviceCA])
    .flatMap((file) => (file?.text === undefined ? [] : [{ path: file.path, text: file.text }]));
}
