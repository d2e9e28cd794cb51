import type { Columns } from '../../../model/northbound.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import type { DesiredRow } from './desired.js';
import type { LiveEntry } from './live-index.js';
import type { UnitSort } from './row-order.js';
import type { RowReference } from './pair-group.js';

/** A change of one row, from which operations of a transaction are created. */
export type RowStep =
  | { readonly type: 'insert'; readonly row: DesiredRow; readonly columns: Columns }
  | {
      readonly type: 'update';
      readonly entry: LiveEntry;
      readonly columns: Columns;
      readonly changed: readonly ColumnSchema[];
    }
  | {
      readonly type: 'refer';
      readonly entry: LiveEntry;
      readonly column: string;
      readonly target: RowReference | undefined;
    }
  | {
      readonly type: 'attach' | 'detach';
      readonly holder: RowReference;
      readonly column: string;
      readonly target: RowReference;
    }
  | { readonly type: 'delete'; readonly entry: LiveEntry };

/** A step with its unit and its rank among all steps. */
export interface PlacedStep {
  readonly step: RowStep;
  readonly unit: string;
  readonly sort: UnitSort;
  readonly rank: number;
  /** If true, the step creates or changes something. False for a removal. */
  readonly makes: boolean;
}

/** Steps that are executed together or not at all. */
export interface Unit {
  readonly name: string;
  readonly sort: UnitSort;
  readonly rank: number;
  readonly steps: readonly RowStep[];
}

/** Returns the row that a step changes or removes, or undefined for an insert. */
export function changedBy(step: RowStep): RowReference | undefined {
  switch (step.type) {
    case 'insert':
      return undefined;
    case 'attach':
    case 'detach':
      return step.holder;
    default:
      return { live: step.entry };
  }
}

/** Returns the identity of an existing or new row. */
export function handleOf(target: RowReference): object {
  return 'live' in target ? target.live : target.inserted;
}

/** Orders units by their ranks. */
export function sortUnits(units: readonly Unit[]): readonly Unit[] {
  return [...units].sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
}
