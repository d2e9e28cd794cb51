import type { Labels } from '../model/cluster.js';
import type { LabelSelector } from '../model/label-selector.js';
import { isNaming, rankOfKey } from './lasting-labels.js';
import type { PodUnit } from './pod-units.js';

/** Maximum labels of a selector before it lists all common ones. */
const MAX_LABELS = 3;

/**
 * Returns the simplest selector that selects exactly some of the units of a namespace. Labels that name a workload take
 * precedence. Returns undefined if there is none. `meant` contains at least one unit of `known`.
 */
export function distinguishUnits(meant: readonly PodUnit[], known: readonly PodUnit[]): LabelSelector | undefined {
  const chosen = new Set(meant);
  const others = known.filter((unit) => !chosen.has(unit));
  const common = commonLabels(meant);
  const tells = (labels: readonly Label[]): boolean =>
    !others.some((other) => labels.every(([key, value]) => other.labels[key] === value));
  const all = combinations(common, MAX_LABELS).filter(tells);
  const few = all.find((labels) => labels.some(([key]) => isNaming(key))) ?? all[0];
  if (few) return { matchLabels: Object.fromEntries(few) };
  if (others.length === 0) return {};
  return excludeOthers(meant, others, common);
}

type Label = readonly [key: string, value: string];

/** Returns the labels that all units have, the best for a selector first. */
function commonLabels([first, ...rest]: readonly PodUnit[]): Label[] {
  return Object.entries(first?.labels ?? {})
    .filter(([key, value]) => rest.every(({ labels }) => labels[key] === value))
    .sort(([a], [b]) => rankOfKey(a) - rankOfKey(b));
}

/** Yields combinations of labels, those with few and preferred labels first. */
function combinations(labels: readonly Label[], max: number): Label[][] {
  let level: { readonly chosen: Label[]; readonly next: number }[] = [{ chosen: [], next: 0 }];
  const found: Label[][] = [];
  for (let size = 1; size <= max; size++) {
    level = level.flatMap(({ chosen, next }) =>
      labels.slice(next).map((label, index) => ({ chosen: [...chosen, label], next: next + index + 1 })),
    );
    found.push(...level.map(({ chosen }) => chosen));
  }
  return found;
}

/** Returns a selector with all common labels, and without the keys or values that only others have. */
function excludeOthers(
  meant: readonly PodUnit[],
  others: readonly PodUnit[],
  common: readonly Label[],
): LabelSelector | undefined {
  const isLike = ({ labels }: { readonly labels: Labels }): boolean =>
    common.every(([key, value]) => labels[key] === value);
  let left = others.filter(isLike);
  const expressions: NonNullable<LabelSelector['matchExpressions']>[number][] = [];
  while (left.length > 0) {
    const [first] = left;
    const key = Object.keys(first?.labels ?? {})
      .sort((a, b) => rankOfKey(a) - rankOfKey(b))
      .find((one) => meant.every(({ labels }) => labels[one] === undefined));
    const other = key === undefined ? differingKey(meant, first?.labels ?? {}) : undefined;
    if (key !== undefined) expressions.push({ key, operator: 'DoesNotExist' });
    else if (other) expressions.push({ key: other[0], operator: 'NotIn', values: [other[1]] });
    else return undefined;
    left = left.filter(({ labels }) =>
      key === undefined ? labels[other?.[0] ?? ''] !== other?.[1] : labels[key] === undefined,
    );
  }
  const needed = common.filter(([key, value]) => others.some(({ labels }) => labels[key] !== value));
  return {
    ...(needed.length > 0 ? { matchLabels: Object.fromEntries(needed) } : {}),
    matchExpressions: expressions,
  };
}

/** Returns a label of other pods with a value that no meant pod has. */
function differingKey(meant: readonly PodUnit[], other: Labels): Label | undefined {
  return Object.entries(other).find(([key, value]) => meant.every(({ labels }) => labels[key] !== value));
}
