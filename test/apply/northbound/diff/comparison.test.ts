import fc from 'fast-check';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createZoneComparison, diffZone } from '../../../../src/apply/northbound/diff/index.js';
import type { ZoneDiff } from '../../../../src/apply/northbound/diff/index.js';
import type { LiveDatabase } from '../../../../src/apply/northbound/wire/database.js';
import type { OvsdbRow, OvsdbValue } from '../../../../src/clients/ovsdb/index.js';
import { elementsOf } from '../../../../src/clients/ovsdb/notation.js';
import type { ColumnValue, Row, ZoneRows } from '../../../../src/model/northbound.js';
import { liveRowsOf } from '../../../rig/live-database.js';
import { type Random, checkProperty, generators } from '../../../rig/random.js';
import { databaseOf } from './live.js';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url));
const STEPS = 12;

/** The zone of a fixture in which most kinds have rows, and that of a topology that Weir manages. */
const zones = new Map<string, ZoneRows>();
const NAMES = [
  'on-call',
  'services/load-balancers-with-variables-of-the-chassis',
  'services/load-balancers-hang-on-base-rows',
] as const;

beforeAll(async () => {
  for (const name of NAMES) {
    const [zone] = (await liveRowsOf(`${FIXTURES}/${name}`)).values();
    if (zone) zones.set(name, zone);
  }
});

const pick = <Item>(next: Random, items: readonly Item[]): Item | undefined => items[next(items.length)];

/** Replaces a table of a map. Other tables stay the same objects. */
function withTable<Items>(tables: ReadonlyMap<string, Items>, table: string, items: Items): ReadonlyMap<string, Items> {
  return new Map([...tables].map(([name, own]) => [name, name === table ? items : own]));
}

/** Changes, removes, copies or brings back one desired row. */
function changeDesired(next: Random, zone: ZoneRows, original: ZoneRows): ZoneRows {
  const table = pick(next, [...zone.rows.keys()].sort()) ?? '';
  const rows = zone.rows.get(table) ?? [];
  const row = pick(next, rows);
  const changed = ((): readonly Row[] => {
    if (!row) return original.rows.get(table) ?? [];
    const others = rows.filter((one) => one !== row);
    const sets: readonly ((columns: Row['columns']) => Record<string, ColumnValue>)[] = [
      (columns) => ({ ...columns, external_ids: { ...(columns.external_ids as object), more: String(next(3)) } }),
      (columns) => ({ ...columns, name: `name ${next(3)}` }),
      (columns) => ({ ...columns, match: `ip4.dst == 10.0.0.${next(3)}` }),
      (columns) => ({ ...columns, priority: next(3) }),
    ];
    switch (next(4)) {
      case 0:
        return others;
      case 1:
        return original.rows.get(table) ?? [];
      case 2:
        return [...rows, { key: `${row.key} copy ${next(100)}`, columns: row.columns }].sort(byKey);
      default:
        return [...others, { key: row.key, columns: pick(next, sets)?.(row.columns) ?? row.columns }].sort(byKey);
    }
  })();
  return { ...zone, rows: withTable(zone.rows, table, changed) };
}

const byKey = (a: Row, b: Row): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Changes, removes, copies or brings back one live row, as another client may. */
function changeLive(next: Random, live: LiveDatabase, original: LiveDatabase): LiveDatabase {
  const table = pick(next, [...live.rows].flatMap(([name, rows]) => (rows.length > 0 ? [name] : [])).sort()) ?? '';
  const rows = live.rows.get(table) ?? [];
  const row = pick(next, rows);
  const changed = ((): readonly OvsdbRow[] => {
    if (!row) return original.rows.get(table) ?? [];
    switch (next(5)) {
      case 0:
        return rows.filter((one) => one !== row);
      case 1:
        return original.rows.get(table) ?? [];
      case 2:
        return [...rows, { ...row, _uuid: ['uuid', `copy ${next(1000)}`] }];
      default:
        return rows.map((one) => (one === row ? withOtherColumn(next, row) : one));
    }
  })();
  return { ...live, rows: withTable(live.rows, table, changed) };
}

function withOtherColumn(next: Random, row: OvsdbRow): OvsdbRow {
  const name = pick(next, Object.keys(row).filter((column) => !column.startsWith('_'))) ?? ''; // prettier-ignore
  const value = row[name];
  const isSet = typeof value === 'object' && value[0] === 'set';
  const isMap = typeof value === 'object' && value[0] === 'map';
  const other: OvsdbValue = isSet
    ? ['set', elementsOf(value).slice(next(2))]
    : isMap
      ? ['map', next(2) === 0 ? [] : [['k8s.ovn.org/owner-type', 'EgressFirewall']]]
      : typeof value === 'number'
        ? next(5)
        : typeof value === 'string'
          ? `text ${next(3)}`
          : (value ?? '');
  return { ...row, [name]: other };
}

/** All that a comparison says and would send. */
function contentOf(diff: ZoneDiff): unknown {
  const { changes, problems, owned, observed, transactions } = diff;
  if (problems.length > 0) return { changes, problems, owned, observed };
  const prepared = transactions({ operations: 1e6, bytes: 1e9 }).next();
  return { changes, problems, owned, observed, operations: [...(prepared?.operations ?? [])] };
}

describe('A comparison that takes over the results of the last one', () => {
  it.each(['7.12.0', '7.0.0'])('gives what a new one gives, in schema %s', (version) => {
    let compared = 0;
    checkProperty(
      fc.property(generators, fc.constantFrom(...NAMES), (next, name) => {
        const original = zones.get(name);
        if (!original) throw new Error(`${name} has no zone`);
        const compare = createZoneComparison();
        const whole = databaseOf(original, version);
        let [zone, live] = [original, whole];
        for (let step = 0; step < STEPS; step++) {
          if (next(3) > 0) zone = changeDesired(next, zone, original);
          if (next(3) > 0) live = changeLive(next, live, whole);
          expect(contentOf(compare(zone, live))).toEqual(contentOf(diffZone(zone, live)));
          compared++;
        }
      }),
      { numRuns: 40 },
    );
    expect(compared).toBeGreaterThan(STEPS);
  });
});
