import type { PodUnit } from './pod-units.js';
import type { ResolvedPath } from './resolve-wishes.js';

/** The paths of each unit, as its source or its destination. */
export interface PathIndex {
  readonly pathsOf: (unit: PodUnit, side: 'from' | 'to') => readonly ResolvedPath[];
  /** Returns a text that is equal for units with the same paths. */
  readonly keyOf: (unit: PodUnit, side: 'from' | 'to') => string;
}

/** Indexes paths by the units of both sides. */
export function indexPaths(paths: readonly ResolvedPath[]): PathIndex {
  const positions = { from: new Map<PodUnit, number[]>(), to: new Map<PodUnit, number[]>() };
  for (const [index, path] of paths.entries()) {
    for (const side of ['from', 'to'] as const) {
      for (const unit of path[side].units) {
        const own = positions[side].get(unit);
        if (own) own.push(index);
        else positions[side].set(unit, [index]);
      }
    }
  }
  return {
    pathsOf: (unit, side) => (positions[side].get(unit) ?? []).flatMap((index) => paths[index] ?? []),
    keyOf: (unit, side) => (positions[side].get(unit) ?? []).join(),
  };
}
