import { expect, it } from 'vitest';
import { findComments } from '../../src/yaml/comments.js';

const rests = (text: string): string[] => findComments(text, 'weir:ignore').map(({ rest }) => rest);

it('finds comments that begin with the marker, with what comes after it', () => {
  expect(rests('# weir:ignore a\nb: 1 #weir:ignore  c \r\n---\nd: [2,\n\t# weir:ignore\n  3]\n')).toEqual([
    'a',
    'c',
    '',
  ]);
  expect(rests('# weir:ignored a\n# see weir:ignore\na: b# weir:ignore c\n')).toEqual([]);
});

it('finds none in a scalar, whatever its style', () => {
  expect(rests('a: |\n  # weir:ignore a\nb: 1\n')).toEqual([]);
  expect(rests('a: >-\n\n  x # weir:ignore a\n  y\nb: 1 # weir:ignore b\n')).toEqual(['b']);
  expect(rests('a: "x # weir:ignore a"\nb: \'x\n\n  # weir:ignore b\'\n')).toEqual([]);
  expect(rests('{"a": "x # weir:ignore a"}')).toEqual([]);
});

it('finds none in a document that cannot be parsed, and those of its neighbours', () => {
  expect(rests('a: [ # weir:ignore a\n---\nb: 1 # weir:ignore b\n')).toEqual(['b']);
});

it('gives the place of each, from its # to its last character', () => {
  expect(findComments('a: 1 # weir:ignore b  \n', 'weir:ignore')).toEqual([{ offset: 5, length: 15, rest: 'b' }]);
});
