import { expect, it } from 'vitest';
import { isDate } from '../../src/std/is-date.js';

it('takes days of the calendar, and nothing else', () => {
  const days = ['2026-11-23', '2024-02-29', '2000-02-29', '2027-12-31'];
  expect(days.filter((text) => !isDate(text))).toEqual([]);
  const others = [
    '2026-02-29',
    '1900-02-29',
    '2026-11-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    'soon',
    '',
  ];
  expect(others.filter(isDate)).toEqual([]);
});
