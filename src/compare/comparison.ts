import type { ArtefactChanges } from './artefacts/change.js';
import type { ExpectationChange } from '../expectations/compare.js';
import type { FindingChanges } from './findings.js';
import type { InventoryChanges, ResourceChange } from './resources.js';
import type { ExposureChange } from '../requests/compare-exposed.js';
import type { Unread } from '../model/unread.js';
import type { GivenChange, AssignmentMove, TrafficChanges } from '../traffic/change.js';

/** Changes between two compilations. */
export interface Comparison {
  readonly traffic: TrafficChanges;
  /** Source addresses that namespaces get. */
  readonly given: readonly GivenChange[];
  /** Addresses that move to other nodes, and Services that move to other hosts. */
  readonly moves: readonly AssignmentMove[];
  /** Changes for requests from outside. */
  readonly exposure: readonly ExposureChange[];
  readonly artefacts: ArtefactChanges;
  /** Expectations that fail on at least one side. */
  readonly expectations: readonly ExpectationChange[];
  readonly findings: FindingChanges;
  readonly resources: readonly ResourceChange[];
  readonly inventory: InventoryChanges;
  /** Unread objects of the new side that affect traffic. Their effect is not compared. */
  readonly unread: readonly Unread[];
}
