import { expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { Query, QueryInput } from '../../src/engine/query.js';

it('an engine throws for a comparison of values that still read', () => {
  const engine = createEngine();
  const number: QueryInput<number> = { name: 'number' };
  const late: Query<0, () => number> = {
    name: 'late',
    run: (db) => {
      db.read(number);
      return () => db.read(number);
    },
    same: (a, b) => a() === b(),
  };
  engine.set(number, 1);
  engine.ask(late, 0, () => undefined);
  engine.set(number, 2);
  expect(() => engine.ask(late, 0, () => undefined)).toThrow('a comparison must not read number');
});

it('an engine throws for a result that reads after its query has run, unless its inputs are of one round', () => {
  const number: QueryInput<number> = { name: 'number' };
  const late: Query<0, () => number> = { name: 'late', run: (db) => () => db.read(number) };
  const readLate = (isForOneRound: boolean): number => {
    const engine = createEngine({ isForOneRound });
    engine.set(number, 1);
    return engine.ask(late, 0, () => undefined)();
  };
  expect(() => readLate(false)).toThrow('number must not be read outside of a query');
  expect(readLate(true)).toBe(1);
});
