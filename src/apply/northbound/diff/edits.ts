import type { Atom, Mutation, OvsdbOperation } from '../../../clients/ovsdb/index.js';
import type { OvsdbValue } from '../../../clients/ovsdb/notation.js';
import { toWire } from '../wire/wire-value.js';
import type { LiveEntry } from './live-index.js';
import { whereIs } from '../wire/row-condition.js';
import type { RowStep } from './step.js';
import { type NameAtom, tableOfReference } from './row-references.js';
import type { RowReference } from './pair-group.js';

/** Collects the steps of a transaction that change or remove rows. */
export interface Edits {
  readonly add: (step: Exclude<RowStep, { type: 'insert' }>) => void;
  /** Returns updates, then mutations, then deletions, with one operation per row and type. */
  readonly finish: () => OvsdbOperation[];
}

/** Creates an empty collection of edits. `atomOf` names the rows. */
export function createEdits(atomOf: NameAtom): Edits {
  const updates = new Map<LiveEntry, Record<string, OvsdbValue>>();
  const sets = new Map<
    string,
    { readonly holder: RowReference; readonly columns: Map<string, Record<'insert' | 'delete', Atom[]>> }
  >();
  const deletes: OvsdbOperation[] = [];
  const updateOf = (entry: LiveEntry): Record<string, OvsdbValue> => {
    let row = updates.get(entry);
    if (row === undefined) updates.set(entry, (row = {}));
    return row;
  };
  return {
    add: (step) => {
      switch (step.type) {
        case 'update':
          for (const column of step.changed)
            updateOf(step.entry)[column.name] = toWire(column, step.columns[column.name]);
          break;
        case 'refer':
          updateOf(step.entry)[step.column] = ['set', step.target ? [atomOf(step.target)] : []];
          break;
        case 'delete':
          deletes.push({ op: 'delete', table: step.entry.table, where: whereIs(['uuid', step.entry.uuid]) });
          break;
        default: {
          const id = String(atomOf(step.holder));
          const edit = sets.get(id) ?? {
            holder: step.holder,
            columns: new Map<string, Record<'insert' | 'delete', Atom[]>>(),
          };
          sets.set(id, edit);
          const elements = edit.columns.get(step.column) ?? { insert: [], delete: [] };
          edit.columns.set(step.column, elements);
          elements[step.type === 'attach' ? 'insert' : 'delete'].push(atomOf(step.target));
        }
      }
    },
    finish: () => [
      ...[...updates].map(([entry, row]): OvsdbOperation => {
        return { op: 'update', table: entry.table, where: whereIs(['uuid', entry.uuid]), row };
      }),
      ...[...sets.values()].map(({ holder, columns }): OvsdbOperation => {
        const mutations = [...columns].flatMap(([column, elements]) =>
          (['insert', 'delete'] as const)
            .filter((mutator) => elements[mutator].length > 0)
            .map((mutator): Mutation => [column, mutator, ['set', elements[mutator]]]),
        );
        return { op: 'mutate', table: tableOfReference(holder), where: whereIs(atomOf(holder)), mutations };
      }),
      ...deletes,
    ],
  };
}
