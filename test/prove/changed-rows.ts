import { expect } from 'vitest';
import type { CompiledState } from '../../src/expectations/world.js';
import type { Columns } from '../../src/model/northbound.js';
import { proveState } from '../../src/prove/prove.js';
import { applyMutant } from './mutants.js';
import { readState } from './state.js';

/** What a proof says of a case with changed columns of some rows of a table: those whose keys fit. */
export async function proveChanged(
  name: string,
  table: string,
  key: RegExp,
  change: (columns: Columns) => Columns,
): Promise<string[]> {
  const state = await readState(name);
  if (!state) throw new Error('the case has errors');
  return proveRows(state, table, key, change);
}

/** What a proof says of a state with such changes. */
export function proveRows(
  state: CompiledState,
  table: string,
  key: RegExp,
  change: (columns: Columns) => Columns,
): string[] {
  const { zones, ...traced } = state.tracedState({ isComplete: true });
  const rows = zones.flatMap((zone) => zone.rows.get(table) ?? []).filter((row) => key.test(row.key));
  expect(rows).not.toEqual([]);
  const changed = rows.reduce<typeof zones>(
    (before, row) =>
      Object.entries(change(row.columns)).reduce<typeof zones>(
        (all, [column, value]) =>
          applyMutant(all, { what: '', table, key: row.key, column, value, old: row.columns[column] }),
        before,
      ),
    zones,
  );
  const { differences } = proveState({ ...state, tracedState: () => ({ ...traced, zones: changed }) });
  return differences.map(({ resources, rows: seen }) => `${resources.text} ≠ ${seen.text}`);
}
