import type { ArtefactChanges } from './artefacts/change.js';
import type { ExpectationChange } from '../expectations/compare.js';
import type { FindingChanges } from './findings.js';
import type { InventoryChanges, ResourceChange } from './resources.js';
import type { ExposureChange } from '../requests/compare-exposed.js';
import type { Unread } from '../model/unread.js';
import type { GivenChange, AssignmentMove, TrafficChanges } from '../traffic/change.js';

/** What changes between two compilations. */
export interface Comparison {
  readonly traffic: TrafficChanges;
  /** Source addresses that namespaces get. */
  readonly given: readonly GivenChange[];
  /** Addresses on other nodes, and Services on other hosts. */
  readonly moves: readonly AssignmentMove[];
  /** What is otherwise for requests from outside. */
  readonly exposure: readonly ExposureChange[];
  readonly artefacts: ArtefactChanges;
  /** Expectations that hold on one side only, or on none. */
  readonly expectations: readonly ExpectationChange[];
  readonly findings: FindingChanges;
  readonly resources: readonly ResourceChange[];
  readonly inventory: InventoryChanges;
  /** Objects of the new side that decide about traffic and are not read: what they change is not compared. */
  readonly unread: readonly Unread[];
}
