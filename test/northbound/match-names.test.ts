import { expect, it } from 'vitest';
import { namesOf, sameNames } from '../../src/northbound/match-names.js';
import type { Row } from '../../src/model/northbound.js';

it('names of rows stay those of the rows at first, also if they are listed when there are others', () => {
  const tables = new Map<string, readonly Row[]>([['Address_Set', [{ key: 'a1', columns: { name: 'a1' } }]]]);
  const create = () => namesOf((table) => tables.get(table) ?? []);
  const before = create();
  tables.set('Address_Set', []);
  expect(sameNames(before, create())).toBe(false);
  expect(before.list().sets.map(({ key }) => key)).toEqual(['a1']);
});
