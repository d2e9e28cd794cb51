import fc from 'fast-check';

/** Characters that some version of YAML, or some reader of it, treats as none of text. */
const SPECIAL = [
  ...['\u0085', '\u2028', '\u2029', '\u0085', '\u2028', '\u2029'],
  ...['\ufeff', '\u00a0', '\u2003', '\u3000', '\u200b', '\u00ad'],
  ...['\u0000', '\u0007', '\b', '\v', '\f', '\u001b', '\u007f', '\u0080', '\u0086', '\u009f'],
  ...['\ud7ff', '\ue000', '\ufffd', '\ufffe', '\uffff', '😀', '\u{10ffff}'],
];
/** What begins, ends or separates something. */
const SYNTAX = [
  ...['\n', '\r', '\r\n', '\t', ' ', '  ', '\n  ', '\n\n', '\\', '\\\n'],
  ...['#', ' # c', ': ', ':', '- ', '? ', ', ', '"', "'", '[', ']', '{', '}', '|', '>', '|-', '>+', '|2'],
  ...[
    '---',
    '...',
    '\n---\n',
    '\n...\n',
    '\r---\r',
    '\r...\r',
    '\n--- # c\n',
    '\n--- d\n',
    '\n---\t',
    '\n...',
    '\n      ',
  ],
  ...['\\ud800', '\\uD83D\\uDE00', '\\x85', '\\N', '\\L', '\\_', '\\U0001F600', '\\U00110000', '\\q', '\\u0041'],
  ...['%', '\n%YAML 1.1\n---\n', '&a ', '*a', '<<: ', '!!str ', '!x ', '!', '@', '`', '~', '='],
];
/** Bodies of an object in the styles that people and tools write. */
const BODIES = [
  'spec: text # comment\nmore: [Ingress, Egress] # all\n',
  'spec:\n  plain: one\n    two\n\n    three # c\n  next: x\n',
  "spec:\n  \"double\": \"one\n    two\\\n    \\ three\\n\"\n  'single': 'it''s\n\n    four'\n",
  'spec:\n  literal: |\n    one\n     two\n\n    # three\n  folded: >-\n    one\n    two\n\n    three\n',
  'spec:\n  keep: |+\n    one\n\n  indented: |2\n      one\n    two\n  last: >\n    x\n',
  'spec: {a: 1, "b": [x, \'y\', {c: d}], e: "f", g: }\n',
  'spec: [\n  {a: b,\n   c: [1, 2]}, # c\n  "d"\n]\n',
  'spec:\n- - a\n  - b\n- c: d\n  e:\n  - f\n-\n  g: h\n',
  'spec: &a {x: y}\nother: *a\nmerged: {<<: *a, z: 1}\ntagged: !!str 5\n',
  'spec:\n  ? explicit\n  : value\n  ? "quoted key"\n  : [x]\n',
  'spec: {\n"json": "text", "n": -1.5e3, "t": true, "u": null\n}\n',
  'spec: [on, 0777, 1e3, .5, 0x1F, 1_000, 2001-01-01, ~, -0, +1, 190:20, 12e03, 0o7, NO]\n',
  'spec:\n  url: http://example.org:80/#x\n  time: 12:30\n  empty:\n  text: a b  c\n',
];
const BETWEEN = ['---\n', '---\n', '--- # c\n', '---\n# c\n---\n', '# c\n---\n', '...\n---\n', '---   \n'];

/** What quotes may hold, line separators above all. */
const piece = fc.oneof(
  fc.constantFrom('\u0085', '\u2028', '\u2029', '\r', '\r\n', '\n', '\n  '),
  fc.constantFrom(
    ' ',
    '\t',
    '  ',
    'a',
    'b c',
    '#',
    ': ',
    '- ',
    '---',
    '... ',
    '\\',
    '\\\\',
    '\\n',
    '\\ ',
    '\\t',
    "''",
    '\\"',
  ),
  fc.constantFrom(...SPECIAL),
);
const quoted = fc
  .record({ quote: fc.constantFrom('"', "'"), pieces: fc.array(piece, { minLength: 1, maxLength: 8 }) })
  .map(({ quote, pieces }) => `${quote}${pieces.join('')}${quote}`);
const quotedBody = fc.oneof(
  quoted.map((text) => `spec: ${text} # c\n`),
  fc.tuple(quoted, quoted).map(([one, other]) => `spec:\n- ${one}\n- {a: ${other}, b: c}\n`),
  quoted.map((text) => `spec:\n  ${text}: x\n  a: b\n`),
);
const body = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...BODIES) }, { weight: 1, arbitrary: quotedBody });

const edit = fc.record({
  at: fc.nat(10_000),
  remove: fc.constantFrom(0, 0, 0, 1),
  text: fc.oneof(fc.constantFrom(...SPECIAL), fc.constantFrom(...SPECIAL, ''), fc.constantFrom(...SYNTAX)),
});
/** Files with one object or several, in which some characters are out of place. */
export const kubectlDocuments: fc.Arbitrary<string> = fc
  .record({
    bodies: fc.array(body, { minLength: 1, maxLength: 3 }),
    between: fc.constantFrom(...BETWEEN),
    edits: fc.array(edit, { maxLength: 2 }),
    lineBreak: fc.constantFrom(...Array<string>(8).fill('\n'), '\r\n', '\r\n', '\r'),
    asJson: fc.constantFrom(...Array<boolean>(9).fill(false), true),
  })
  .map(({ bodies, between, edits, lineBreak, asJson }) => {
    const objects = bodies.map((body, index) => (asJson ? writeJson(index) : `${header(index)}${body}`));
    const whole = objects.join(asJson ? '\n' : between).replaceAll('\n', lineBreak);
    return edits.reduce((before, { at, remove, text: added }) => {
      const place = at % (before.length + 1);
      return before.slice(0, place) + added + before.slice(place + remove);
    }, whole);
  });

function header(index: number): string {
  return `apiVersion: x.example/v1\nkind: Thing\nmetadata:\n  name: n${index}\n`;
}

function writeJson(index: number): string {
  const spec = { text: 'a b "c" \\ d', list: [1, -2.5, true, null, {}], [`k${index}`]: '' };
  return JSON.stringify({ apiVersion: 'x.example/v1', kind: 'Thing', metadata: { name: `n${index}` }, spec }, null, 1);
}
