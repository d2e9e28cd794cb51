import type { ArtefactChanges } from './artefacts/change.js';
import type { FindingChanges } from './findings.js';
import type { InventoryChanges, ResourceChange } from './resources.js';
import type { Move, TrafficChanges } from '../traffic/change.js';

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
