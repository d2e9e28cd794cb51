import { describe, expect, it } from 'vitest';
import { PACKETS, predicates, predicatesOf } from './predicate-packets.js';

describe('the predicates of a match', () => {
  it.each(PACKETS)('are right for %s', (_, fields, expected) => {
    expect(predicatesOf(fields).sort()).toEqual([...expected].sort());
  });

  it('are each true for a packet', () => {
    const seen = new Set(PACKETS.flatMap(([, , names]) => names));
    expect(predicates.filter((name) => !seen.has(name))).toEqual([]);
  });
});
