import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { Db, MapInput, Query, QueryInput, RelationInput } from '../../src/engine/query.js';
import { finding } from './finding.js';
import { isDeepEqual } from '../../src/std/deep-equal.js';

const silent = (): void => undefined;

/** A query that counts its runs. */
function counting<Key, Value>(query: Query<Key, Value>): { readonly query: Query<Key, Value>; readonly runs: Key[] } {
  const runs: Key[] = [];
  const run = (db: Db, key: Key, before: Value | undefined): Value => {
    runs.push(key);
    return query.run(db, key, before);
  };
  return { query: { ...query, run }, runs };
}

const words: QueryInput<readonly string[]> = { name: 'words', same: isDeepEqual };
const limit: QueryInput<number> = { name: 'limit' };

/** Lengths of words, whether they are long, and the long ones. */
function createLengths() {
  const length = counting<number, number>({
    name: 'length',
    run: (db, index) => db.read(words)[index]?.length ?? 0,
  });
  const isLong = counting<number, boolean>({
    name: 'is long',
    run: (db, index) => {
      const is = db.get(length.query, index) > db.read(limit);
      if (is) db.report(finding(`long ${index}`));
      return is;
    },
  });
  const count = counting<undefined, number>({
    name: 'count',
    run: (db) => db.read(words).filter((_, index) => db.get(isLong.query, index)).length,
  });
  return { length, isLong, count };
}

