import { expect, it } from 'vitest';
import { memoizeLast } from '../../src/std/memoize.js';

it('a function that remembers its last answer makes it once in a row, and again after another', () => {
  const made: string[] = [];
  const double = memoizeLast((text: string) => {
    made.push(text);
    return text + text;
  });
  expect(['a', 'a', 'b', 'a'].map(double)).toEqual(['aa', 'aa', 'bb', 'aa']);
  expect(made).toEqual(['a', 'b', 'a']);
});
