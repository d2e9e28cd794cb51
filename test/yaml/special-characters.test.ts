import { describe, expect, it } from 'vitest';
import { compose } from '../../src/yaml/compose.js';

/** The fact and the offset at which a document is refused. */
function refusal(text: string): string {
  const { problem } = compose(text);
  return problem ? `${problem.fact} ${problem.offset}` : 'fine';
}

describe.each(['\u0085', '\u2028', '\u2029'])('the line separator %j', (separator) => {
  it.each([
    ['a comment', 'a: 1 #_b: 2\n', 6],
    ['a plain scalar', 'a: b_c: d\n', 4],
    ['a plain scalar of a list', 'a: [b_, c]\n', 5],
    ['a key', 'a_: 1\n', 1],
    ['a quoted key', '"a_": 1\n', 2],
    ['a quoted key behind a mark', '? "a_"\n: 1\n', 4],
    ['a literal', 'a: |\n  b_  c\n', 8],
    ['folded text', 'a: >\n  b_\n', 8],
    ['the header of a literal', 'a: | #_\n  b\n', 6],
    ['brackets', 'a: {b: c,_ d: e}\n', 9],
    ['an anchor', 'a: &b_ c\n', 5],
    ['an escape', 'a: "b\\_ c"\n', 6],
    ['a text with another error', 'a: [b_\n', 5],
    ['the margin', '_a: 1\n', 0],
    ['quotes before a marker', 'a: "b_--- "\n', 5],
    ['quotes before an end', "a: 'b_... '\n", 5],
  ])('is an error in %s', (_, text, offset) => {
    expect(refusal(text.replace('_', separator))).toBe(`line-separator ${offset}`);
  });

  it('is a character like others in JSON', () => {
    expect(compose(`{"a": " b ${separator} c"}`).values).toEqual([{ a: ` b ${separator} c` }]);
  });

  it('may be written as an escape', () => {
    expect(compose('a: "\\N\\L\\P"').values).toEqual([{ a: '\u0085\u2028\u2029' }]);
  });
});

// As `kubectl label --local -f` reads them.
it.each([
  ['"a\u0085b"', 'a b'],
  ['"a \t\u0085 \u0085 b"', 'a\nb'],
  ['"a \u2028 b"', 'a\u2028b'],
  ["'it''s\u2029\u2028b'", "it's\u2029\u2028b"],
  ["'a\n  \u2028b'", 'a\u2028b'],
  ["'a\u2028\n  b'", 'a\u2028\nb'],
  ['"a\\\\\u0085b\\ \u0085c"', 'a\\ b  c'],
  ['"a\\\n\n  b"', 'a\nb'],
  ['[x, "\u2028"]', ['x', '\u2028']],
])('in quotes is folded like a line break, or stays: %j', (text, value) => {
  expect(compose(`a: ${text}\n`).values).toEqual([{ a: value }]);
});

it.each([
  ['a: "\u007f"\n', 4],
  ['a: b # \u0080\n', 7],
  ['a: "\ufffe"\n', 4],
  ['a: "b\r\r\n  c"\n', 5],
  ['a: "\\uD83D\\uDE00"\n', 4],
  ['a: "\\U00110000"\n', 4],
])('what kubectl rejects is an error: %j', (text, offset) => {
  expect(refusal(text)).toBe(`control-character ${offset}`);
});

it('in brackets, text with a colon at an end or a question mark is an error, as for kubectl', () => {
  for (const text of [
    '{a: :b}',
    '[a, :b]',
    '[?a]',
    '[a:]',
    '{a:}',
    '{a :}',
    '{a:, b: c}',
    '{a:[b]}',
    '{a:{}}',
    '[a?b]',
    '{a: http://b/?c}',
    '{a: [{b: ?c}]}',
  ])
    expect(refusal(`x: ${text}`)).toContain('syntax');
  expect(compose('x: :b\nw: ?c\nz: [a:b, "e :f", {"j":[k]}, \'g ?h\', i :j]\n').values).toEqual([
    { x: ':b', w: '?c', z: ['a:b', 'e :f', { j: ['k'] }, 'g ?h', 'i :j'] },
  ]);
});

it('a mark of the byte order before a marker is an error: kubectl reads no document there', () => {
  expect(refusal('a: 1\n\ufeff---\nb: 2\n')).toBe('control-character 5');
});

it.each(['a: |\n  \tb\n', 'a: >\n\n \t\n  b\n', 'a: |\n  b\n \t\n  c\n', 'a: |\n  b\n\t'])(
  'a tab that indents a block scalar is an error: %j',
  (text) => {
    expect(compose(text).problem?.fact).toBe('syntax');
  },
);

it('a tab that indents a blank line or a comment is an error, but in brackets and in text', () => {
  for (const text of ['a: 1\n\t', 'a: 1\n \t \nb: 2\n', 'a: 1\n\t# c\nb: 2\n', 'a: [1]\n\t\nb: 2\n'])
    expect(refusal(text)).toContain('syntax');
  expect(compose('a: [b,\n\t\n\t# c\n  d]\ne: "f\n\t\n  g"\nh: |\n  i\n  \t\n').values).toEqual([
    { a: ['b', 'd'], e: 'f\ng', h: 'i\n\t\n' },
  ]);
});

it('a tab in the text of a block scalar is text', () => {
  expect(compose('a: |\n  b\n  \tc\n   \n').values).toEqual([{ a: 'b\n\tc\n \n' }]);
  expect(compose('a: |2-\n  \tb\nc: >1+ # d\n \te\n').values).toEqual([{ a: '\tb', c: '\te\n' }]);
});

it('an escape of half a character is text where it is none', () => {
  expect(compose(`a: "\\\\ud800"\nb: '\\ud800'\nc: \\ud800 # \\ud800\n`).values).toEqual([
    { a: '\\ud800', b: '\\ud800', c: '\\ud800' },
  ]);
});

it('a key in brackets is on one line with its colon, as kubectl wants it', () => {
  for (const text of ['{"a\n  b": 1}', '{a\n  b: 1}', '{"a"\n  : 1}', '{a # c\n\n  : 1}']) {
    expect(compose(`x: ${text}`).problem?.fact).toBe('syntax');
  }
  expect(compose('x: {? a\n  : 1,\n  b\n  , c : 2}').values).toEqual([{ x: { a: 1, b: null, c: 2 } }]);
});
