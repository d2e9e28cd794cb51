import type { ColumnValue } from '../../../model/northbound.js';
import type { Atom, OvsdbOperation } from '../../../clients/ovsdb/index.js';
import type { OvsdbValue } from '../../../clients/ovsdb/notation.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { toWire } from '../wire/wire-value.js';
import { type Expected, compareFirst } from './comparisons.js';
import { type DesiredRow, keysIn } from './desired.js';
import { createEdits } from './edits.js';
import type { RowStep } from './step.js';
import type { NameAtom } from './row-references.js';
import type { RowReference } from './pair-group.js';

/** The context of the operations of one transaction. */
export interface RowNaming extends Expected {
  readonly schema: ReadonlyMap<string, readonly ColumnSchema[]>;
  /** Returns the row of a key. */
  readonly find: (table: string, key: string) => RowReference | undefined;
}

/** A transaction: its operations, created lazily, and the index of each insert so far. */
export interface RenderedRow {
  readonly operations: Iterable<OvsdbOperation>;
  readonly inserts: ReadonlyMap<DesiredRow, number>;
}

/** Returns the operations of steps (RFC 7047 §5.2): comparisons, then inserts, then edits of existing rows. */
export function renderSteps(steps: readonly RowStep[], naming: RowNaming): RenderedRow {
  const names = new Map<DesiredRow, string>();
  for (const step of steps) if (step.type === 'insert') names.set(step.row, `row${names.size}`);
  const atomOf: NameAtom = (target) => {
    if ('live' in target) return ['uuid', target.live.uuid];
    const name = names.get(target.inserted);
    return name === undefined ? ['uuid', naming.learned.get(target.inserted) ?? ''] : ['named-uuid', name];
  };
  const held = heldByInserts(steps, names, atomOf);
  const comparisons = compareFirst(steps, naming);
  const inserts = new Map<DesiredRow, number>();
  function* operations(): Generator<OvsdbOperation> {
    const edits = createEdits(atomOf);
    yield* comparisons;
    for (const step of steps) {
      if (step.type !== 'insert') {
        if (!isInInsert(step, names)) edits.add(step);
        continue;
      }
      inserts.set(step.row, comparisons.length + inserts.size);
      const insert = renderInsert(step, names.get(step.row) ?? '', naming, atomOf);
      for (const [column, atoms] of held.get(step.row) ?? []) insert.row[column] = ['set', atoms];
      yield insert;
    }
    yield* edits.finish();
  }
  return { operations: operations(), inserts };
}

/** Returns true if a reference is part of the insert of its row. */
function isInInsert(step: RowStep, names: ReadonlyMap<DesiredRow, string>): boolean {
  return step.type === 'attach' && 'inserted' in step.holder && names.has(step.holder.inserted);
}

/** Returns the initial references of inserted rows by row and set column. */
function heldByInserts(
  steps: readonly RowStep[],
  names: ReadonlyMap<DesiredRow, string>,
  atomOf: NameAtom,
): ReadonlyMap<DesiredRow, ReadonlyMap<string, readonly Atom[]>> {
  const held = new Map<DesiredRow, Map<string, Atom[]>>();
  for (const step of steps) {
    if (step.type !== 'attach' || !('inserted' in step.holder) || !names.has(step.holder.inserted)) continue;
    const columns = held.get(step.holder.inserted) ?? new Map<string, Atom[]>();
    held.set(step.holder.inserted, columns);
    const atoms = columns.get(step.column);
    if (atoms) atoms.push(atomOf(step.target));
    else columns.set(step.column, [atomOf(step.target)]);
  }
  return held;
}

function renderInsert(
  { row: { table, columns: desired }, columns }: RowStep & { type: 'insert' },
  name: string,
  { schema, find }: RowNaming,
  atomOf: NameAtom,
): Extract<OvsdbOperation, { op: 'insert' }> & { readonly row: Record<string, OvsdbValue> } {
  const row: Record<string, OvsdbValue> = {};
  for (const column of schema.get(table) ?? []) {
    const value: ColumnValue | undefined = columns[column.name];
    if (value === undefined) continue;
    const target = column.key.reference?.table;
    if (target === undefined) {
      row[column.name] = toWire(column, value);
    } else if (column.max === 1 || column.min > 0) {
      const targets = keysIn(desired[column.name]).map((key) => find(target, key));
      row[column.name] = ['set', targets.filter((one) => one !== undefined).map(atomOf)];
    }
  }
  return { op: 'insert', table, row, 'uuid-name': name };
}
