import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { compose } from '../../src/yaml/compose.js';
import { parseDocuments, splitDocuments } from '../../src/yaml/documents.js';
import { parse } from '../../src/yaml/parse.js';
import { checkProperty } from '../rig/random.js';

/** The text of each range. */
function split(text: string): string[] {
  return splitDocuments(text).map(({ start, end }) => text.slice(start, end));
}

/** The values of all documents of a text, or `facts` of the problems in their places. */
function valuesOf(text: string): unknown[] {
  return split(text).flatMap((part) => {
    const { values, problem } = compose(part);
    return problem ? [problem.fact] : values;
  });
}

describe('document markers', () => {
  it('a text without markers is one document', () => {
    expect(split('a: 1\n')).toEqual(['a: 1\n']);
  });

  it('an empty text is one empty range', () => {
    expect(splitDocuments('')).toEqual([{ start: 0, end: 0 }]);
    expect(valuesOf('')).toEqual([]);
  });

  it('`---` begins a document, with a comment or content behind it too', () => {
    expect(split('a: 1\n--- # second\nb: 2\n--- c\n')).toEqual(['a: 1\n', '--- # second\nb: 2\n', '--- c\n']);
  });

  it('a file that starts with `---` has no document before it', () => {
    expect(valuesOf('---\na: 1\n---\nb: 2\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('ranges of nothing but comments are no documents', () => {
    expect(valuesOf('# licence\n---\na: 1\n---\n# nothing\n---\nb: 2\n---\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('dashes inside a line, indented dashes and longer rulers are no markers', () => {
    expect(valuesOf('a: x---\nb: |\n  ---\n  text\nc: --- d\n')).toEqual([{ a: 'x---', b: '---\ntext\n', c: '--- d' }]);
    expect(split('----\n')).toEqual(['----\n']);
    expect(split('---a\n')).toEqual(['---a\n']);
  });

  it('only YAML white space ends a marker: a no-break space belongs to a scalar', () => {
    expect(split('a: 1\n---\u00a0b\n')).toHaveLength(1);
  });

  it('`---` at the left margin ends a block scalar', () => {
    expect(valuesOf('a: |\n  text\n---\nb: 2\n')).toEqual([{ a: 'text\n' }, { b: 2 }]);
  });

  it('`---` at the left margin breaks off a quoted scalar, and only that document', () => {
    expect(valuesOf('a: "x\n---\nb: 2\n')).toEqual(['syntax', { b: 2 }]);
    expect(valuesOf("a: 'x\n--- y'\n---\nb: 2\n")).toEqual(['syntax', "y'", { b: 2 }]);
  });

  it('an unclosed bracket does not swallow the next document', () => {
    expect(valuesOf('a: [1\n---\nb: 2\n')).toEqual(['syntax', { b: 2 }]);
  });

  it('carriage returns before line feeds change nothing', () => {
    expect(valuesOf('a: 1\r\n---\r\nb: 2\r\n...\r\nc: 3\r\n')).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  it('carriage returns without line feeds end lines, too', () => {
    expect(valuesOf('# c\ra: 1\r---\rb: 2\r')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(valuesOf('# c\r%YAML 1.2\r---\ra: 1\r...\rb: 2\r')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(split('a: 1\r...\rb: 2\r')).toEqual(['a: 1\r...\r', 'b: 2\r']);
    expect(split('a: 1\r\n...\r\nb: 2')).toEqual(['a: 1\r\n...\r\n', 'b: 2']);
  });

  it('`...` ends a document, so that what follows is another range', () => {
    expect(split('a: 1\n...\nb: 2\n')).toEqual(['a: 1\n...\n', 'b: 2\n']);
    expect(valuesOf('...\n...\na: 1\n...\n')).toEqual([{ a: 1 }]);
  });

  it('content on the line of `...` is not dropped', () => {
    expect(valuesOf('... a\n')).toEqual(['a']);
    expect(valuesOf('a: 1\n... b\n')).toEqual(['syntax']);
  });

  it('directives go with the document after them', () => {
    expect(valuesOf('%YAML 1.1\n---\na: 1\n')).toEqual([{ a: 1 }]);
    expect(valuesOf('# c\n%YAML 1.2\n# c\n---\na: 1\n')).toEqual([{ a: 1 }]);
    expect(valuesOf('a: 1\n...\n%YAML 1.2\n---\nb: 2\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('ranges are in order, do not overlap, and leave out only what holds no content', () => {
    const line = fc.constantFrom('---', '--- a', '...', '# c', '', 'a: 1', '- b', '  c', '%YAML 1.2', '---x', '"', '[');
    checkProperty(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, lineBreak) => {
        const text = lines.join(lineBreak);
        let before = 0;
        let rest = '';
        for (const { start, end } of splitDocuments(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          rest += text.slice(before, start);
          before = end;
        }
        rest += text.slice(before);
        expect(rest).not.toMatch(/[a-z"[](?<!#.*)(?<!%.*)/);
      }),
    );
  });

  it('finds the documents that another reader finds in well-formed streams', () => {
    const document = fc.constantFrom('a: 1\n', '- x\n- z\n', '|\n  text\n', '"quoted"\n', '# c\nb: 2\n');
    const separator = fc.constantFrom('---\n', '--- # c\n', '...\n---\n', '...\n# c\n---\n', '...\n%YAML 1.2\n---\n');
    checkProperty(
      fc.property(fc.array(fc.tuple(separator, document), { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.map(([mark, content], index) => (index === 0 ? '---\n' : mark) + content).join('');
        const expected = parseAllDocuments(text);
        expect(Array.isArray(expected) && expected.flatMap(({ errors }) => errors)).toEqual([]);
        expect(valuesOf(text)).toEqual(Array.isArray(expected) ? expected.map((one) => one.toJS() as unknown) : []);
      }),
    );
  });

  it('have the events that each of them has alone', () => {
    const line = fc.constantFrom(
      ...[
        '---',
        '---',
        '--- a',
        '--- |',
        '...',
        '# c',
        '',
        'a: 1',
        'b: &x |+',
        '  c',
        '- *x',
        '- !t [d, {e: f}]',
        'g:',
      ],
      ...['%YAML 1.2', '%TAG ! tag:x,2:', '"h"', "'i j'", '[', '\ufeff', '\ufeffk: 1', '? l', ': m', '&x n', '\tz'],
    );
    checkProperty(
      fc.property(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, lineBreak) => {
        const text = lines.join(lineBreak);
        const alone = splitDocuments(text).map(({ start, end }) => ({
          start,
          end,
          events: parse(text.slice(start, end)),
        }));
        expect(parseDocuments(text)).toEqual(alone);
      }),
      { numRuns: 2000 },
    );
  });
});
