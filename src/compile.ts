import { read } from './1-read/read.js';
import { suggest } from './2-validate/suggest.js';
import { validate } from './2-validate/index.js';
import { buildCluster } from './3-resolve/cluster.js';
import { resolveKinds } from './3-resolve/resolve.js';
import { lower } from './4-lower/lower.js';
import { emit } from './5-emit/emit.js';
import { digestInputs, emitIndex } from './5-emit/index-file.js';
import { order } from './diagnostics/order.js';
import { placeReports } from './diagnostics/place.js';
import { kinds } from './kinds/index.js';
import { foreignKinds, inventoryKinds } from './kinds/inventory.js';
import type { Artefact } from './model/artefact.js';
import type { Cluster } from './model/cluster.js';
import type { Configuration } from './model/configuration.js';
import type { Diagnostic, Report, Reporter } from './model/diagnostic.js';
import type { Intent } from './model/intent.js';
import type { SourceFile } from './model/manifest.js';

export interface CompileInput {
  readonly configuration: Configuration;
  /** The text that the configuration was read from; it counts as an input. */
  readonly configurationFile?: SourceFile;
  readonly files: readonly SourceFile[];
  /** Hears the name of each phase as it begins. */
  readonly progress?: (phase: string) => void;
}

/** What a run found and made. `artefacts` is empty when a diagnostic is an error. */
export interface Compilation {
  readonly artefacts: readonly Artefact[];
  readonly diagnostics: readonly Diagnostic[];
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  /** How many custom resources are sound. */
  readonly resources: number;
  /** Objects that Weir has no use for, by what they are. */
  readonly ignored: ReadonlyMap<string, number>;
}

/** Compiles texts into artefacts: read, validate, resolve, lower, emit. Pure: the same input gives the same bytes. */
export function compile({
  configuration,
  configurationFile,
  files,
  progress = () => undefined,
}: CompileInput): Compilation {
  const reports: Report[] = [];
  const report = (one: Report): void => void reports.push(one);
  const understood = understand(files, configuration, report, progress);
  progress('emitting');
  const { intents, cluster } = understood;
  const artefacts = hasError(reports) ? [] : emit(intents, cluster, configuration, report);
  return {
    ...understood,
    artefacts: hasError(reports)
      ? []
      : [...artefacts, emitIndex(artefacts, digestInputs(configurationFile ? [configurationFile, ...files] : files))],
    diagnostics: order(placeReports(reports)),
  };
}

type Understood = Omit<Compilation, 'artefacts' | 'diagnostics'>;

/** From texts to intents. The objects that were read end here: nothing after this needs them. */
function understand(
  files: readonly SourceFile[],
  configuration: Configuration,
  report: Reporter,
  progress: (phase: string) => void,
): Understood {
  progress('reading');
  const found = read(files, { compiled: kinds, inventory: inventoryKinds, foreign: foreignKinds, suggest }, report);
  progress('validating');
  const manifests = validate(found.compiled, kinds, report);
  progress('resolving');
  const cluster = buildCluster(found.inventory, manifests, configuration, report);
  const resolutions = resolveKinds(manifests, kinds, { configuration, cluster, report });
  return { intents: lower(resolutions), cluster, resources: manifests.length, ignored: found.ignored };
}

function hasError(reports: readonly Report[]): boolean {
  return reports.some(({ severity }) => severity === 'error');
}
