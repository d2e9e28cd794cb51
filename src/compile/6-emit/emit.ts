import type { Artefact, FileOwner, MadeArtefact, StoreArtefact } from '../../model/artefact.js';
import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import { type Memo, noMemo } from '../../engine/memo.js';
import type { Purpose } from '../../model/purpose.js';
import { type SoundnessOptions, type ClusterCheck, type RowProblem, checkShared } from '../../northbound/check.js';
import { DEFAULT_RELEASE } from '../../ovn-kubernetes/releases/index.js';
import { emitCloudPlan } from './cloud-plan/emit.js';
import { collectHosts } from './host/host.js';
import { emitDerivedRoutes } from './ingress/derived-routes.js';
import { emitIngress } from './ingress/emit.js';
import { collectObjects } from './manifests/collect.js';
import { emitManifests } from './manifests/emit.js';
import { messages } from './messages.js';
import { emitNftables } from './nftables/emit.js';
import { type ZoneFiles, createNorthboundWriter, transactionArtefact } from './northbound/artefacts.js';
import { emitRouters } from './router/emit.js';
import { emitRoutes } from './routes/emit.js';
import { emitStatus } from './status/emit.js';
import { emitClusterRows } from './zone-rows.js';

/** Purpose of a run, results of earlier runs, and the store for finished parts. */
export interface EmitOptions {
  readonly purpose: Purpose;
  readonly memo?: Memo | undefined;
  /** If set, only the files of this owner are rendered, and only its rows are checked. */
  readonly owner?: FileOwner | undefined;
  readonly store?: StoreArtefact | undefined;
}

/**
 * Renders the intents for every target. Reports an error for rows that the Northbound database would reject, or that
 * mean something else in the target's version. Texts that only artefacts need are skipped if the run has another
 * purpose. Rows from templates are checked only if the run is for findings. Problems may be reported after parts have
 * been stored.
 */
export function emit(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
  options: EmitOptions,
): readonly MadeArtefact[] {
  const { owner } = options;
  const isWanted = (role: FileOwner['role']): boolean => owner === undefined || owner.role === role;
  return [
    ...(isWanted('zone') ? emitZones(intents, cluster, configuration, report, options) : []),
    ...(isWanted('node') ? emitNodes(intents, cluster, configuration, report, owner) : []),
    ...(isWanted('cluster') ? emitObjects(intents, cluster, configuration, report, options) : []),
  ];
}

/** Renders the intents for the API server, the cloud and routers. */
function emitObjects(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
  { purpose, memo }: EmitOptions,
): readonly MadeArtefact[] {
  const cloudAddresses = intents.filter((intent) => intent.effect === 'cloud-address');
  const cloudOwners = intents.flatMap((intent) => (intent.effect === 'cloud-owner' ? [intent.owner] : []));
  const routers = emitRouters(
    intents.filter((intent) => intent.effect === 'redirect'),
    configuration,
  );
  return [
    ...routers.artefacts,
    ...emitManifests([...collectObjects(intents, report), ...routers.objects]),
    ...emitCloudPlan(cloudAddresses, new Set(cloudOwners), cluster, configuration.platform),
    ...emitIngress(
      intents.filter((intent) => intent.effect === 'expose'),
      cluster.ingressControllers,
      report,
    ),
    ...emitDerivedRoutes(intents.filter((intent) => intent.effect === 'derived-object')),
    ...(purpose === 'artefacts'
      ? emitStatus(
          intents.filter((intent) => intent.effect === 'status'),
          memo?.engine,
        )
      : []),
  ];
}

const UNCHECKED: ClusterCheck = { problems: [], checkOwn: () => [], inputsOf: () => [] };

