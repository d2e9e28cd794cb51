import { compareExposed } from '../requests/compare-exposed.js';
import { decideElsewhere } from '../compare/compare.js';
import type { Comparison } from '../compare/comparison.js';
import { type ComparedInput, type InterpretedSide, exposureOfSide, interpretSide } from '../compare/interpret-side.js';
import { compareInventories, compareResources } from '../compare/resources.js';
import { compareTraffic } from '../compare/traffic/compare.js';
import { interpret } from '../compile/compile.js';
import { compareExpectations } from '../expectations/compare.js';
import type { Findings } from '../model/diagnostic.js';
import { createEngine } from '../engine/engine.js';
import type { Both } from '../traffic/side.js';
import { shareNetworks, toCanonicalClusters } from './canonical.js';
import { compareWorkloadEgress } from './egress.js';
import { createPodNames } from './names.js';
import { compareServices } from './services.js';
import type { WorkloadChanges } from '../compare/workloads.js';

/** The comparison, or the errors of each side if a side has any. */
export type ComparedWorkloads =
  | { readonly comparison: Comparison; readonly workloads: WorkloadChanges; readonly sides: Both<InterpretedSide> }
  | { readonly errors: Both<Findings> };

/**
 * Compares two clusters by the names and labels of their workloads. Addresses of pods and nodes, and the numbers of
 * replicas, are no difference. The comparison contains no artefacts and no findings.
 */
export function compareByWorkload(inputs: Both<ComparedInput>): ComparedWorkloads {
  const engine = createEngine();
  const found = { before: interpretSide(inputs.before, engine), after: interpretSide(inputs.after, engine) };
  const { before, after } = found;
  if (before.errors.hasError() || after.errors.hasError()) {
    return { errors: { before: before.errors.finish(), after: after.errors.finish() } };
  }
  const nameOf = createPodNames({ before: before.cluster, after: after.cluster });
  const sides = toCanonicalSides(found, inputs, nameOf);
  const clusters = { before: sides.before.cluster, after: sides.after.cluster };
  const egress = compareWorkloadEgress(
    {
      before: { input: inputs.before, prepared: before.prepared },
      after: { input: inputs.after, prepared: after.prepared },
    },
    nameOf,
  );
  const traffic = { ...compareTraffic(sides, decideElsewhere(sides)), egress: [] };
  return {
    sides,
    workloads: { ...listWorkloads(clusters), egress, services: compareServices(clusters) },
    comparison: {
      traffic,
      ...NOT_COMPARED,
      exposure: compareExposed({ before: exposureOfSide(before), after: exposureOfSide(after) }),
      expectations: compareExpectations(
        { before: before.expectations, after: after.expectations },
        { before: before.world, after: after.world },
      ),
      resources: compareResources({ before: before.prepared.manifests, after: after.prepared.manifests }),
      inventory: { ...compareInventories(clusters), nodes: NO_OBJECTS, pods: NO_OBJECTS },
      unread: after.prepared.found.unread,
    },
  };
}

const NO_OBJECTS = { added: 0, removed: 0, changed: 0 };

/** The parts of a comparison that depend on addresses and names of pods. */
const NOT_COMPARED: Pick<Comparison, 'given' | 'moves' | 'artefacts' | 'findings'> = {
  given: [],
  moves: [],
  artefacts: { zones: [], files: [], objects: [] },
  findings: {
    ...{ added: [], gone: [], omitted: { added: 0, gone: 0 } },
    ignored: { added: [], omitted: 0, total: 0 },
  },
};

/** Interprets both sides again, with their canonical clusters and the networks of both. */
function toCanonicalSides(
  { before, after }: Both<InterpretedSide>,
  inputs: Both<ComparedInput>,
  nameOf: ReturnType<typeof createPodNames>,
): Both<InterpretedSide> {
  const clusters = toCanonicalClusters({ before: before.cluster, after: after.cluster }, nameOf);
  const configurations = shareNetworks({ before: before.configuration, after: after.configuration });
  const build = (side: keyof Both<unknown>, found: InterpretedSide): InterpretedSide => {
    const changed = { cluster: clusters[side], configuration: configurations[side] };
    const context = { ...found.prepared.context, ...changed, report: () => undefined };
    const prepared = { ...found.prepared, context };
    return { ...found, ...changed, prepared, intents: interpret(prepared, inputs[side]).intents };
  };
  return { before: build('before', before), after: build('after', after) };
}

function listWorkloads({ before, after }: Both<InterpretedSide['cluster']>) {
  const namesOf = ({ podsByNamespace }: InterpretedSide['cluster']): Set<string> =>
    new Set([...podsByNamespace.values()].flat().map(({ namespace, name }) => `${namespace}/${name}`));
  const [had, has] = [namesOf(before), namesOf(after)];
  return {
    compared: [...had].filter((name) => has.has(name)).length,
    removed: [...had].filter((name) => !has.has(name)).sort(),
    added: [...has].filter((name) => !had.has(name)).sort(),
  };
}
