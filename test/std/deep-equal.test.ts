import { expect, test } from 'vitest';
import { isDeepEqual } from '../../src/std/deep-equal.js';

test('objects with the same fields are equal in any order of their fields', () => {
  expect(isDeepEqual({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true);
});

test('an object with a missing field differs from one whose field is undefined', () => {
  expect(isDeepEqual({ a: 1, b: undefined }, { a: 1, c: undefined })).toBe(false);
  expect(isDeepEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
});

test('lists, sets and maps differ if their items are in another order', () => {
  expect(isDeepEqual([1, 2], [2, 1])).toBe(false);
  expect(isDeepEqual(new Set(['a', 'b']), new Set(['b', 'a']))).toBe(false);
  expect(isDeepEqual(new Map([['a', { b: 1 }]]), new Map([['a', { b: 1 }]]))).toBe(true);
  expect(isDeepEqual(new Map([['a', { b: 1 }]]), new Map([['a', { b: 2 }]]))).toBe(false);
});

test('an empty list, set, map and object differ from each other', () => {
  const empty = [[], new Set(), new Map(), {}];
  for (const one of empty) expect(empty.filter((other) => isDeepEqual(one, other))).toEqual([one]);
});

test('values that refer to themselves are compared', () => {
  const circle = (name: string): unknown => {
    const value: Record<string, unknown> = { name };
    value.self = value;
    return value;
  };
  expect(isDeepEqual(circle('a'), circle('a'))).toBe(true);
  expect(isDeepEqual(circle('a'), circle('b'))).toBe(false);
});