/** Creates and checks the rows of all zones, or of one, and writes their files, as the purpose of the run requires. */
function emitZones(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
  { purpose, memo = noMemo, owner, store }: EmitOptions,
): MadeArtefact[] {
  const { ovnSchemaVersion: schemaVersion, topology, transactions, release } = configuration;
  // Checks and transactions need all rows at once, and so does an incremental run.
  const inBlocks = purpose === 'artefacts' && memo === noMemo && !transactions;
  const { shared, blocks, ownOf, own } = emitClusterRows({ intents, cluster, configuration }, report, {
    engine: memo.engine,
    inBlocks,
  });
  const zones = [...cluster.zones.keys()].filter((name) => owner === undefined || owner.name === name);
  const writer =
    purpose === 'artefacts' && zones.length > 0
      ? createNorthboundWriter(
          shared.rows,
          blocks,
          release === DEFAULT_RELEASE ? undefined : release.name,
          memo.engine,
          store,
        )
      : undefined;
  const reported = new Set<string>();
  const baseRows = topology === 'managed' ? 'none' : 'external';
  const options: SoundnessOptions = { schemaVersion, baseRows, trustsTemplates: purpose === 'artefacts' };
  const check = purpose === 'answers' ? UNCHECKED : checkShared(shared.rows, options, memo);
  reportRowProblems([...shared.problems, ...check.problems], report, reported);
  const emitZone = (name: string): EmittedZone => {
    const { rows, problems } = ownOf(name);
    const zone = writer?.zone(rows);
    const found = [...problems, ...check.checkOwn(rows, zone?.addRow)];
    const files = zone?.finish();
    const transaction =
      transactions && files ? [transactionArtefact(shared.rows, rows, writer?.countAll(files.file) ?? files.file)] : [];
    return { problems: found, files, transaction, tables: [...rows.rows.keys()] };
  };
  const inputsOf = (tables: ReadonlySet<string>): readonly unknown[] => [
    ...[...tables].map((table) => shared.rows.rows.get(table)),
    ...check.inputsOf(tables),
    ...(writer?.inputs ?? []),
    ...(transactions ? [shared.rows] : []),
  ];
  const emitted = rememberZones([purpose, ...zones, own], inputsOf, () => zones.map(emitZone), memo);
  const artefacts = [...(writer?.shared() ?? [])];
  for (const { problems, files, transaction } of emitted) {
    reportRowProblems(problems, report, reported);
    if (files && writer) artefacts.push(writer.countAll(files.file), ...files.parts, ...transaction);
  }
  return artefacts;
}

/** Problems and files of the rows of a zone. */
interface EmittedZone {
  readonly problems: readonly RowProblem[];
  readonly files: ZoneFiles | undefined;
  readonly transaction: readonly Artefact[];
  readonly tables: readonly string[];
}

/**
 * Returns the results of all zones, memoized. They depend on the shared rows of the tables in which zones have own
 * rows. These tables are known only afterwards, so `inputsOf` is evaluated again for a memoized result.
 */
function rememberZones(
  own: readonly unknown[],
  inputsOf: (tables: ReadonlySet<string>) => readonly unknown[],
  emitAll: () => readonly EmittedZone[],
  memo: Memo,
): readonly EmittedZone[] {
  if (memo === noMemo) return emitAll();
  const emit = () => {
    const emitted = emitAll();
    const tables = new Set(emitted.flatMap((zone) => zone.tables));
    return { emitted, tables, inputs: inputsOf(tables) };
  };
  const first = memo('zones', undefined, own, emit);
  const inputs = inputsOf(first.tables);
  if (inputs.length === first.inputs.length && inputs.every((input, index) => input === first.inputs[index]))
    return first.emitted;
  return memo('zones beside other rows', undefined, [...own, ...inputs], emit).emitted;
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

/** Returns the files of the nodes whose hosts have rules, routes or translations, or of one of them. */
export function emitNodes(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
  report: Reporter,
  owner?: FileOwner,
): Artefact[] {
  return collectHosts(intents, cluster, configuration, report)
    .filter(({ node }) => owner === undefined || owner.name === node.name)
    .flatMap((host) => [...emitNftables(host, configuration), ...emitRoutes(host, configuration)]);
}
