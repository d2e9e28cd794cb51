import { isDeepStrictEqual } from 'node:util';
import type { Namespace } from '../../model/cluster.js';
import { compileChecked, indexNamespaces } from '../../selectors/namespaces.js';
import { policiesOf } from '../../traffic/policies/model.js';
import type { Both, Side } from '../../traffic/side.js';
import { findConcerned } from './concerned.js';
import type { Namespaces } from './pods-to-come.js';

/**
 * Returns the names of the namespaces in which a change may treat a pod differently, if policies differ only in the pods
 * of their peers: those of differing policies, and those that differ. Returns undefined if that is all namespaces.
 */
export function findAffected(sides: Both<Side>): Set<string> | undefined {
  if (!findConcerned(sides)) return undefined;
  const namespaces = [sides.before.cluster.namespaces, sides.after.cluster.namespaces] as const;
  const find = namespaces.map((own) => indexNamespaces([...own.values()]));
  const [old, now] = [new Set(policiesOf(sides.before.intents)), new Set(policiesOf(sides.after.intents))];
  const affected = new Set(findDiffering(...namespaces));
  for (const policy of [...old, ...now]) {
    if (old.has(policy) && now.has(policy)) continue;
    const { namespaces: where } = policy.subject;
    const names =
      typeof where === 'string'
        ? [where]
        : find.flatMap((matching) => matching(compileChecked(where)).map(({ name }) => name));
    for (const name of names) affected.add(name);
  }
  return affected;
}

/** Returns the names of namespaces that only one of two lists has, or that selectors may treat differently. */
export function findDiffering(before: Namespaces, after: Namespaces): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => !isTreatedAlike(before.get(name), after.get(name)));
}

function isTreatedAlike(before: Namespace | undefined, after: Namespace | undefined): boolean {
  if (before === after) return true;
  if (!before || !after) return false;
  return isDeepStrictEqual(before.labels, after.labels) && before.primaryNetwork?.name === after.primaryNetwork?.name;
}
