import { CLUSTER_SCOPED } from '../model/kubernetes-object.js';
import { kinds } from './index.js';
import { trafficSubjectOf } from './shared/other-networks.js';
import { suggest } from '../std/suggest.js';
import { foreignKinds, inventoryKinds, retiredKinds, workloadKinds } from './inventory.js';

const clusterScoped = new Set([...CLUSTER_SCOPED, ...kinds.flatMap((one) => (one.namespaced ? [] : [one.kind]))]);

/** Every kind that Weir knows, by what it does with the objects, and the function that suggests similar names. */
export const knownKinds = {
  compiled: kinds,
  inventory: [...inventoryKinds, ...workloadKinds],
  foreign: foreignKinds,
  retired: retiredKinds,
  subjectOf: trafficSubjectOf,
  isNamespaced: (kind: string): boolean => !clusterScoped.has(kind),
  suggest,
} as const;
