import { describe, expect, it } from 'vitest';
import { createChunkQuery } from '../../src/engine/chunks.js';
import { type Engine, createEngine } from '../../src/engine/engine.js';
import { createItemQuery } from '../../src/engine/item-query.js';
import type { QueryInput } from '../../src/engine/query.js';
import { finding } from './finding.js';

interface Word {
  readonly text: string;
}

/** Returns a function that asks for the results of a list in one chunk, and the texts of the items that were made. */
function listen() {
  const list: QueryInput<readonly Word[]> = { name: 'list' };
  const made: string[] = [];
  const resultOf = createItemQuery(({ text }: Word, report) => {
    made.push(text);
    if (text.includes('?')) report(finding(text));
    return { length: text.length };
  });
  const all = createChunkQuery<Word, readonly { readonly length: number }[]>('all', {
    listIn: (db) => db.read(list),
    startsChunk: () => false,
    make: (db, words) => words.map((word) => resultOf(db, word)),
  });
  const ask = (engine: Engine, words: readonly Word[]) => {
    made.length = 0;
    const codes: string[] = [];
    engine.set(list, words);
    const results = engine.ask(all, undefined, ({ code }) => codes.push(code)).flat();
    return { results, codes, made: [...made] };
  };
  return ask;
}

const one: Word = { text: 'one?' };
const two: Word = { text: 'two' };
const other: Word = { text: 'other?' };

describe('results of items', () => {
  it('are made again only for other items', () => {
    const ask = listen();
    const engine = createEngine();
    const first = ask(engine, [one, two]);
    const second = ask(engine, [one, other]);
    expect(first.made).toEqual(['one?', 'two']);
    expect(second.made).toEqual(['other?']);
    expect(second.results[0]).toBe(first.results[0]);
  });

  it('come with their findings each time', () => {
    const ask = listen();
    const engine = createEngine();
    expect(ask(engine, [one, two]).codes).toEqual(['one?']);
    expect(ask(engine, [one, other]).codes).toEqual(['one?', 'other?']);
    expect(ask(engine, [two, other]).codes).toEqual(['other?']);
  });

  it('come with their findings in an engine for one round', () => {
    expect(listen()(createEngine({ isForOneRound: true }), [one, two]).codes).toEqual(['one?']);
  });
});
