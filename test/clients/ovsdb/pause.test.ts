import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pauseAfter } from '../../../src/clients/ovsdb/pause.js';
import { checkProperty } from '../../rig/random.js';

describe('the pause before the next attempt', () => {
  it('is none at first, then doubles up to eight seconds', () => {
    expect([0, 1, 2, 3, 6, 7, 8, 1000].map((failures) => pauseAfter(failures, 0))).toEqual([
      0, 100, 200, 400, 3200, 6400, 8000, 8000,
    ]);
  });

  it('is up to half shorter by chance', () => {
    checkProperty(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const whole = pauseAfter(failures, 0);
        expect(pauseAfter(failures, random)).toBeGreaterThanOrEqual(whole / 2);
        expect(pauseAfter(failures, random)).toBeLessThanOrEqual(whole);
      }),
    );
  });
});
