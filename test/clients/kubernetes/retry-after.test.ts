import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../../src/clients/kubernetes/answer.js';

const NOW = Date.UTC(2026, 0, 31, 23, 59, 50);

describe('Retry-After', () => {
  it('is a number of seconds, or the date at which they are over', () => {
    expect(readRetryAfter('7', NOW)).toBe(7);
    expect(readRetryAfter('Sun, 01 Feb 2026 00:00:02 GMT', NOW)).toBe(12);
  });

  it('asks for nothing when it is missing, past or nonsense', () => {
    for (const header of [undefined, '', 'soon', '-1', 'Sat, 31 Jan 2026 23:59:00 GMT', 'Infinity']) {
      expect(readRetryAfter(header, NOW)).toBe(0);
    }
  });
});
