import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFinder } from '../../src/std/find-sorted.js';
import { checkProperty } from '../rig/random.js';

it('items of a list in order are found by their keys, in whatever order these are asked for', () => {
  const keys = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 30 });
  checkProperty(
    fc.property(
      keys,
      fc.array(fc.string({ maxLength: 3 })),
      fc.array(fc.nat(), { maxLength: 60 }),
      (all, others, order) => {
        const items = [...all].sort().map((key) => ({ key }));
        const find = createFinder(items);
        const asked = [
          ...order.map((at) => all[at % Math.max(all.length, 1)] ?? ''),
          ...items.map(({ key }) => key),
          ...others,
        ];
        for (const key of asked) {
          const place = find(key);
          expect(place === undefined ? undefined : items[place]?.key).toBe(all.includes(key) ? key : undefined);
        }
      },
    ),
  );
});
