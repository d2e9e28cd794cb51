import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scanDocument } from '../../src/yaml/block-scanner.js';
import { compose } from '../../src/yaml/compose.js';
import { createComposer } from '../../src/yaml/compose-scan.js';
import { splitDocuments } from '../../src/yaml/documents.js';
import { parseAny } from '../../src/yaml/parse.js';
import { type JsonObject, isObject } from '../../src/std/json.js';
import { checkProperty } from '../rig/random.js';

const FIXTURES = readdirSync('fixtures', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .sort()
  .map((path) => readFileSync(join('fixtures', path), 'utf8'));

/** The documents of the fixtures, each alone. */
const DOCUMENTS = FIXTURES.flatMap((text) => splitDocuments(text).map(({ start, end }) => text.slice(start, end)));

/** The same as JSON: as kubectl prints it, and on one line. */
const JSON_TEXTS = DOCUMENTS.flatMap((text) =>
  compose(text).values.flatMap((value) => (isObject(value) ? [0, 4].map((indent) => writeAsGo(value, indent)) : [])),
);

/** Go escapes what means something in HTML. */
function writeAsGo(value: JsonObject, indent: number): string {
  return JSON.stringify(value, null, indent).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
}

/** What a mutation puts in: what means something in YAML, and what surrounds it. */
const PIECES = [
  ...Array.from(' \n\n:-#\'"[]{}|>,&*!?%@`\\~a0.é\t'),
  ...[
    '  ',
    ': ',
    '- ',
    ' #',
    '\n  ',
    '\n- ',
    '\n    # c',
    '|\n',
    '>-\n',
    '|+\n',
    "''",
    '\\"',
    '\\x',
    '[]',
    '{}',
    '[a, b]',
  ],
  ...['{a: b}', '---\n', '...\n', '<<: *a', '&a ', 'a: b', '"a": ', '- - ', '\r\n', '\ufeff', '\u2028', '😀'],
];

const piece = fc.constantFrom(...PIECES);
const mutation = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.constantFrom(0, 0, 1, 2, 5),
  piece: fc.oneof(piece, fc.constant('')),
});

function mutate(text: string, mutations: readonly { place: number; removed: number; piece: string }[]): string {
  return mutations.reduce((before, { place, removed, piece: put }) => {
    const at = Math.floor(place * before.length);
    return before.slice(0, at) + put + before.slice(at + removed);
  }, text);
}

/**
 * Whether the scanner takes a text; where it does its events must be those of the parser, and what is composed along with the
 * scan must be what is composed from these.
 */
function isScannedAlike(text: string): boolean {
  const scanned = scanDocument(text, 0, text.length);
  const composeAt = createComposer(`${BROKEN}${text}# behind\n`);
  expect(composeAt(0, BROKEN.length)).toBeUndefined();
  const composed = composeAt(BROKEN.length, BROKEN.length + text.length);
  if (!scanned) {
    expect({ text, composed }).toEqual({ text, composed: undefined });
    return false;
  }
  const events = parseAny(text);
  expect({ text, events: scanned }).toEqual({ text, events });
  const expected = compose(text, events);
  if (composed) expect({ text, ...composed }).toEqual({ text, ...expected });
  else expect({ text, isRare: expected.problem !== undefined || text.includes('<<') }).toEqual({ text, isRare: true });
  return true;
}

/** A document before it that the scanner gives up within its collections. What it has left must not be seen. */
const BROKEN = 'a:\n- b: 0777\n  c: [d, e\n';

describe('the scanner of block YAML', () => {
  it('gives the events of the parser for every document of the fixtures that it takes, and takes nearly all', () => {
    const taken = DOCUMENTS.filter(isScannedAlike).length;
    expect(taken / DOCUMENTS.length).toBeGreaterThan(0.9);
  });

  it('gives them for mutants of these documents', () => {
    checkProperty(
      fc.property(
        fc.constantFrom(...DOCUMENTS),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (text, mutations) => {
          isScannedAlike(mutate(text, mutations));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('composes each document of a text by itself', () => {
    const texts = ['a: 1\n', 'a: 0777\n', 'a: no\n', 'a: [b, c\n', 'a:\n- b\n', 'a: {b: c}\n', 'a: 1e3\n'];
    const composeAt = createComposer(texts.join(''));
    const starts = texts.map((_, index) => texts.slice(0, index).join('').length);
    const composed = texts.map((text, index) => composeAt(starts[index] ?? 0, (starts[index] ?? 0) + text.length));
    expect(composed).toEqual(texts.map((text) => createComposer(text)(0, text.length)));
  });

  it('takes JSON, and gives the events of the parser for it', () => {
    expect(JSON_TEXTS.length).toBeGreaterThan(500);
    expect(JSON_TEXTS.filter((text) => !isScannedAlike(`${text}\n`)).length / JSON_TEXTS.length).toBeLessThan(0.01);
  });

  it('gives them for mutants of JSON', () => {
    const tokens = [
      ...Array.from('{}[]:," \n\t\\'),
      'null',
      '-1',
      '01',
      '1e3',
      '-',
      '.5',
      '"a": ',
      '"\\u00e9"',
      '\\u12',
      '\\ud83d',
      '\\/',
    ];
    const put = fc.record({
      place: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.constantFrom(0, 0, 1, 2, 5),
      piece: fc.oneof(piece, fc.constantFrom('', ...tokens)),
    });
    checkProperty(
      fc.property(fc.constantFrom(...JSON_TEXTS), fc.array(put, { minLength: 1, maxLength: 4 }), (text, mutations) => {
        isScannedAlike(mutate(text, mutations));
      }),
      { numRuns: 3000 },
    );
  });

  it('gives them for any series of pieces of YAML', () => {
    const line = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.array(piece, { maxLength: 5 }));
    const pieces = ['a: b', '- a', 'a:', '-', '- a: b', 'a: |', '- >-', 'text', '# c', '', 'a: "b"', "- 'b'", 'a: [b]'];
    const known = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(...pieces));
    const lines = fc.array(
      fc.oneof(
        { weight: 5, arbitrary: known.map(([indent, text]) => ' '.repeat(indent) + text) },
        {
          weight: 1,
          arbitrary: line.map(([indent, parts]) => ' '.repeat(indent) + parts.join('')),
        },
      ),
      { minLength: 1, maxLength: 8 },
    );
    checkProperty(
      fc.property(lines, fc.boolean(), (parts, ends) => {
        isScannedAlike(parts.join('\n') + (ends ? '\n' : ''));
      }),
      { numRuns: 5000 },
    );
  });
});
