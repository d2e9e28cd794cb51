import { expect, it } from 'vitest';
import type { Row } from '../../src/model/northbound.js';
import { joinZone } from '../../src/northbound/join-rows.js';
import type { OutputPart } from '../../src/northbound/parse-part.js';
import { createZoneJoin, reuseRows } from '../../src/rendered/join-zone.js';
import { type Random, createRandom, firstSeed } from '../rig/random.js';

const TABLES = ['ACL', 'Address_Set', 'Port_Group'];

/** A part with some rows, whose keys other parts have, too. */
function partOf(random: Random): OutputPart {
  const tables = TABLES.filter(() => random(3) > 0).map((table) => {
    const keys = [...new Set(Array.from({ length: random(5) }, () => `key-${random(12)}`))].sort();
    const rowOf = (key: string): Row => ({ key, columns: { name: key, set: [String(random(3))], value: random(2) } });
    return [table, keys.map(rowOf)] as const;
  });
  const attachments = [{ table: 'Logical_Router', key: 'router', column: 'nat', references: [String(random(2))] }];
  return {
    rows: new Map(tables),
    attachments: random(3) === 0 ? attachments : [],
    absent: random(4) === 0 ? new Map([['NAT', [{ key: 'gone', columns: {} }]]]) : new Map(),
    parts: [],
    switches: random(4) === 0 ? ['heron'] : [],
  };
}

it('joins parts after any changes as at first, and keeps equal rows and tables', () => {
  const random = createRandom(firstSeed);
  const join = createZoneJoin('heron');
  let parts = new Map<string, OutputPart>();
  let last = join(parts);
  for (let round = 0; round < 500; round++) {
    const next = new Map(parts);
    for (let count = random(3); count > 0; count--) {
      const path = `part-${random(6)}`;
      if (random(4) === 0) next.delete(path);
      else next.set(path, reuseRows(partOf(random), parts.get(path)));
    }
    parts = new Map([...next].sort(([a], [b]) => (a < b ? -1 : 1)));
    const joined = join(parts);
    const all = [...parts.values()];
    const cold = joinZone(all, { zone: 'heron', switches: all.flatMap(({ switches }) => switches) });
    expect(joined).toEqual(cold);
    expect([...joined.rows.keys()]).toEqual([...cold.rows.keys()]);
    const again = join(new Map(parts));
    for (const [table, rows] of joined.rows) expect(again.rows.get(table)).toBe(rows);
    last = joined;
  }
  expect(last.zone).toBe('heron');
});

it('keeps the list and the rows of a part that are equal', () => {
  const row = (key: string, value: number): Row => ({ key, columns: { value } });
  const part = (rows: readonly Row[]): OutputPart => ({
    ...{ rows: new Map([['ACL', rows]]), attachments: [], absent: new Map(), parts: [], switches: [] },
  });
  const before = part([row('a', 1), row('b', 1)]);
  expect(reuseRows(part([row('a', 1), row('b', 1)]), before).rows.get('ACL')).toBe(before.rows.get('ACL'));
  const [a, b] = reuseRows(part([row('a', 1), row('b', 2)]), before).rows.get('ACL') ?? [];
  expect(a).toBe(before.rows.get('ACL')?.[0]);
  expect(b).toEqual(row('b', 2));
});