describe('the engine', () => {
  it('runs a query again only if something that it has read has another value', () => {
    const { length, isLong, count } = createLengths();
    const engine = createEngine();
    engine.set(words, ['a', 'bbb', 'cc']);
    engine.set(limit, 1);
    expect(engine.ask(count.query, undefined, silent)).toBe(2);
    engine.set(words, ['a', 'bbbb', 'cc']);
    expect(engine.ask(count.query, undefined, silent)).toBe(2);
    expect(length.runs).toEqual([0, 1, 2, 0, 1, 2]);
    expect(isLong.runs).toEqual([0, 1, 2, 1]);
    expect(count.runs).toHaveLength(2);
  });

  it('runs nothing for an input that is set to an equal value', () => {
    const { length, count } = createLengths();
    const engine = createEngine();
    engine.set(words, ['a']);
    engine.set(limit, 1);
    engine.ask(count.query, undefined, silent);
    engine.set(words, ['a']);
    engine.ask(count.query, undefined, silent);
    expect([length.runs, count.runs]).toEqual([[0], [undefined]]);
  });

  it('gives the object of the result before it for an equal result', () => {
    const parts: Query<undefined, readonly string[]> = {
      name: 'parts',
      run: (db) => db.read(words).map((word) => word.slice(0, 1)),
      same: isDeepEqual,
    };
    const engine = createEngine();
    engine.set(words, ['ab']);
    const before = engine.ask(parts, undefined, silent);
    engine.set(words, ['ac']);
    expect(engine.ask(parts, undefined, silent)).toBe(before);
  });

  it('reports the findings of remembered results in each question, and no others', () => {
    const { count } = createLengths();
    const engine = createEngine();
    const ask = (): string[] => {
      const codes: string[] = [];
      engine.ask(count.query, undefined, ({ code }) => void codes.push(code));
      return codes;
    };
    engine.set(words, ['a', 'bbb', 'cc']);
    engine.set(limit, 1);
    expect(ask()).toEqual(['long 1', 'long 2']);
    expect(ask()).toEqual(['long 1', 'long 2']);
    engine.set(words, ['aa', 'b', 'cc']);
    expect(ask()).toEqual(['long 0', 'long 2']);
  });

  it('takes up an earlier result if inputs alternate and several are kept', () => {
    const { length, count } = createLengths();
    const engine = createEngine({ results: 2 });
    const sides = [['a'], ['bbb']] as const;
    engine.set(limit, 1);
    for (const side of [...sides, ...sides]) {
      engine.set(words, side);
      expect(engine.ask(count.query, undefined, silent)).toBe(side === sides[1] ? 1 : 0);
    }
    expect(length.runs).toEqual([0, 0]);
  });

  it('forgets results that the last rounds have not asked for, and what only they were made from', () => {
    const { length, count } = createLengths();
    const engine = createEngine({ keptRounds: 2 });
    engine.set(words, ['a', 'b']);
    engine.set(limit, 1);
    engine.ask(count.query, undefined, silent);
    for (let round = 0; round < 4; round++) {
      engine.ask(length.query, 0, silent);
      engine.endRound();
    }
    engine.ask(count.query, undefined, silent);
    expect(length.runs).toEqual([0, 1, 1]);
    expect(count.runs).toHaveLength(2);
  });

  it('takes up no earlier result that was made from a forgotten one which has changed since', () => {
    const chosen: QueryInput<number> = { name: 'chosen' };
    const inner: Query<undefined, number> = { name: 'inner', run: (db) => db.read(limit) };
    const outer: Query<undefined, number> = {
      name: 'outer',
      run: (db) => (db.read(chosen) === 1 ? db.get(inner, undefined) : -1),
    };
    for (const isTakenUpBefore of [false, true]) {
      const engine = createEngine({ keptRounds: 2, results: 2 });
      engine.set(limit, 10);
      for (const choice of [1, 2]) {
        engine.set(chosen, choice);
        engine.ask(outer, undefined, silent);
        engine.endRound();
      }
      engine.set(chosen, 1);
      if (isTakenUpBefore) expect(engine.ask(outer, undefined, silent)).toBe(10);
      engine.set(limit, 20);
      expect(engine.ask(outer, undefined, silent)).toBe(20);
    }
  });

  it('keeps a result that a result in use was made from, however long nobody asks for it', () => {
    const { length, count } = createLengths();
    const engine = createEngine({ keptRounds: 2 });
    engine.set(words, ['a']);
    engine.set(limit, 1);
    for (let round = 0; round < 9; round++) {
      engine.ask(count.query, undefined, silent);
      engine.endRound();
    }
    engine.set(limit, 2);
    engine.ask(count.query, undefined, silent);
    expect(length.runs).toEqual([0]);
  });

  it('throws for a query that depends on itself, and for an input that is not set', () => {
    const own: Query<number, number> = { name: 'own', run: (db, key): number => db.get(own, 1 - key) };
    const engine = createEngine();
    expect(() => engine.ask(own, 0, silent)).toThrow('the query own depends on itself');
    expect(() => engine.ask(createLengths().count.query, undefined, silent)).toThrow(
      'the input words has not been set',
    );
  });

  it('throws if a query sets an input', () => {
    const engine = createEngine();
    const setting: Query<undefined, number> = {
      name: 'setting',
      run: () => {
        engine.set(limit, 1);
        return 1;
      },
    };
    expect(() => engine.ask(setting, undefined, silent)).toThrow('a query must not set the input limit');
  });

  it('runs a query again that has thrown', () => {
    let isBroken = true;
    const breaking: Query<undefined, number> = {
      name: 'breaking',
      run: () => {
        if (isBroken) throw new Error('broken');
        return 1;
      },
    };
    const outer: Query<undefined, number> = { name: 'outer', run: (db) => db.get(breaking, undefined) };
    const engine = createEngine();
    expect(() => engine.ask(outer, undefined, silent)).toThrow('broken');
    isBroken = false;
    expect(engine.ask(outer, undefined, silent)).toBe(1);
  });

  it('makes a result with one reader for it, in an engine for one round', () => {
    const { isLong } = createLengths();
    const single: Query<number, boolean> = { ...isLong.query, hasOneReader: true };
    const all: Query<undefined, number> = {
      name: 'all',
      run: (db) => db.read(words).filter((_, index) => db.get(single, index)).length,
    };
    for (const isForOneRound of [true, false]) {
      const engine = createEngine({ isForOneRound });
      engine.set(words, ['a', 'bbb']);
      engine.set(limit, 1);
      const found: string[] = [];
      expect(engine.ask(all, undefined, ({ message }) => found.push(message))).toBe(1);
      expect(found).toEqual([finding('long 1').message]);
    }
    expect(isLong.runs).toEqual([0, 1, 0, 1]);
  });

  it('runs a query again that has read an entry of a map only if that entry or the whole map has changed', () => {
    const ages: MapInput<number> = { name: 'ages' };
    const older = counting<string, number>({ name: 'older', run: (db, key) => (db.entry(ages, key) ?? 0) + 1 });
    const sum = counting<undefined, number>({
      name: 'sum',
      run: (db) => [...db.map(ages).values()].reduce((all, one) => all + one, 0),
    });
    const engine = createEngine({ isChecked: true, keptRounds: 2 });
    const ask = (): readonly number[] => {
      const answers = ['a', 'b', 'c'].map((key) => engine.ask(older.query, key, silent));
      engine.endRound();
      return [...answers, engine.ask(sum.query, undefined, silent)];
    };
    expect(ask).toThrow('the input ages has not been set');
    const maps = [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
      { a: 1, b: 3, c: 4 },
    ].map((one) => new Map(Object.entries(one)));
    older.runs.length = 0;
    const rounds = maps.map((map) => {
      engine.setMap(ages, map);
      return ask();
    });
    expect(rounds).toEqual([
      [2, 3, 1, 3],
      [2, 4, 1, 4],
      [2, 4, 5, 8],
    ]);
    // Each question runs its query once more, to check it.
    expect(older.runs.filter((key) => key === 'a')).toHaveLength(1 + 3);
    expect(older.runs.filter((key) => key === 'b')).toHaveLength(2 + 3);
  });

  it('runs a query again that has read the members of a key only if these have changed', () => {
    const byLetter: RelationInput<string> = { name: 'words by letter', keysOf: (word) => [...new Set(word)] };
    const holders = counting<string, string>({ name: 'holders', run: (db, key) => db.members(byLetter, key).join() });
    const engine = createEngine({ isChecked: false });
    expect(() => engine.ask(holders.query, 'a', silent)).toThrow('the relation words by letter has not been set');
    const ask = (): readonly string[] => ['a', 'b', 'z'].map((key) => engine.ask(holders.query, key, silent));
    const first = { two: ['b', 'ab'], one: ['a', 'ca'] };
    engine.setRelation(byLetter, new Map(Object.entries(first)));
    holders.runs.length = 0;
    expect(ask()).toEqual(['a,ca,ab', 'b,ab', '']);
    engine.setRelation(byLetter, new Map(Object.entries({ ...first, one: ['a', 'cab'] })));
    expect(ask()).toEqual(['a,cab,ab', 'cab,b,ab', '']);
    engine.setRelation(byLetter, new Map(Object.entries({ two: ['b', 'ab'], three: ['xz'] })));
    expect(ask()).toEqual(['ab', 'b,ab', 'xz']);
    engine.setRelation(byLetter, new Map(Object.entries({ two: ['b', 'ab'], three: ['yz'] })));
    expect(ask()).toEqual(['ab', 'b,ab', 'yz']);
    expect(holders.runs).toEqual(['a', 'b', 'z', 'a', 'b', 'a', 'b', 'z', 'z']);
  });

  it('gives a query its result before, of which it may keep parts', () => {
    const halves: Query<undefined, readonly (readonly string[])[]> = {
      name: 'halves',
      run: (db, _, before = []) => {
        const all = db.read(words);
        const made = [all.slice(0, 2), all.slice(2)];
        return made.map((half) => before.find((one) => isDeepEqual(one, half)) ?? half);
      },
    };
    const engine = createEngine({ isChecked: true });
    engine.set(words, ['a', 'b', 'c']);
    const [first] = engine.ask(halves, undefined, silent);
    engine.set(words, ['a', 'b', 'd']);
    const after = engine.ask(halves, undefined, silent);
    expect(after[0]).toBe(first);
    expect(after[1]).toEqual(['d']);
  });

  it('finds a query that reads what is not recorded, if it is checked', () => {
    let hidden = 1;
    const reading: Query<undefined, { readonly value: number }> = {
      name: 'reading',
      run: (db) => ({ value: db.read(limit) + hidden }),
    };
    const engine = createEngine({ isChecked: true });
    engine.set(limit, 1);
    expect(engine.ask(reading, undefined, silent)).toEqual({ value: 2 });
    hidden = 2;
    expect(() => engine.ask(reading, undefined, silent)).toThrow('the query reading has a result that differs');
  });
});
