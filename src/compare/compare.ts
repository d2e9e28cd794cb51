import { isDeepStrictEqual } from 'node:util';
import { emitNodes } from '../compile/6-emit/emit.js';
import { collectObjects } from '../compile/6-emit/manifests/collect.js';
import { emitRouters } from '../compile/6-emit/router/emit.js';
import { emitClusterRows } from '../compile/6-emit/zone-rows.js';
import { reportRowProblems } from '../compile/6-emit/zones.js';
import type { ArtefactChanges } from './artefacts/change.js';
import { compareFiles } from './artefacts/files.js';
import { compareObjects } from './artefacts/objects.js';
import { compareZones } from './artefacts/zones.js';
import type { Comparison } from './comparison.js';
import { compareFindings } from './findings.js';
import {
  type ComparedInput,
  type ComparedSide,
  type InterpretedSide,
  exposureOfSide,
  interpretSide,
} from './interpret-side.js';
import { compareInventories, compareResources } from './resources.js';
import type { Both } from '../traffic/side.js';
import type { AssignmentMove } from '../traffic/change.js';
import { compareGiven } from './traffic/given.js';
import { compareTraffic } from './traffic/compare.js';
import type { DecidePolicies } from './traffic/policy-comparisons.js';
import { decidePolicies } from '../compile/decide-policies.js';
import { compareExpectations } from '../expectations/compare.js';
import { compareLocks } from '../kinds/locks.js';
import { kinds } from '../kinds/index.js';
import { inputOf } from '../kinds/contract/manifests-of.js';
import type { Findings } from '../model/diagnostic.js';
import type { LockChange } from '../model/lock.js';
import type { ZoneRows } from '../model/northbound.js';
import { type RowProblem, checkShared } from '../northbound/check.js';
import { joinZone } from '../northbound/join-rows.js';
import { type Upgrade, adviseOnUpgrade } from './upgrade.js';
import { compareExposed } from '../requests/compare-exposed.js';
import { type Engine, createEngine } from '../engine/engine.js';

/** The comparison, or the errors of each side if a side has any. */
export type ComparedInputs =
  { readonly comparison: Comparison; readonly sides: Both<ComparedSide> } | { readonly errors: Both<Findings> };

/**
 * Compiles two inputs and returns what changes: first for packets, then in the artefacts. Pure.
 *
 * Files that both inputs share as objects are parsed once. Rows are made and checked, but their text is not rendered.
 * `engine` has the results of earlier comparisons. If `upgrade` is set, the findings include
 * the steps to take before the upgrade.
 */
export function compareInputs(inputs: Both<ComparedInput>, engine = createEngine(), upgrade?: Upgrade): ComparedInputs {
  const { before, after } = shareConfiguration(inputs);
  const base = interpretSide(before, engine);
  const sides = { before: base, after: interpretSide({ ...after, earlier: base.prepared.found }, engine) };
  const zones = compareRows(sides, engine);
  const others = { before: emitOthers(sides.before), after: emitOthers(sides.after) };
  for (const { report, reportIdle, errors } of [sides.before, sides.after]) reportIdle(report, !errors.hasError());
  const errors = { before: sides.before.errors, after: sides.after.errors };
  if (errors.before.hasError() || errors.after.hasError()) {
    return { errors: { before: errors.before.finish(), after: errors.after.finish() } };
  }
  const files = compareFiles({ before: others.before.files, after: others.after.files });
  const objects = compareObjects({ before: others.before.objects, after: others.after.objects });
  const traffic = compareTraffic(sides, decideElsewhere(sides));
  if (upgrade) {
    const path = after.configurationFile?.path ?? '';
    adviseOnUpgrade(upgrade, sides.after, traffic.egress, path).forEach(sides.after.report);
  }
  return {
    sides,
    comparison: {
      traffic,
      given: compareGiven({ before: sides.before.prepared, after: sides.after.prepared }, traffic.egress),
      moves: compareAssignments(sides),
      exposure: compareExposed({ before: exposureOfSide(sides.before), after: exposureOfSide(sides.after) }),
      artefacts: { zones, files, objects },
      expectations: compareExpectations(
        { before: sides.before.expectations, after: sides.after.expectations },
        { before: sides.before.world, after: sides.after.world },
      ),
      findings: compareFindings(sides),
      resources: compareResources({
        before: sides.before.prepared.manifests,
        after: sides.after.prepared.manifests,
      }),
      inventory: compareInventories({ before: sides.before.cluster, after: sides.after.cluster }),
      unread: sides.after.prepared.found.unread,
    },
  };
}

