import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChunkQuery, divide, isChosen } from '../../src/engine/chunks.js';
import { createEngine } from '../../src/engine/engine.js';
import { joinGroups } from '../../src/engine/join-groups.js';
import type { QueryInput } from '../../src/engine/query.js';
import { sortParts } from '../../src/engine/sort-parts.js';
import { groupBy } from '../../src/std/group-by.js';
import { memoizeWeak } from '../../src/std/memoize.js';
import { checkProperty } from '../rig/random.js';

interface Word {
  readonly text: string;
  readonly place: number;
}

const letters = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const words = fc.array(
  letters.map((text): Word => ({ text, place: 0 })),
  { maxLength: 60 },
);
/** Lists that follow each other: each keeps most items of the one before it. */
const histories = fc
  .tuple(words, fc.array(fc.record({ at: fc.nat(60), gone: fc.nat(3), added: words }), { maxLength: 6 }))
  .map(([first, changes]) => {
    const lists = [first];
    for (const { at, gone, added } of changes)
      lists.push((lists.at(-1) ?? []).toSpliced(at, gone, ...added.slice(0, 3)));
    return lists;
  });
const startsChunk = (item: Word, previous: Word): boolean => item.text !== previous.text && item.text < 'c';
const compare = (a: Word, b: Word): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);

describe('chunks of a list', () => {
  it('are the same for any chunks before them', () => {
    checkProperty(
      fc.property(histories, (lists) => {
        let before: readonly (readonly Word[])[] = [];
        for (const list of lists) {
          const chunks = divide(list, startsChunk, before);
          expect(chunks).toEqual(divide(list, startsChunk));
          expect(chunks.flat()).toEqual(list);
          before = chunks;
        }
      }),
    );
  });

  it('are sorted and grouped as a whole, for any parts before them', () => {
    checkProperty(
      fc.property(histories, (lists) => {
        let chunks = divide(lists[0] ?? [], startsChunk);
        let sorted = sortParts(chunks, compare);
        const group = (chunk: readonly Word[]) => groupBy(chunk, ({ text }) => text);
        const groupOf = memoizeWeak(group);
        let joined = joinGroups(chunks.map(groupOf));
        for (const list of lists) {
          chunks = divide(list, startsChunk, chunks);
          sorted = sortParts(chunks, compare, sorted);
          expect(sorted.sorted.map(({ text }) => text)).toEqual(list.map(({ text }) => text).sort());
          joined = joinGroups(chunks.map(groupOf), joined);
          expect([...joined.groups]).toEqual([...group(list)].sort(([a], [b]) => (a < b ? -1 : 1)));
        }
      }),
    );
  });

  it('are made again only if an item of them has changed', () => {
    const list: QueryInput<readonly Word[]> = { name: 'list' };
    const made: string[] = [];
    const lengths = createChunkQuery<Word, number>('lengths', {
      listIn: (db) => db.read(list),
      startsChunk,
      make: (_, chunk) => {
        made.push(chunk.map(({ text }) => text).join(''));
        return chunk.length;
      },
    });
    const items = Array.from('aabbbdd', (text, place) => ({ text, place }));
    const engine = createEngine();
    engine.set(list, items);
    expect(engine.ask(lengths, undefined, () => undefined)).toEqual([2, 5]);
    engine.set(list, items.toSpliced(1, 1));
    expect(engine.ask(lengths, undefined, () => undefined)).toEqual([1, 5]);
    expect(made).toEqual(['aa', 'bbbdd', 'a']);
  });
});

describe('texts that are chosen', () => {
  it('are about one of the size', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `team-${index}`);
    const chosen = names.filter((name) => isChosen(name, 32)).length;
    expect(chosen).toBeGreaterThan(400);
    expect(chosen).toBeLessThan(900);
  });
});
