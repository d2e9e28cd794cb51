import { emitNodes, reportRowProblems } from './5-emit/emit.js';
import { createZoneEmitter } from './5-emit/ovn-nb/emit.js';
import type { ArtefactChanges } from './6-diff/artefacts/change.js';
import { compareFiles } from './6-diff/artefacts/files.js';
import { compareObjects } from './6-diff/artefacts/objects.js';
import { compareZones } from './6-diff/artefacts/zones.js';
import { type FindingChanges, compareFindings } from './6-diff/findings.js';
import {
  type InventoryChanges,
  type ResourceChange,
  compareInventories,
  compareResources,
} from './6-diff/resources.js';
import type { Both, Side } from './6-diff/side.js';
import type { Move, TrafficChanges } from './6-diff/traffic/change.js';
import { compareTraffic } from './6-diff/traffic/compare.js';
import { type CompileInput, type Prepared, interpret, prepare } from './compile.js';
import { createMoveExplainer } from './kinds/egress-ip/explain-move.js';
import { compareLocks } from './lock/compare.js';
import type { Report, Reporter } from './model/diagnostic.js';
import type { Lock } from './model/lock.js';
import type { ZoneRows } from './model/northbound.js';
import { createRowChecker } from './ovsdb/check.js';
import { createDowngrade } from './ovsdb/downgrade.js';

/** An input, and what was found while it was read. */
export interface ComparedInput extends CompileInput {
  readonly reports: readonly Report[];
}

/** What changes between two compilations. */
export interface Comparison {
  readonly traffic: TrafficChanges;
  /** Addresses on other nodes, and Services on other hosts. */
  readonly moves: readonly Move[];
  readonly artefacts: ArtefactChanges;
  readonly findings: FindingChanges;
  readonly resources: readonly ResourceChange[];
  readonly inventory: InventoryChanges;
}

/** The comparison; or, where a side has errors and means nothing, the errors of each side. */
export type Compared =
  | { readonly comparison: Comparison; readonly sides: Both<Side> }
  | { readonly errors: Both<readonly Report[]> };

interface Understood extends Side {
  readonly prepared: Prepared;
  readonly lock: Lock;
  readonly reports: Report[];
}

/**
 * Compiles two inputs and says what changes: first for packets, then in the artefacts. Pure. Files that both inputs
 * share as objects are parsed once; rows are made and checked, but no text of them is rendered.
 */
export function compare(inputs: Both<ComparedInput>): Compared {
  const sides = { before: understand(inputs.before), after: understand(inputs.after) };
  const zones = compareRows(sides);
  const files = compareFiles({ before: emitFiles(sides.before), after: emitFiles(sides.after) });
  const reports = { before: sides.before.reports, after: sides.after.reports };
  const errors = { before: errorsIn(reports.before), after: errorsIn(reports.after) };
  if (errors.before.length + errors.after.length > 0) return { errors };
  const objects = compareObjects({ before: sides.before.intents, after: sides.after.intents });
  return {
    sides,
    comparison: {
      traffic: compareTraffic(sides),
      moves: compareAssignments(sides),
      artefacts: { zones, files, objects },
      findings: compareFindings(reports),
      resources: compareResources({
        before: sides.before.prepared.manifests,
        after: sides.after.prepared.manifests,
      }),
      inventory: compareInventories({ before: sides.before.cluster, after: sides.after.cluster }),
    },
  };
}

function understand(input: ComparedInput): Understood {
  const reports: Report[] = [...input.reports];
  const report: Reporter = (one) => void reports.push(one);
  const prepared = prepare(input, report, input.progress ?? (() => undefined));
  const { intents, lock } = interpret(prepared);
  const { cluster, configuration } = prepared.context;
  return { prepared, reports, intents, lock: lock.after, cluster, configuration };
}

function errorsIn(reports: readonly Report[]): Report[] {
  return reports.filter(({ severity }) => severity === 'error');
}

function emitFiles({ intents, configuration, reports }: Understood) {
  return emitNodes(intents, configuration, (report) => void reports.push(report));
}

/** Makes the rows of both sides, zone by zone, checks them as `compile` does, and compares them. */
function compareRows(sides: Both<Understood>): ArtefactChanges['zones'] {
  const [before, after] = [createRows(sides.before), createRows(sides.after)];
  const zones = [...new Set([...sides.before.cluster.zones.keys(), ...sides.after.cluster.zones.keys()])].sort();
  return compareZones(zones, (zone) => ({ before: before(zone), after: after(zone) }));
}

function createRows({ intents, cluster, configuration, reports }: Understood): (zone: string) => ZoneRows | undefined {
  // Of what has errors already nothing is emitted either.
  if (errorsIn(reports).length > 0) return () => undefined;
  const { ovnSchemaVersion: schemaVersion, topology } = configuration;
  const emitZone = createZoneEmitter(intents, cluster, configuration);
  const baseRows = topology === 'managed' ? 'none' : 'external';
  const checkRows = createRowChecker({ schemaVersion, baseRows, sharedRows: cluster.zones.size > 1 });
  const downgrade = createDowngrade(schemaVersion);
  return (name) => {
    if (!cluster.zones.has(name)) return undefined;
    const { zone, problems } = downgrade(emitZone(name));
    reportRowProblems([...problems, ...checkRows(zone)], (report) => void reports.push(report));
    return zone;
  };
}

function compareAssignments({ before, after }: Both<Understood>): Move[] {
  const changes = compareLocks(before.lock, after.lock).filter(({ what }) => what !== 'mark');
  if (changes.length === 0) return [];
  const explain = createMoveExplainer(before.prepared, after.prepared);
  return changes.map(({ kind, name, address, from, to }) => {
    const ends = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    if (kind !== 'EgressIP' || address === undefined) return { kind, name, ...ends, why: 'another host is chosen' };
    return { kind, name, address, ...ends, why: explain({ name, address, ...ends }) };
  });
}
