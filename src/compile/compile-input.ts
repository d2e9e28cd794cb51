import type { Engine } from '../engine/engine.js';
import type { KindContext } from '../kinds/contract/kind-context.js';
import type { FileOwner, StoreArtefact } from '../model/artefact.js';
import type { Configuration } from '../model/configuration.js';
import type { Report, Reporter } from '../model/diagnostic.js';
import type { AssignmentOrder } from '../model/lock.js';
import type { Manifest, SourceFile } from '../model/manifest.js';
import type { Purpose } from '../model/purpose.js';
import type { ReadResult } from './1-read/read.js';
import type { Refusals } from './4-claim/check.js';
import type { Claims } from './4-claim/claims.js';
import type { Assumed } from './assume.js';

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
  /** Engine with the results of earlier compilations. If unset, no results are kept. */
  readonly engine?: Engine;
  /** If set, only the artefacts of this owner are made, without an index, and only its rows are checked. */
  readonly owner?: FileOwner;
  /** Store for large artefacts as they are made. If unset, or with an engine, they stay in memory. */
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
  /** The engine of the input, if it has one. */
  readonly engine: Engine | undefined;
}
