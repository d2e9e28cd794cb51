import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf, splitByDigest } from '../../src/std/split-by-digest.js';
import { checkProperty } from '../rig/random.js';

interface Item {
  readonly name: string;
  readonly size: number;
}

const MEASURE = { sizeOf: ({ size }: Item) => size, digestOf: ({ name }: Item) => digestOf(name) };
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
          expect(held).toEqual(all.filter(({ name }) => digestOf(name).startsWith(prefix)));
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

  it('stay one where digests cannot tell the items apart', () => {
    const alike = [{ name: 'a', size: 9 }, { name: 'b', size: 9 }]; // prettier-ignore
    expect(splitByDigest(alike, 10, { ...MEASURE, digestOf: () => 'ab' })).toEqual([{ prefix: 'ab', items: alike }]);
  });
});