/** Replaces equal configurations with one object, so that both sides also share the results that depend on it. */
function shareConfiguration({ before, after }: Both<ComparedInput>): Both<ComparedInput> {
  const isAlike = isDeepStrictEqual(before.configuration, after.configuration);
  return { before, after: isAlike ? { ...after, configuration: before.configuration } : after };
}

/**
 * Returns functions that resolve the policies of each side in other clusters. Policies that both sides share are
 * resolved once.
 */
export function decideElsewhere({ before, after }: Both<InterpretedSide>): Both<DecidePolicies> {
  const engine = createEngine({ results: 2 });
  return {
    before: (cluster) => decidePolicies(before.prepared, cluster, engine),
    after: (cluster) => decidePolicies(after.prepared, cluster, engine),
  };
}

/** Emits the artefacts other than rows: files of nodes and routers, objects to apply and status patches. */
function emitOthers({ intents, cluster, configuration, report }: InterpretedSide) {
  const routers = emitRouters(
    intents.filter((intent) => intent.effect === 'redirect'),
    configuration,
  );
  return {
    files: [...emitNodes(intents, cluster, configuration, report), ...routers.artefacts],
    objects: [
      ...collectObjects(intents, report),
      ...routers.objects,
      ...intents.filter((intent) => intent.effect === 'status'),
    ],
  };
}

/**
 * Creates the rows of both sides, zone by zone, and compares them. Rows of the new side are checked as by `compile`.
 * Those of the old side are not, because an error in an older commit must not block the commit that fixes it.
 */
function compareRows({ before, after }: Both<InterpretedSide>, engine: Engine): ArtefactChanges['zones'] {
  const rows = { before: createRows(before, engine), after: createRows(after, engine, true) };
  const zones = [...new Set([...before.cluster.zones.keys(), ...after.cluster.zones.keys()])].sort();
  return compareZones(zones, (zone) => ({ before: rows.before(zone), after: rows.after(zone) }));
}

function createRows(
  { intents, cluster, configuration, report, errors }: InterpretedSide,
  engine: Engine | undefined,
  isChecked = false,
): (zone: string) => ZoneRows | undefined {
  // A side with errors emits no rows, so its rows are not checked.
  if (errors.hasError()) return () => undefined;
  const reported = new Set<string>();
  const tell = (problems: readonly RowProblem[]): void => {
    if (isChecked) reportRowProblems(problems, report, reported);
  };
  const say = isChecked ? report : () => undefined;
  const { shared, ownOf } = emitClusterRows({ intents, cluster, configuration }, say, { engine });
  const { ovnSchemaVersion: schemaVersion, topology } = configuration;
  const baseRows = topology === 'managed' ? 'none' : 'external';
  const check = isChecked ? checkShared(shared.rows, { schemaVersion, baseRows }) : undefined;
  tell([...shared.problems, ...(check?.problems ?? [])]);
  return (name) => {
    if (!cluster.zones.has(name)) return undefined;
    const { rows, problems } = ownOf(name);
    tell([...problems, ...(check?.checkOwn(rows) ?? [])]);
    return joinZone([shared.rows, rows], rows);
  };
}

function compareAssignments({ before, after }: Both<InterpretedSide>): AssignmentMove[] {
  const changes = compareLocks(before.lock, after.lock).filter(({ what }) => what !== 'mark');
  return kinds.flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind.kind);
    if (!kind.placement || own.length === 0) return [];
    const explain = kind.placement.explainMove(inputOf(kind, before.prepared), inputOf(kind, after.prepared));
    return own.map((change) => ({ ...moveOf(change), why: explain(change) }));
  });
}

function moveOf({ kind, name, address, from, to }: LockChange): Omit<AssignmentMove, 'why'> {
  return {
    kind,
    name,
    ...(address === undefined ? {} : { address }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
