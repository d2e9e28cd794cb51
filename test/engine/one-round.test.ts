import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { MapInput, Query, QueryInput } from '../../src/engine/query.js';
import { createRecordedInput } from '../../src/engine/record-fields.js';
import { finding } from './finding.js';

describe('an engine for one round', () => {
  it('refuses to change an input', () => {
    const limit: QueryInput<number> = { name: 'limit' };
    const ages: MapInput<number> = { name: 'ages' };
    const engine = createEngine({ isForOneRound: true });
    for (const age of [1, 2]) {
      const set = (): void => {
        engine.set(limit, age);
      };
      const setMap = (): void => {
        engine.setMap(ages, new Map([['a', age]]));
      };
      for (const one of [set, setMap]) {
        if (age === 1) expect(one).not.toThrow();
        else expect(one).toThrow('an engine for one round must not change the input');
      }
    }
    engine.set(limit, 1);
  });

  it('reports what each question is made from, once', () => {
    const words: QueryInput<readonly string[]> = { name: 'words' };
    const long: Query<string, boolean> = {
      name: 'long',
      run: (db, word) => {
        if (word.length > 1) db.report(finding(word));
        return word.length > 1;
      },
    };
    const count: Query<undefined, number> = {
      name: 'count',
      run: (db) => db.read(words).filter((word) => db.get(long, word)).length,
    };
    const twice: Query<undefined, number> = {
      name: 'twice',
      run: (db) => db.get(count, undefined) + db.get(count, undefined) + Number(db.get(long, 'bb')),
    };
    for (const isForOneRound of [true, false]) {
      const engine = createEngine({ isForOneRound });
      engine.set(words, ['a', 'bb', 'c', 'dd']);
      for (const [query, expected] of [
        [count, 2],
        [twice, 5],
      ] as const) {
        const found: string[] = [];
        expect(engine.ask(query, undefined, ({ message }) => found.push(message))).toBe(expected);
        expect(found).toEqual(['bb', 'dd'].map((word) => finding(word).message));
      }
    }
  });

  it('gives its queries an object as it was set, and others record what they read of it', () => {
    const settings = createRecordedInput<{ readonly size: number }>('settings', { same: Object.is });
    const size: Query<undefined, unknown> = { name: 'size', run: (db) => settings.in(db) };
    const value = { size: 1 };
    for (const isForOneRound of [true, false]) {
      const engine = createEngine({ isForOneRound });
      settings.set(engine, value);
      expect(engine.ask(size, undefined, () => undefined) === value).toBe(isForOneRound);
    }
  });
});
