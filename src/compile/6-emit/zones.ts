import type { FileOwner, MadeArtefact, StoreArtefact } from '../../model/artefact.js';
import { type Engine, createEngine } from '../../engine/engine.js';
import type { Db, Query, QueryInput } from '../../engine/query.js';
import type { CompiledInput } from '../../model/compiled-input.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { OwnRows, Row } from '../../model/northbound.js';
import type { Purpose } from '../../model/purpose.js';
import { type RowProblem, createRowChecks } from '../../northbound/check.js';
import type { Downgrade } from '../../northbound/downgrade.js';
import { type KeepRows, createRowKeeper } from '../../northbound/keep-rows.js';
import { createSharedRowSource } from '../../northbound/shared-rows.js';
import { DEFAULT_RELEASE } from '../../ovn-kubernetes/releases/index.js';
import { memoizeLast } from '../../std/memoize.js';
import { hasSameFields } from '../../std/same-items.js';
import { messages } from './shared/messages.js';
import { createSharedFiles } from './northbound/shared-files.js';
import { countRows, createZoneFiles, transactionArtefact } from './northbound/zone-files.js';
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
}

/** Problems and files of the rows of a zone. */
interface ZoneOutput {
  readonly problems: readonly RowProblem[];
  readonly files: readonly MadeArtefact[];
}

const source = createSharedRowSource('rows of all zones');
const zoneOptions: QueryInput<ZoneOptions> = { name: 'options of zones', same: hasSameFields };
const ownRows: QueryInput<(zone: string) => Downgrade<OwnRows>> = { name: 'rows of zones' };
const keeper: Query<undefined, KeepRows> = { name: 'keeper of rows', run: createRowKeeper };
const ownOf: Query<string, Downgrade<OwnRows>> = {
  name: 'rows of a zone',
  hasOneReader: true,
  run: (db, zone, before) => {
    const made = db.read(ownRows)(zone);
    return before ? { ...made, rows: keepRows(made.rows, before.rows, db.get(keeper, undefined)) } : made;
  },
};

const rowsIn = (db: Db, zone: string): OwnRows => db.get(ownOf, zone).rows;
const checks = createRowChecks(source, rowsIn);
const sharedFiles = createSharedFiles(source);
const zoneFiles = createZoneFiles({ shared: source, own: checks.own.tables, rowsIn, tools: sharedFiles.tools });

const zoneOutput: Query<string, ZoneOutput> = {
  name: 'output of a zone',
  hasOneReader: true,
  run: (db, zone) => {
    const { isChecked, isWritten, hasTransactions } = db.read(zoneOptions);
    const found = isChecked ? db.get(checks.own.problems, zone) : [];
    const files = isWritten ? db.get(zoneFiles.files, zone) : [];
    const [file] = hasTransactions ? files : [];
    const more = file ? [transactionArtefact(db.read(source.rows), rowsIn(db, zone), file)] : [];
    return { problems: [...db.get(ownOf, zone).problems, ...found], files: [...files, ...more] };
  },
};

/** Returns rows with those of `before` in place of equal ones. */
function keepRows(own: OwnRows, before: OwnRows, keep: KeepRows): OwnRows {
  const kept = Array.from(own.rows, ([table, rows]): [string, readonly Row[]] => {
    const known = before.rows.get(table);
    return [table, known ? keep(rows, known) : rows];
  });
  return { ...own, rows: new Map(kept) };
}

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
  const {
    shared,
    blocks,
    ownOf: rowsOfZone,
  } = emitClusterRows(input, report, {
    engine: given,
    inBlocks,
    inQueries: true,
  });
  engine.set(source.rows, shared.rows);
  // An engine for one round keeps no rows of zones: all queries about a zone follow each other.
  engine.set(ownRows, engine.isForOneRound ? memoizeLast(rowsOfZone) : rowsOfZone);
  engine.set(sharedFiles.blocks, blocks);
  engine.set(sharedFiles.output, { isWrittenOnce, store: isWrittenOnce ? store : undefined });
  engine.set(zoneFiles.counts, countRows(shared.rows.rows, blocks));
  engine.set(zoneFiles.release, configuration.release === DEFAULT_RELEASE ? undefined : configuration.release.name);
  setOptions(engine, configuration, purpose, !isWrittenOnce);
  const reported = new Set<string>();
  const found = purpose === 'answers' ? [] : engine.ask(checks.shared, undefined, nothing);
  reportRowProblems([...shared.problems, ...found], report, reported);
  const zones = [...cluster.zones.keys()].filter((name) => owner === undefined || owner.name === name);
  const emitted = zones.map((zone) => engine.ask(zoneOutput, zone, nothing));
  const artefacts = isWritten && zones.length > 0 ? [...makeSharedFiles(engine)] : [];
  for (const { problems, files } of emitted) {
    reportRowProblems(problems, report, reported);
    for (const file of files) artefacts.push(file);
  }
  return artefacts;
}

/** Makes the files of shared rows. Those of groups that have not changed stay. */
function makeSharedFiles(engine: Engine): readonly MadeArtefact[] {
  engine.setMap(sharedFiles.lists, engine.ask(sharedFiles.groups, undefined, nothing).groups);
  return engine.ask(sharedFiles.files, undefined, nothing);
}

function setOptions(engine: Engine, configuration: Configuration, purpose: Purpose, keepsResults: boolean): void {
  const { ovnSchemaVersion: schemaVersion, topology, transactions } = configuration;
  engine.set(checks.options, {
    schemaVersion,
    baseRows: topology === 'managed' ? 'none' : 'external',
    keepsResults,
  });
  engine.set(zoneOptions, {
    isChecked: purpose !== 'answers',
    isWritten: purpose === 'artefacts',
    hasTransactions: transactions,
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
