import { describe, expect, it } from 'vitest';
import { egressIP, egressNode, place, shop } from './objects.js';

const COUNT = 5001;

describe('packet marks', () => {
  it('are 5000, and the EgressIPs that get none are reported once (egress-ip/no-mark-left)', () => {
    const names = Array.from({ length: COUNT }, (_, index) => `ferry-${String(index).padStart(4, '0')}`);
    const objects = names.map((name) => egressIP(name, []));
    const { lock, said } = place([shop, egressNode('heron', 11), ...objects]);
    expect(said.filter((text) => text.includes('no-mark-left'))).toEqual([
      'warning egress-ip/no-mark-left /metadata/name',
    ]);
    const marks = names.map((name) => lock.egressIPs.get(name)?.mark);
    expect([marks[0], marks[4999], marks[5000]]).toEqual([50_000, 54_999, undefined]);
  });
});
