import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readInput } from '../../../../src/cli/run/input.js';
import { compile } from '../../../../src/compile/compile.js';
import { readRenderedZone } from '../../../../src/rendered/read-zone.js';
import { writeRenderedFolder } from '../../../rig/rendered-folder.js';
import { createZoneComparison, diffZone } from '../../../../src/apply/northbound/diff/index.js';
import type { ZoneDiff } from '../../../../src/apply/northbound/diff/scoped-comparison.js';
import type { LiveDatabase } from '../../../../src/apply/northbound/wire/database.js';
import type { OvsdbRow, OvsdbValue } from '../../../../src/clients/ovsdb/index.js';
import { elementsOf, entriesOf } from '../../../../src/clients/ovsdb/notation.js';
import type { ColumnValue, Row, ZoneRows } from '../../../../src/model/northbound.js';
import { downgrade } from '../../../../src/northbound/downgrade.js';
import { liveRowsOf } from '../../../rig/live-database.js';
import { type Random, checkProperty, generators } from '../../../rig/random.js';
import { firewalls } from '../northbound.js';
import { databaseOf, zoneOf } from './live.js';

const FIXTURES = fileURLToPath(new URL('../../../../fixtures', import.meta.url));
const STEPS = 12;

/** A desired zone, and a database that needs no change. */
interface Settled {
  readonly zone: ZoneRows;
  readonly live: (version: string) => LiveDatabase;
}

const settledZones = new Map<string, Settled>();
/** Zones of a topology that Weir manages, and of one that it adds rows to. */
const MANAGED = ['on-call', 'services/load-balancers-with-variables-of-the-chassis'] as const;
const EXTERNAL = ['on-call', 'quickstart', 'services/load-balancers-hang-on-base-rows'] as const;
const NAMES = [...MANAGED.map((name) => `${name}, managed`), ...EXTERNAL];

beforeAll(async () => {
  for (const name of new Set([...MANAGED, ...EXTERNAL])) {
    const [whole] = (await liveRowsOf(join(FIXTURES, name))).values();
    if (!whole) throw new Error(`${name} has no zone`);
    settledZones.set(`${name}, managed`, {
      zone: whole,
      live: (version) => withMarkers(databaseOf(downgrade(whole, version).rows, version), whole.zone),
    });
    const zone = await compiledZone(join(FIXTURES, name), whole.zone);
    settledZones.set(name, { zone, live: (version) => databaseOf(downgrade(whole, version).rows, version) });
  }
});

/** Returns the rows that `weir compile` writes for a zone. */
async function compiledZone(folder: string, name: string): Promise<ZoneRows> {
  const { configuration, files, reports } = await readInput({ path: folder });
  if (!configuration) throw new Error(JSON.stringify(reports));
  const { artefacts } = compile({ configuration, files, reports });
  const output = mkdtempSync(join(tmpdir(), 'weir-comparison-'));
  const texts = artefacts.map(({ path, content }) => [path, Buffer.concat(content).toString()] as const);
  writeRenderedFolder(output, texts, { zones: [name] });
  const read = readRenderedZone(output, name);
  rmSync(output, { recursive: true });
  if (read.result === 'failed') throw new Error(read.problems.join('\n'));
  return read.rows;
}

/** Marks all rows as those of Weir. */
function withMarkers(live: LiveDatabase, zone: string): LiveDatabase {
  const mark = (row: OvsdbRow): OvsdbRow =>
    row.external_ids === undefined
      ? row
      : { ...row, external_ids: ['map', [...entriesOf(row.external_ids), ['weir-egress/zone', zone]]] };
  return { ...live, rows: new Map([...live.rows].map(([table, rows]) => [table, rows.map(mark)])) };
}

const pick = <Item>(next: Random, items: readonly Item[]): Item | undefined => items[next(items.length)];

/** Replaces a table of a map. Other tables stay the same objects. */
function withTable<Items>(tables: ReadonlyMap<string, Items>, table: string, items: Items): ReadonlyMap<string, Items> {
  return new Map([...tables].map(([name, own]) => [name, name === table ? items : own]));
}

/** Changes, removes, copies or brings back one desired row. */
function changeDesired(next: Random, zone: ZoneRows, original: ZoneRows): ZoneRows {
  if (next(5) === 0) return { ...zone, attachments: changeAttachments(next, zone, original) };
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

function changeAttachments(next: Random, { attachments }: ZoneRows, original: ZoneRows): ZoneRows['attachments'] {
  const attachment = pick(next, attachments);
  if (!attachment || next(3) === 0) return original.attachments;
  const references = attachment.references.slice(next(2), attachment.references.length - next(2));
  return attachments.map((one) => (one === attachment ? { ...one, references } : one));
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
  if (problems.length > 0) return { changes, problems, owned, observed: observed() };
  const prepared = transactions({ operations: 1e6, bytes: 1e9 }).next();
  return { changes, problems, owned, observed: observed(), operations: [...(prepared?.operations ?? [])] };
}

describe('A comparison that takes over the results of the last one', () => {
  it.each(['7.12.0', '7.0.0'])('gives what a new one gives, in schema %s', (version) => {
    let compared = 0;
    const settled = new Set<string>();
    checkProperty(
      fc.property(generators, fc.constantFrom(...NAMES), (next, name) => {
        const original = settledZones.get(name);
        if (!original) throw new Error(`${name} has no zone`);
        const compare = createZoneComparison();
        const whole = original.live(version);
        let [zone, live] = [original.zone, whole];
        const { changes, problems } = compare(zone, live);
        if (changes.length + problems.length === 0) settled.add(name);
        for (let step = 0; step < STEPS; step++) {
          // As after an apply.
          if (next(3) === 0) {
            [zone, live] = [original.zone, whole];
            compare(zone, live);
          }
          if (next(3) > 0) zone = changeDesired(next, zone, original.zone);
          if (next(3) > 0) live = changeLive(next, live, whole);
          expect(contentOf(compare(zone, live))).toEqual(contentOf(diffZone(zone, live)));
          compared++;
        }
      }),
      { numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(STEPS);
    expect(settled.size).toBeGreaterThan(0);
  });

  it('reads only live rows that have changed, or refer to such', () => {
    const rules = (count: number): ZoneRows =>
      zoneOf(
        firewalls(
          Object.fromEntries(Array.from({ length: count }, (_, index) => [`team-${index}`, ['allow 192.0.2.0/24']])),
        ),
      );
    const read = new Set<unknown>();
    const watched = (row: OvsdbRow): OvsdbRow =>
      new Proxy(row, { get: (target, name) => (read.add(target._uuid), target[String(name)]) });
    const zone = rules(1000);
    const database = databaseOf(zone);
    const live = { ...database, rows: new Map([...database.rows].map(([table, rows]) => [table, rows.map(watched)])) };
    const compare = createZoneComparison();
    compare(zone, live);
    read.clear();
    const acls = zone.rows.get('ACL') ?? [];
    const changed = acls.map((row, at) => (at === 500 ? { ...row, columns: { ...row.columns, action: 'drop' } } : row));
    const diff = compare({ ...zone, rows: withTable(zone.rows, 'ACL', changed) }, live);
    expect(diff.changes).toMatchObject([{ sort: 'ACL', drift: 'changed', name: acls[500]?.key }]);
    expect(read.size).toBeLessThanOrEqual(2);
  });
});
