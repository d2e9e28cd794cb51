import { describe, expect, test } from 'vitest';
import { type Pattern, parsePattern, pathBelow } from '../../src/sources/pattern.js';
import { parseSelection } from '../../src/sources/selection.js';

function parse(text: string): Pattern {
  const pattern = parsePattern(text, '/repo');
  if (typeof pattern === 'string') throw new Error(pattern);
  return pattern;
}

describe('parsePattern', () => {
  test.each([
    ['**/*.yaml', '/repo', Infinity],
    ['a/b/*.yaml', '/repo/a/b', 0],
    ['a/*/c/*.yaml', '/repo/a', 2],
    ['../b/./c/../*.yaml', '/b', 0],
    ['/etc/*.yaml', '/etc', 0],
    ['a/b', '/repo/a/b', Infinity],
  ])('of %s starts at %s and descends %d levels', (text, base, depth) => {
    expect(parse(text)).toMatchObject({ base, depth });
  });

  test.each([
    ['*.yaml', 'a.yaml', true],
    ['*.yaml', 'a/b.yaml', false],
    ['**/*.{yaml,json}', 'a/b/c.json', true],
    ['?[!b].yaml', 'ac.yaml', true],
    ['?[!b].yaml', 'ab.yaml', false],
    ['*.yaml', '.a.yaml', false],
    ['*(1)+.yaml', 'a(1)+.yaml', true],
    ['*(a|b)', 'a', false],
    ['!*.yaml', '!a.yaml', true],
    ['!*.yaml', 'a.json', false],
    ['*"*.yaml', 'a"b.yaml', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['**', 'a/b\nc', true],
    ['[', '[', true],
    ['{a', 'b', false],
    ['[z-a]', 'b', false],
  ])('%s against %j is %s', (text, path, expected) => {
    expect(parse(text).matches(path)).toBe(expected);
  });

  test.each([
    ['nothing', ''],
    ['a NUL character', 'a\0b'],
    ['too long a text', 'x'.repeat(1001)],
    ['too many **', '**/'.repeat(4)],
    ['too many * in a name', '*a*a*a*a'],
  ])('refuses %s in words', (_, text) => {
    expect(parsePattern(text, '/repo')).toBeTypeOf('string');
  });

  test('answers at once for names made to match slowly', () => {
    expect(parse('*a*a*b').matches(`${'a'.repeat(254)}c`)).toBe(false);
    expect(parse('**/a/**/a/**/b').matches(`${'a/'.repeat(99)}c`)).toBe(false);
  });
});

describe('pathBelow', () => {
  test('tells a folder from one whose name only starts alike', () => {
    expect(pathBelow('/a', '/a/b')).toBe('b');
    expect(pathBelow('/a', '/ab')).toBeUndefined();
    expect(pathBelow('/a', '/a')).toBe('');
    expect(pathBelow('/', '/a')).toBe('a');
  });
});

describe('parseSelection', () => {
  test('reports a bad glob and keeps the others', () => {
    const { patterns, reports } = parseSelection('/repo', { include: ['', '*.yaml'], exclude: ['*a*b*c*d'] });
    expect(patterns.map(({ text }) => text)).toEqual(['*.yaml']);
    expect(reports.map(({ code }) => code)).toEqual(['source/bad-pattern', 'source/bad-pattern']);
  });

  test('takes any number of names but not of globs', () => {
    const many = (suffix: string) => Array.from({ length: 201 }, (_, index) => `${index}${suffix}`);
    expect(parseSelection('/repo', { include: many('.yaml'), exclude: [] }).patterns).toHaveLength(201);
    expect(parseSelection('/repo', { include: many('*.yaml'), exclude: [] }).reports).toMatchObject([
      { code: 'source/too-many-patterns' },
    ]);
  });
});
