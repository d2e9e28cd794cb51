import type { ExpectationContext } from '../expectations/world.js';
import type { LabelSelector } from '../model/label-selector.js';
import { compileSelector, isSelectorProblem } from '../selectors/selector.js';
import { memoize } from '../std/memoize.js';
import { groupBy } from '../std/group-by.js';
import { distinguishUnits } from './distinguish-units.js';
import type { PodUnit, PodUnits } from './pod-units.js';
import type { PodSelector } from './resolve-wishes.js';

/** The cluster, with what all suggested policies share. */
export interface SuggestContext {
  readonly world: ExpectationContext;
  readonly units: PodUnits;
  /** Returns the units that selectors of lasting labels select. */
  readonly select: (selector: PodSelector) => ReadonlySet<PodUnit>;
  /** Returns the units of the workload of a unit, which one selector selects, or only the unit. */
  readonly workloadOf: (unit: PodUnit) => Workload;
  /** Returns the selector of one unit. */
  readonly selectorOf: (unit: PodUnit) => LabelSelector;
}

/** Units of one workload. */
interface Workload {
  readonly units: readonly PodUnit[];
  readonly selector: LabelSelector;
}

/** Creates the context for a cluster. */
export function createSuggestContext(world: ExpectationContext, units: PodUnits): SuggestContext {
  const unitsIn = (namespace: string): readonly PodUnit[] => units.byNamespace.get(namespace) ?? [];
  const selectorOf = memoize((unit: PodUnit): LabelSelector => distinguishUnits([unit], unitsIn(unit.namespace)) ?? {});
  const workloadsIn = memoize((namespace: string) => groupBy(unitsIn(namespace), ({ workload }) => workload));
  const workloadOf = memoize((unit: PodUnit): Workload => {
    const own = workloadsIn(unit.namespace).get(unit.workload) ?? [unit];
    const selector = own.length > 1 ? distinguishUnits(own, unitsIn(unit.namespace)) : undefined;
    return selector ? { units: own, selector } : { units: [unit], selector: selectorOf(unit) };
  });
  const known = new Map<string, ReadonlySet<PodUnit>>();
  const select = (selector: PodSelector): ReadonlySet<PodUnit> => {
    const key = JSON.stringify(selector);
    const found = known.get(key) ?? new Set(unitsOf(selector, units, world));
    known.set(key, found);
    return found;
  };
  return { world, units, select, workloadOf, selectorOf };
}

function unitsOf(
  { namespaces, pods = {} }: PodSelector,
  { all, byNamespace }: PodUnits,
  { cluster }: ExpectationContext,
): readonly PodUnit[] {
  const ofPods = compileSelector(pods);
  const ofNamespaces = typeof namespaces === 'string' ? undefined : compileSelector(namespaces);
  if (isSelectorProblem(ofPods) || (ofNamespaces && isSelectorProblem(ofNamespaces))) return [];
  const there = typeof namespaces === 'string' ? (byNamespace.get(namespaces) ?? []) : all;
  return there.filter(
    ({ namespace, labels }) =>
      ofPods.matches(labels) && (ofNamespaces?.matches(cluster.namespaces.get(namespace)?.labels ?? {}) ?? true),
  );
}
