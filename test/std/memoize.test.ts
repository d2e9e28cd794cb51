import { expect, it } from 'vitest';
import { memoizeItems, memoizeLast } from '../../src/std/memoize.js';

it('a function that remembers its last answer makes it once in a row, and again after another', () => {
  const made: string[] = [];
  const double = memoizeLast((text: string) => {
    made.push(text);
    return text + text;
  });
  expect(['a', 'a', 'b', 'a'].map(double)).toEqual(['aa', 'aa', 'bb', 'aa']);
  expect(made).toEqual(['a', 'b', 'a']);
});

it('a function that remembers its answers by items makes one for the same items in the same order', () => {
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  const join = memoizeItems((items: readonly { readonly name: string }[]) => ({
    text: items.map(({ name }) => name).join(''),
  }));
  const first = join([a, b]);
  expect(join([a, b])).toBe(first);
  expect([[b, a], [a], []].map(join)).toEqual([{ text: 'ba' }, { text: 'a' }, { text: '' }]);
});
