import type { RowQuery } from '../../../clients/ovsdb/index.js';
import { type OvsdbRow, uuidOf } from '../../../clients/ovsdb/notation.js';
import { northboundSchema } from '../../../northbound/schema/northbound.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import type { ReadBack } from '../wire/transactions.js';
import { whereIs } from '../wire/row-condition.js';
import { equalsWire, listText } from '../wire/wire-value.js';
import type { DesiredRow } from './desired.js';
import { uuidsIn } from './live-index.js';
import { type RowStep, type Unit, changedBy } from './step.js';
import { tableOfReference } from './row-references.js';
import type { RowReference } from './pair-group.js';

/**
 * Maximum number of rows whose content is read again. Committed content equals the content sent, and reading costs as
 * much as writing.
 */
const MAX_ROWS = 2000;

/** The expected state of a row. */
interface Expectation {
  readonly table: string;
  readonly uuid: string;
  isGone: boolean;
  /** UUIDs that each column must contain, and UUIDs that it must not contain. */
  readonly references: Map<string, { readonly held: Set<string>; readonly gone: Set<string> }>;
  /** Columns, each with a test for its value. */
  readonly content: { readonly column: ColumnSchema; readonly isAsDesired: (row: OvsdbRow) => boolean }[];
}

type Learned = ReadonlyMap<DesiredRow, string>;

/** Returns the UUID of an existing or inserted row. */
export function uuidIn(target: RowReference, learned: Learned): string {
  return 'live' in target ? target.live.uuid : (learned.get(target.inserted) ?? '');
}

/**
 * Returns the queries that verify a change, and their expectations. Created and changed rows have their new content (if
 * they are few), and their parents refer to exactly the desired rows. Removed rows are gone. OVSDB silently deletes a
 * row that is not root and has no references.
 */
export function readBackOf(
  units: readonly Unit[],
  learned: Learned,
  schema: ReadonlyMap<string, readonly ColumnSchema[]>,
): ReadBack {
  const steps = units.flatMap((unit) => unit.steps);
  const isLarge = steps.length > MAX_ROWS;
  const expectations = new Map<string, Expectation>();
  for (const step of steps) expect(step, expectations, learned, schema, isLarge);
  const rows = [...expectations.values()];
  const queries = isLarge ? wholeTables(units) : rows.map(queryOf);
  return {
    queries,
    problemsIn: (answers) => {
      const live = new Map(answers.flat().map((row) => [uuidOf(row._uuid) ?? '', row]));
      const wrong = rows.filter((row) => !holdsIn(row, live.get(row.uuid)));
      const names = wrong.map(({ table, uuid }) => `${table} ${uuid}`);
      return names.length === 0 ? [] : [`the rows are committed, but read back differently: ${listText(names)}`];
    },
  };
}

function expect(
  step: RowStep,
  expectations: Map<string, Expectation>,
  learned: Learned,
  schema: ReadonlyMap<string, readonly ColumnSchema[]>,
  isLarge: boolean,
): void {
  const of = (target: RowReference): Expectation => {
    const uuid = uuidIn(target, learned);
    const known = expectations.get(uuid);
    if (known) return known;
    const made = { table: tableOfReference(target), uuid, isGone: false, references: new Map(), content: [] };
    expectations.set(uuid, made);
    return made;
  };
  switch (step.type) {
    case 'insert':
    case 'update': {
      const target = step.type === 'insert' ? { inserted: step.row } : { live: step.entry };
      // With many rows, only root rows are verified directly.
      if (isLarge && !isRoot(tableOfReference(target))) return;
      const { content } = of(target);
      const columns = step.type === 'insert' ? (schema.get(step.row.table) ?? []) : step.changed;
      if (isLarge) return;
      for (const column of columns) {
        if (column.key.reference !== undefined) continue;
        const value = step.columns[column.name];
        content.push({ column, isAsDesired: (row) => equalsWire(column, value, row[column.name] ?? '') });
      }
      return;
    }
    case 'attach':
    case 'detach': {
      const { references } = of(step.holder);
      const sets = references.get(step.column) ?? { held: new Set<string>(), gone: new Set<string>() };
      references.set(step.column, sets);
      sets[step.type === 'attach' ? 'held' : 'gone'].add(uuidIn(step.target, learned));
      return;
    }
    case 'refer': {
      const wanted = step.target && uuidIn(step.target, learned);
      const column = northboundSchema.get(step.entry.table)?.columns.get(step.column);
      if (!column) return;
      of({ live: step.entry }).content.push({ column, isAsDesired: (row) => uuidOf(row[step.column]) === wanted });
      return;
    }
    case 'delete':
      of({ live: step.entry }).isGone = true;
  }
}

function queryOf({ table, uuid, references, content }: Expectation): RowQuery {
  const columns = ['_uuid', ...new Set([...references.keys(), ...content.map(({ column }) => column.name)])];
  return { table, columns, where: whereIs(['uuid', uuid]) };
}

/** Returns the queries of `readBack` if they do not depend on new UUIDs: many rows are read as whole tables. */
export function queriesAhead(units: readonly Unit[]): readonly RowQuery[] | undefined {
  const count = units.reduce((sum, { steps }) => sum + steps.length, 0);
  return count > MAX_ROWS ? wholeTables(units) : undefined;
}

/** Returns one query per table, with all columns that its rows need. */
function wholeTables(units: readonly Unit[]): RowQuery[] {
  const tables = new Map<string, Set<string>>();
  for (const { steps } of units) {
    for (const step of steps) {
      const target = step.type === 'insert' ? { inserted: step.row } : changedBy(step);
      if (target === undefined) continue;
      const table = tableOfReference(target);
      if ((step.type === 'insert' || step.type === 'update') && !isRoot(table)) continue;
      const columns = tables.get(table) ?? new Set(['_uuid']);
      if ('column' in step) columns.add(step.column);
      tables.set(table, columns);
    }
  }
  return [...tables].map(([table, columns]) => ({ table, columns: [...columns] }));
}

/** Returns true for a root table. Rows of other tables exist while another row refers to them. */
function isRoot(table: string): boolean {
  return northboundSchema.get(table)?.isRoot === true;
}

function holdsIn({ isGone, references, content }: Expectation, row: OvsdbRow | undefined): boolean {
  if (row === undefined || isGone) return row === undefined && isGone;
  for (const [column, { held, gone }] of references) {
    const there = new Set(uuidsIn(row[column]));
    for (const uuid of held) if (!there.has(uuid)) return false;
    for (const uuid of gone) if (there.has(uuid)) return false;
  }
  return content.every(({ isAsDesired }) => isAsDesired(row));
}
