import { kinds } from './index.js';
import { trafficSubjectOf } from './other-networks.js';
import { suggest } from '../std/suggest.js';
import { foreignKinds, inventoryKinds, retiredKinds, workloadKinds } from './inventory.js';

/** Every kind that Weir knows, by what it does with the objects, and the function that suggests similar names. */
export const knownKinds = {
  compiled: kinds,
  inventory: [...inventoryKinds, ...workloadKinds],
  foreign: foreignKinds,
  retired: retiredKinds,
  subjectOf: trafficSubjectOf,
  suggest,
} as const;
