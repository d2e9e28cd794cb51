import type { ColumnValue } from '../../model/northbound.js';
import type { Atom, Condition, Mutation, Operation } from '../../ovsdb/client/index.js';
import type { OvsdbRow, OvsdbValue } from '../../ovsdb/client/notation.js';
import type { ColumnSchema } from '../../ovsdb/schema/table.js';
import { toWire } from '../../ovsdb/live/wire-value.js';
import { type DesiredRow, keysIn } from './desired.js';
import type { LiveEntry } from './live-index.js';
import type { Step } from './step.js';
import type { Target } from './targets.js';

/** What the operations of one transaction need to know. */
export interface Naming {
  readonly schema: ReadonlyMap<string, readonly ColumnSchema[]>;
  /** The row that a key stands for. */
  readonly find: (table: string, key: string) => Target | undefined;
  /** UUID of a row that an earlier transaction inserted. */
  readonly learned: ReadonlyMap<DesiredRow, string>;
  /** The version of a row as it was last seen, by UUID. */
  readonly versions: ReadonlyMap<string, string>;
}

/** A transaction: its operations, made as they are asked for, and the place of each insert among those made so far. */
export interface Rendered {
  readonly operations: Iterable<Operation>;
  readonly inserts: ReadonlyMap<DesiredRow, number>;
}

type NameAtom = (target: Target) => Atom;

/**
 * The operations of some steps (RFC 7047 §5.2). First come the comparisons: `wait` with the timeout 0 on the version of each row
 * that is changed or taken away, and on there being no switch or router of a new one's name, which no index forbids.
 */
export function renderSteps(steps: readonly Step[], naming: Naming): Rendered {
  const names = new Map<DesiredRow, string>();
  for (const step of steps) if (step.type === 'insert') names.set(step.row, `row${names.size}`);
  const atomOf: NameAtom = (target) => {
    if ('live' in target) return ['uuid', target.live.uuid];
    const name = names.get(target.inserted);
    return name === undefined ? ['uuid', naming.learned.get(target.inserted) ?? ''] : ['named-uuid', name];
  };
  const held = heldByInserts(steps, names, atomOf);
  const comparisons = [...waitsForAbsence(steps), ...waitForVersions(steps, naming)];
  const inserts = new Map<DesiredRow, number>();
  function* operations(): Generator<Operation> {
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

/** Whether a reference is part of the insert of the row that holds it. */
function isInInsert(step: Step, names: ReadonlyMap<DesiredRow, string>): boolean {
  return step.type === 'attach' && 'inserted' in step.holder && names.has(step.holder.inserted);
}

/** Inserted row → set column → the rows that it refers to from its beginning. */
function heldByInserts(
  steps: readonly Step[],
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

/** Root tables whose names are identities that no index holds. */
const UNINDEXED: ReadonlySet<string> = new Set(['Logical_Router', 'Logical_Switch']);

/** The row that a step changes or takes away; undefined for an insert. */
export function changedBy(step: Step): Target | undefined {
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

export function tableOf(target: Target): string {
  return 'live' in target ? target.live.table : target.inserted.table;
}

function waitForVersions(steps: readonly Step[], { learned, versions }: Naming): Operation[] {
  const waits = new Map<string, Operation>();
  for (const step of steps) {
    const target = changedBy(step);
    if (target === undefined) continue;
    const uuid = 'live' in target ? target.live.uuid : learned.get(target.inserted);
    const version = uuid === undefined ? undefined : versions.get(uuid);
    if (uuid === undefined || version === undefined || waits.has(uuid)) continue;
    const seen: OvsdbRow = { _version: ['uuid', version] };
    const wait = { op: 'wait', table: tableOf(target), where: whereIs(['uuid', uuid]), timeout: 0 } as const;
    waits.set(uuid, { ...wait, columns: ['_version'], until: '==', rows: [seen] });
  }
  return [...waits.values()];
}

function waitsForAbsence(steps: readonly Step[]): Operation[] {
  const waits: Operation[] = [];
  for (const step of steps) {
    if (step.type === 'insert' && UNINDEXED.has(step.row.table)) waits.push(waitForAbsence(step.row));
  }
  return waits;
}

function waitForAbsence({ table, identity }: DesiredRow): Operation {
  const where: Condition[] = [['name', '==', identity ?? '']];
  return { op: 'wait', table, where, timeout: 0, columns: ['name'], until: '==', rows: [] };
}

function whereIs(atom: Atom): readonly Condition[] {
  return [['_uuid', '==', atom]];
}

function renderInsert(
  { row: { table, columns: desired }, columns }: Step & { type: 'insert' },
  name: string,
  { schema, find }: Naming,
  atomOf: NameAtom,
): Extract<Operation, { op: 'insert' }> & { readonly row: Record<string, OvsdbValue> } {
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

interface Edits {
  readonly add: (step: Exclude<Step, { type: 'insert' }>) => void;
  /** Updates, then mutations, then deletions: one operation a row and sort, however many steps it has. */
  readonly finish: () => Operation[];
}

function createEdits(atomOf: NameAtom): Edits {
  const updates = new Map<LiveEntry, Record<string, OvsdbValue>>();
  const sets = new Map<
    string,
    { readonly holder: Target; readonly columns: Map<string, Record<'insert' | 'delete', Atom[]>> }
  >();
  const deletes: Operation[] = [];
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
      ...[...updates].map(([entry, row]): Operation => {
        return { op: 'update', table: entry.table, where: whereIs(['uuid', entry.uuid]), row };
      }),
      ...[...sets.values()].map(({ holder, columns }): Operation => {
        const mutations = [...columns].flatMap(([column, elements]) =>
          (['insert', 'delete'] as const)
            .filter((mutator) => elements[mutator].length > 0)
            .map((mutator): Mutation => [column, mutator, ['set', elements[mutator]]]),
        );
        return { op: 'mutate', table: tableOf(holder), where: whereIs(atomOf(holder)), mutations };
      }),
      ...deletes,
    ],
  };
}
