import { read } from './1-read/read.js';
import { checkConfiguration } from './2-validate/configuration.js';
import { suggest } from './2-validate/suggest.js';
import { validate } from './2-validate/index.js';
import { readAddressInventory } from './3-resolve/address-inventory.js';
import { buildCluster } from './3-resolve/cluster.js';
import { resolveKinds } from './3-resolve/resolve.js';
import { reportUnenforced } from './3-resolve/unenforced.js';
import { reportConnectivity } from './4-lower/connectivity.js';
import { lower } from './4-lower/lower.js';
import { reportMeetings } from './4-lower/meetings.js';
import { reportNextHops } from './4-lower/next-hops.js';
import { emit } from './5-emit/emit.js';
import { digestInputs, emitIndex, namesOf } from './5-emit/index-file.js';
import { checkClaims } from './claims/check.js';
import { buildClaims } from './claims/claims.js';
import { order } from './diagnostics/order.js';
import { placeReports } from './diagnostics/place.js';
import { kinds } from './kinds/index.js';
import { foreignKinds, inventoryKinds } from './kinds/inventory.js';
import type { KindContext } from './kinds/kind.js';
import { nextLock } from './lock/compare.js';
import { EMPTY_LOCK, parseLock } from './lock/parse.js';
import { renderLock } from './lock/render.js';
import type { Artefact } from './model/artefact.js';
import type { Cluster } from './model/cluster.js';
import type { Configuration } from './model/configuration.js';
import type { Diagnostic, Report, Reporter } from './model/diagnostic.js';
import type { Intent } from './model/intent.js';
import type { Lock } from './model/lock.js';
import type { Manifest, SourceFile } from './model/manifest.js';
import { type Recall, recallNothing } from './recall.js';

export interface CompileInput {
  readonly configuration: Configuration;
  /** The text that the configuration was read from; it counts as an input. */
  readonly configurationFile?: SourceFile | undefined;
  readonly files: readonly SourceFile[];
  /** `weir.lock.yaml`; absent where there is none. */
  readonly lock?: SourceFile | undefined;
  /** Whether nothing but findings is asked for: the texts of artefacts are most of the work of a large run. */
  readonly findingsOnly?: boolean;
  /** Hears the name of each phase as it begins. */
  readonly progress?: (phase: string) => void;
}

/** What a run found and made. `artefacts` is empty when a diagnostic is an error, or only findings were asked for. */
export interface Compilation {
  readonly artefacts: readonly Artefact[];
  readonly diagnostics: readonly Diagnostic[];
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  /** What the lock holds, and what it shall hold. */
  readonly lock: { readonly before: Lock; readonly after: Lock };
  /** How many custom resources are sound. */
  readonly resources: number;
  /** Objects that Weir has no use for, by what they are. */
  readonly ignored: ReadonlyMap<string, number>;
}

/** Compiles texts into artefacts: read, validate, resolve, lower, emit. Pure: the same input gives the same bytes. */
export function compile(input: CompileInput): Compilation {
  const { configuration, findingsOnly = false, progress = () => undefined } = input;
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const understood = understand(input, report, progress);
  progress('emitting');
  const { intents, cluster, lock } = understood;
  const artefacts = hasError(reports) ? [] : emit(intents, cluster, configuration, report, { findingsOnly });
  const isAskedFor = !findingsOnly && !hasError(reports);
  return {
    ...understood,
    artefacts: isAskedFor ? [...artefacts, emitIndex(artefacts, namesOf(cluster), digest(input, lock.after))] : [],
    diagnostics: order(placeReports(reports)),
  };
}

/** The objects of an input, checked, with all that kinds may look at. */
export interface Prepared {
  readonly manifests: readonly Manifest[];
  readonly context: KindContext;
  readonly ignored: ReadonlyMap<string, number>;
}

/** Reads and validates, and builds the index of the cluster: what comes before any decision. */
export function prepare(
  input: CompileInput,
  report: Reporter,
  progress: (phase: string) => void,
  recall: Recall = recallNothing,
): Prepared {
  const { configuration, files } = input;
  progress('reading');
  const known = { compiled: kinds, inventory: inventoryKinds, foreign: foreignKinds, suggest };
  const found = read(files, known, report, recall);
  const lock = parseLock(input.lock, checkConfiguration, report) ?? EMPTY_LOCK;
  progress('validating');
  const manifests = validate(found.compiled, kinds, report);
  progress('resolving');
  const cluster = buildCluster(found.inventory, manifests, configuration, report, recall);
  reportUnenforced(found.ignored, configuration, report);
  const addresses = readAddressInventory(found.inventory, report);
  const { observed } = found;
  const claims = buildClaims({ configuration, cluster, manifests, observed, lock, addresses });
  const { isRefused } = checkClaims(claims, report);
  const context = { configuration, lock, observed, cluster, isRefused, report };
  return { manifests, context, ignored: found.ignored };
}

type Understood = Omit<Compilation, 'artefacts' | 'diagnostics'>;

/** From texts to intents. The objects that were read end here: nothing after this needs them. */
function understand(input: CompileInput, report: Reporter, progress: (phase: string) => void): Understood {
  const prepared = prepare(input, report, progress);
  const { manifests, context, ignored } = prepared;
  return { ...interpret(prepared), cluster: context.cluster, resources: manifests.length, ignored };
}

/** Resolves and lowers checked objects: their effects, and the assignments that come with them. */
export function interpret({ manifests, context }: Prepared): Pick<Compilation, 'intents' | 'lock'> {
  const resolutions = resolveKinds(manifests, kinds, context);
  const after = nextLock(
    context.lock,
    resolutions.map((resolution) => resolution.lock),
  );
  const intents = lower(resolutions);
  reportMeetings(intents, context.configuration, context.report);
  reportNextHops(intents, context.cluster, context.configuration, context.report);
  reportConnectivity(intents, context.cluster, context.report);
  return { intents, lock: { before: context.lock, after } };
}

/** The lock counts as it shall be: then a second run, which reads what the first one wrote, gives the same bytes. */
function digest({ configurationFile, files }: CompileInput, lock: Lock): string {
  const text = renderLock(lock);
  return digestInputs([
    ...(configurationFile ? [configurationFile] : []),
    ...files,
    ...(text === '' ? [] : [{ path: '', text }]),
  ]);
}

function hasError(reports: readonly Report[]): boolean {
  return reports.some(({ severity }) => severity === 'error');
}
