import { type Engine, createEngine } from '../../engine/engine.js';
import type { Db, Query } from '../../engine/query.js';
import type { CompiledInput } from '../../model/compiled-input.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import type { NorthboundRows, OwnRows, ZoneRows } from '../../model/northbound.js';
import type { RowBlock } from '../../northbound/row-shape.js';
import { type Downgrade, downgrade, supportsAllColumns } from '../../northbound/downgrade.js';
import { joinZone } from '../../northbound/join-rows.js';
import { isAvailable } from '../../northbound/schema/version.js';
import { memoizeWeak, once } from '../../std/memoize.js';
import { messages } from './shared/messages.js';
import { createRowQueries } from './northbound/emit.js';
import { type RowInputs, createRowSource } from './northbound/row-inputs.js';

/** Rows of all zones for the target's version, and the problems of the downgrade. */
export interface DowngradedRows {
  readonly shared: Downgrade<NorthboundRows>;
  /** Additional rows that all zones contain. */
  readonly blocks: readonly RowBlock[];
  /** Returns the rows of a zone. Another function if they may differ. */
  readonly ownOf: (zone: string) => Downgrade<OwnRows>;
}

const emitted = createEmitter('the output', false);
const listed = createEmitter('a list', true);
const modelled = createEmitter('a model', true);

/** Makes the rows of an input, with the results for earlier inputs. */
type Emitter = (inputs: RowInputs, engine: Engine) => DowngradedRows;

function createEmitter(name: string, readsWhole: boolean): Emitter {
  const source = createRowSource(name, readsWhole);
  const queries = createRowQueries(source);
  const versionOf = (db: Db): string => source.configurationIn(db).ovnSchemaVersion;
  const fitted: Query<undefined, Omit<DowngradedRows, 'ownOf'>> = {
    name: `fitted rows of all zones of ${name}`,
    hasOneReader: true,
    run: (db) => {
      const { rows: shared, blocks } = db.get(queries.shared, undefined);
      return { shared: downgrade(shared, versionOf(db)), blocks };
    },
  };
  const rows: Query<undefined, DowngradedRows> = {
    name: `fitted rows of ${name}`,
    run: (db) => ({ ...db.get(fitted, undefined), ownOf: db.get(own, undefined) }),
  };
  const own: Query<undefined, DowngradedRows['ownOf']> = {
    name: `fitted rows of zones of ${name}`,
    run: (db) => {
      const [version, rowsOf] = [versionOf(db), db.get(queries.own, undefined)];
      if (supportsAllColumns(version)) return (zone) => downgrade(rowsOf(zone), version);
      const { rows: shared } = db.get(queries.shared, undefined);
      return (zone) => downgrade(rowsOf(zone), version, shared);
    },
  };
  return (inputs, engine) => {
    source.set(engine, inputs);
    return engine.ask(rows, undefined, () => undefined);
  };
}

/**
 * Creates the rows of all zones for the target's version. Unsupported rows are reported, as problems or at once. With
 * `inBlocks`, rows may stay in blocks if the version supports all columns that Weir uses.
 */
export function emitClusterRows(input: CompiledInput, report: Reporter, options: RowOptions = {}): DowngradedRows {
  return fitRows(options.inQueries ? emitted : listed, input, report, options);
}

function fitRows(
  emit: Emitter,
  { intents, cluster, configuration }: CompiledInput,
  report: Reporter,
  { engine = createEngine({ isForOneRound: true }), inBlocks = false }: RowOptions,
): DowngradedRows {
  const { ovnSchemaVersion: version } = configuration;
  const tiered = reportUntiered(intents, configuration, report);
  return emit({ intents: tiered, cluster, configuration, inBlocks: inBlocks && supportsAllColumns(version) }, engine);
}

/** Options for making rows. */
export interface RowOptions {
  /** The engine with earlier results. If unset, there are none. */
  readonly engine?: Engine | undefined;
  /** If true, rows that only one namespace has may be made when they are written. */
  readonly inBlocks?: boolean;
  /**
   * True if only queries of the engine call `ownOf`. They then depend on what it reads of the cluster. Otherwise it may be
   * called at any time.
   */
  readonly inQueries?: boolean;
}

/**
 * Returns all rows of a cluster, for a model of packets. They include the base rows and load balancers of a managed
 * topology, even if another component makes them in the cluster itself. The rows of a zone are created when they are
 * first read, because a packet passes few zones.
 */
export function emitWholeRows({ configuration, ...input }: CompiledInput, engine?: Engine): ZoneRows[] {
  const whole = { ...input, configuration: asWhole(configuration) };
  const { shared, ownOf } = fitRows(modelled, whole, () => undefined, { engine });
  return [...input.cluster.zones.keys()].map((name) =>
    createWhenRead(name, () => {
      const own = ownOf(name).rows;
      return joinZone([shared.rows, own], own);
    }),
  );
}

/** Returns the configuration in which Weir makes all rows. */
const asWhole = memoizeWeak((configuration: Configuration): Configuration => {
  const features = new Set([...configuration.features, 'services' as const]);
  return { ...configuration, topology: 'managed', features };
});

/** Returns the rows of a zone that `make` creates when they are first read. */
function createWhenRead(zone: string, make: () => ZoneRows): ZoneRows {
  const made = once(make);
  return {
    zone,
    get rows() {
      return made().rows;
    },
    get attachments() {
      return made().attachments;
    },
    get absent() {
      return made().absent;
    },
  };
}

/** Schema version that introduced ACL tiers and the action `pass` (OVN 23.06). */
const TIERS_SINCE = '7.0.4';

/** Returns the intents without the policies that need tiers if the target has none. These policies are reported. */
function reportUntiered(
  intents: readonly Intent[],
  { ovnSchemaVersion }: Configuration,
  report: Reporter,
): readonly Intent[] {
  if (isAvailable(TIERS_SINCE, ovnSchemaVersion)) return intents;
  return intents.filter((intent) => {
    if (intent.effect !== 'policy' || intent.layer === 'namespaced') return true;
    const { cause } = intent;
    if (intent.isCompiled) {
      const location = { origin: cause.origin, pointer: '/kind' };
      report({ ...messages.noTiers(cause.kind, ovnSchemaVersion), location, resource: cause });
    }
    return false;
  });
}
