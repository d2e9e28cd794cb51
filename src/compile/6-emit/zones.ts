import type { Artefact, FileOwner, MadeArtefact, StoreArtefact } from '../../model/artefact.js';
import { type Engine, createEngine } from '../../engine/engine.js';
import type { Query, QueryInput } from '../../engine/query.js';
import type { CompiledInput } from '../../model/compiled-input.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { OwnRows } from '../../model/northbound.js';
import type { Purpose } from '../../model/purpose.js';
import { type RowProblem, createRowChecks } from '../../northbound/check.js';
import type { Downgrade } from '../../northbound/downgrade.js';
import { EVERY_SWITCH } from '../../northbound/join-rows.js';
import { createSharedRowSource } from '../../northbound/shared-rows.js';
import { DEFAULT_RELEASE } from '../../ovn-kubernetes/releases/index.js';
import { hasSameContent, hasSameFields } from '../../std/same-items.js';
import { messages } from './shared/messages.js';
import { createSharedFiles } from './northbound/shared-files.js';
import {
  type RowCounts,
  type ZoneFiles,
  countAll,
  countRows,
  createZoneWriter,
  transactionArtefact,
} from './northbound/zone-files.js';
import { emitClusterRows } from './zone-rows.js';

/** Purpose of a run, results of earlier runs, and the store for finished parts. */
export interface EmitOptions {
  readonly purpose: Purpose;
  /** The engine with earlier results. If unset, there are none, and rows are made once. */
  readonly engine?: Engine | undefined;
  /** If set, only the files of this owner are rendered, and only its rows are checked. */
  readonly owner?: FileOwner | undefined;
  readonly store?: StoreArtefact | undefined;
}

/** What is made of the rows of zones. */
interface ZoneOptions {
  /** True if the rows are checked. */
  readonly isChecked: boolean;
  /** True if files are made. */
  readonly isWritten: boolean;
  /** True if transactions are made beside the files. */
  readonly hasTransactions: boolean;
  readonly release: string | undefined;
}

/** Problems and files of the rows of a zone. */
interface ZoneOutput {
  readonly problems: readonly RowProblem[];
  readonly files: ZoneFiles | undefined;
  readonly transaction: readonly Artefact[];
}

const source = createSharedRowSource('rows of all zones');
const checks = createRowChecks(source);
const sharedFiles = createSharedFiles(source);
const zoneOptions: QueryInput<ZoneOptions> = { name: 'options of zones', same: hasSameFields };
const ownRows: QueryInput<(zone: string) => Downgrade<OwnRows>> = { name: 'rows of zones' };
/** Counts of the rows that all zones share. */
const counts: QueryInput<RowCounts> = { name: 'counts of shared rows', same: hasSameContent };

const isEmpty: Query<undefined, boolean> = {
  name: 'no shared rows',
  run: (db) => db.read(counts).size === 0,
};

const spreads: Query<undefined, boolean> = {
  name: 'shared rows on each switch',
  run: (db) => db.read(source.rows).attachments.some(({ key }) => key === EVERY_SWITCH),
};

const zoneOutput: Query<string, ZoneOutput> = {
  name: 'output of a zone',
  hasOneReader: true,
  run: (db, zone) => {
    const { isChecked, isWritten, hasTransactions, release } = db.read(zoneOptions);
    const { rows: own, problems } = db.read(ownRows)(zone);
    const { rememberOwn: remember, ...tools } = db.get(sharedFiles.tools, undefined);
    const writer = isWritten
      ? createZoneWriter({
          ...tools,
          remember,
          release,
          spreads: db.get(spreads, undefined),
          isEmpty: db.get(isEmpty, undefined),
          isShared: (table, key) => db.get(source.keysOf, table).has(key),
        })
      : undefined;
    const found = isChecked ? checks.checkOwn(db, own, writer?.addRow) : [];
    const files = writer?.finish(own);
    const transaction =
      files && hasTransactions
        ? [transactionArtefact(db.read(source.rows), own, countAll(files.file, db.read(counts)))]
        : [];
    return { problems: [...problems, ...found], files, transaction };
  },
};

const nothing = (): void => undefined;

/** Creates and checks the rows of all zones, or of one, and writes their files, as the purpose of the run requires. */
export function emitZones(
  input: CompiledInput,
  report: Reporter,
  { purpose, engine: given, owner, store }: EmitOptions,
): MadeArtefact[] {
  const { cluster, configuration } = input;
  const engine = given ?? createEngine({ isForOneRound: true });
  const isWrittenOnce = given === undefined;
  const isWritten = purpose === 'artefacts';
  // Checks and transactions need all rows at once, and so does an incremental run.
  const inBlocks = isWritten && isWrittenOnce && !configuration.transactions;
  const { shared, blocks, ownOf } = emitClusterRows(input, report, {
    engine: given,
    inBlocks,
    inQueries: true,
  });
  engine.set(source.rows, shared.rows);
  engine.set(ownRows, ownOf);
  engine.set(sharedFiles.blocks, blocks);
  engine.set(sharedFiles.output, { isWrittenOnce, store: isWrittenOnce ? store : undefined });
  const sharedCounts = countRows(shared.rows.rows, blocks);
  engine.set(counts, sharedCounts);
  setOptions(engine, configuration, purpose, !isWrittenOnce);
  const reported = new Set<string>();
  const found = purpose === 'answers' ? [] : engine.ask(checks.shared, undefined, nothing);
  reportRowProblems([...shared.problems, ...found], report, reported);
  const zones = [...cluster.zones.keys()].filter((name) => owner === undefined || owner.name === name);
  const emitted = zones.map((zone) => engine.ask(zoneOutput, zone, nothing));
  const artefacts = isWritten && zones.length > 0 ? [...makeSharedFiles(engine)] : [];
  for (const { problems, files, transaction } of emitted) {
    reportRowProblems(problems, report, reported);
    if (files) artefacts.push(countAll(files.file, sharedCounts), ...files.parts, ...transaction);
  }
  return artefacts;
}

/** Makes the files of shared rows. Those of groups that have not changed stay. */
function makeSharedFiles(engine: Engine): readonly MadeArtefact[] {
  engine.setMap(sharedFiles.lists, engine.ask(sharedFiles.groups, undefined, nothing).groups);
  return engine.ask(sharedFiles.files, undefined, nothing);
}

function setOptions(engine: Engine, configuration: Configuration, purpose: Purpose, keepsResults: boolean): void {
  const { ovnSchemaVersion: schemaVersion, topology, transactions, release } = configuration;
  engine.set(checks.options, {
    schemaVersion,
    baseRows: topology === 'managed' ? 'none' : 'external',
    keepsResults,
  });
  engine.set(zoneOptions, {
    isChecked: purpose !== 'answers',
    isWritten: purpose === 'artefacts',
    hasTransactions: transactions,
    release: release === DEFAULT_RELEASE ? undefined : release.name,
  });
}

/**
 * Reports problems of rows at the resources that cause them. A row that is in several zones, or that two checks reject,
 * is reported once. `reported` contains the rows so far, for all zones.
 */
export function reportRowProblems(problems: readonly RowProblem[], report: Reporter, reported: Set<string>): void {
  for (const { cause, table, key, message } of problems) {
    if (reported.size === reported.add(`${table} ${key}`).size) continue;
    const place = cause
      ? { location: { origin: cause.origin, pointer: cause.pointer }, resource: cause }
      : { location: { path: '' } };
    report({ ...messages.invalidRow(table, key, message), ...place });
  }
}
