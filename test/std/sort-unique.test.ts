import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortUnique } from '../../src/std/sort-unique.js';
import { checkProperty } from '../rig/random.js';

it('numbers come in order, each once, however many there are', () => {
  checkProperty(
    fc.property(fc.array(fc.integer({ min: -9, max: 40 }), { maxLength: 60 }), (numbers) => {
      expect(sortUnique([...numbers])).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    }),
  );
});
