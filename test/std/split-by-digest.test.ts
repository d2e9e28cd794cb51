import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortDigest, splitByDigest } from '../../src/std/split-by-digest.js';
import { checkProperty } from '../rig/random.js';

interface Item {
  readonly name: string;
  readonly size: number;
}

const MEASURE = { sizeOf: ({ size }: Item) => size, digestOf: ({ name }: Item) => shortDigest(name) };
const items = fc.uniqueArray(fc.record({ name: fc.string({ maxLength: 4 }), size: fc.integer({ min: 0, max: 40 }) }), {
  selector: ({ name }) => name,
  maxLength: 60,
});
const limits = fc.integer({ min: 1, max: 200 });
const sizeOf = (group: readonly Item[]): number => group.reduce((sum, { size }) => sum + size, 0);

describe('groups by digest', () => {
  it('hold every item once, in its order, under the first digits of its digest', () => {
    checkProperty(
      fc.property(items, limits, (all, limit) => {
        const groups = splitByDigest(all, limit, MEASURE);
        expect(groups.flatMap((group) => group.items).length).toBe(all.length);
        for (const { prefix, items: held } of groups) {
          expect(held).toEqual(all.filter(({ name }) => shortDigest(name).startsWith(prefix)));
        }
      }),
    );
  });

  it('are within the limit, but for a single item that is larger', () => {
    checkProperty(
      fc.property(items, limits, (all, limit) => {
        for (const { items: held } of splitByDigest(all, limit, MEASURE)) {
          expect(held.length <= 1 || sizeOf(held) <= limit).toBe(true);
        }
      }),
    );
  });

  it('are the same whatever the order of the items', () => {
    checkProperty(
      fc.property(items, limits, (all, limit) => {
        const sets = (list: readonly Item[]): unknown =>
          splitByDigest(list, limit, MEASURE).map(({ prefix, items: held }) => [
            prefix,
            held.map(({ name }) => name).sort(),
          ]);
        expect(sets([...all].reverse())).toEqual(sets(all));
      }),
    );
  });

  it('change alone where an item changes and stays as large', () => {
    checkProperty(
      fc.property(items, limits, fc.nat(), (all, limit, at) => {
        const changed = all.map((item, index) => (index === at % all.length ? { ...item } : item));
        const before = splitByDigest(all, limit, MEASURE);
        const after = splitByDigest(changed, limit, MEASURE);
        const differing = after.filter(({ items: held }, index) =>
          held.some((item, i) => item !== before[index]?.items[i]),
        );
        expect(after.map(({ prefix }) => prefix)).toEqual(before.map(({ prefix }) => prefix));
        expect(differing.length).toBe(all.length === 0 ? 0 : 1);
      }),
    );
  });

  it('of neighbours hold every item once, are within the limit, and do not fit with their other half', () => {
    checkProperty(
      fc.property(items, limits, (all, limit) => {
        const groups = splitByDigest(all, limit, { ...MEASURE, joinsNeighbours: true });
        expect(groups.flatMap((group) => group.items).length).toBe(all.length);
        for (const { prefix, items: held } of groups) {
          const isHeld = new RegExp(`^${prefix.replace(/(.)-(.)$/, '[$1-$2]')}`);
          expect(held).toEqual(all.filter(({ name }) => isHeld.test(shortDigest(name))));
          expect(held.length <= 1 || sizeOf(held) <= limit).toBe(true);
        }
        const [one, other] = [
          groups.find(({ prefix }) => prefix === '0-7'),
          groups.find(({ prefix }) => prefix === '8-f'),
        ];
        if (one && other) expect(sizeOf(one.items) + sizeOf(other.items)).toBeGreaterThan(limit);
      }),
    );
  });

  it('of neighbours are named by the run of their last digit', () => {
    const digests = ['00', '71', '80', 'bf', 'c0', 'f1'];
    const all = digests.map((name) => ({ name, size: 1 }));
    const measure = { ...MEASURE, digestOf: ({ name }: Item) => name, joinsNeighbours: true };
    const prefixes = (limit: number) => splitByDigest(all, limit, measure).map(({ prefix }) => prefix);
    expect([prefixes(6), prefixes(4), prefixes(3), prefixes(1)]).toEqual([
      [''],
      ['0-7', '8-f'],
      ['0-7', '8-b', 'c-f'],
      ['0-3', '4-7', '8-9', 'a-b', 'c-d', 'e-f'],
    ]);
  });

  it('stay one where digests cannot tell the items apart', () => {
    const alike = [{ name: 'a', size: 9 }, { name: 'b', size: 9 }]; // prettier-ignore
    expect(splitByDigest(alike, 10, { ...MEASURE, digestOf: () => 'ab' })).toEqual([{ prefix: 'ab', items: alike }]);
  });

  it('keep a unit together until its own digits are at an end, and then go by the rest', () => {
    const all = ['a1', 'b1', 'a2', 'b2', 'a3'].map((name) => ({ name, size: name === 'a3' ? 9 : 2 }));
    const measure = {
      ...MEASURE,
      digestOf: ({ name }: Item) => (name.startsWith('a') ? '0' : '1'),
      unitOf: ({ name }: Item) => name.charAt(0),
      restOf: ({ name }: Item) => name.charAt(1),
    };
    const split = (limit: number) =>
      splitByDigest(all, limit, measure).map(({ prefix, items: held }) => [prefix, held.map(({ name }) => name)]);
    expect(split(13)).toEqual([['0', ['a1', 'a2', 'a3']], ['1', ['b1', 'b2']]]); // prettier-ignore
    expect(split(4)).toEqual([['01', ['a1']], ['02', ['a2']], ['03', ['a3']], ['1', ['b1', 'b2']]]); // prettier-ignore
  });

  it('stay one where the rest of digests cannot tell the items apart either', () => {
    const alike = [{ name: 'a', size: 9 }, { name: 'a', size: 1 }]; // prettier-ignore
    const measure = { ...MEASURE, digestOf: () => 'a', unitOf: () => 'unit', restOf: () => 'b' };
    expect(splitByDigest(alike, 9, measure)).toEqual([{ prefix: 'ab', items: alike }]);
  });

  it('hold the same where items stand for several of a unit as where these come one by one', () => {
    const measure = {
      ...MEASURE,
      digestOf: ({ name }: Item) => shortDigest(name.charAt(0) < 'n' ? 'one' : name.charAt(0)).slice(0, 2),
      unitOf: ({ name }: Item) => name.charAt(0),
      restOf: ({ name }: Item) => shortDigest(name),
    };
    const named = fc.record({ name: fc.stringMatching(/^[a-z][a-z]$/), size: fc.integer({ min: 0, max: 40 }) });
    const lists = fc.uniqueArray(named, { selector: ({ name }) => name, maxLength: 60 });
    checkProperty(
      fc.property(lists, limits, (all, limit) => {
        const runs: Item[][] = [];
        for (const item of all) {
          const run = runs.at(-1);
          if (run?.[0]?.name.charAt(0) === item.name.charAt(0)) run.push(item);
          else runs.push([item]);
        }
        const first = ([item = { name: '', size: 0 }]: Item[]): Item => item;
        const groups = splitByDigest(runs, limit, {
          sizeOf,
          digestOf: (run) => measure.digestOf(first(run)),
          unitOf: (run) => measure.unitOf(first(run)),
          restOf: (run) => measure.restOf(first(run)),
          singlesOf: (run) => run.map((item) => [item]),
        });
        const flat = groups.map(({ prefix, items: held }) => ({ prefix, items: held.flat() }));
        expect(flat).toEqual(splitByDigest(all, limit, measure));
      }),
    );
  });
});
