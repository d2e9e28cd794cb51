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
  return parseDocuments(text).flatMap(({ start, end, events }) => {
    const { values, problem } = compose(text.slice(start, end), events);
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

  it('`---` begins a document, with a comment behind it too', () => {
    expect(split('a: 1\n--- # second\nb: 2\n---\nc\n')).toEqual(['a: 1\n', '--- # second\nb: 2\n', '---\nc\n']);
  });

  it('a file that starts with `---` has no document before it', () => {
    expect(valuesOf('---\na: 1\n---\nb: 2\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('ranges of nothing but comments are no documents', () => {
    expect(valuesOf('# licence\n---\na: 1\n---\n# nothing\n---\nb: 2\n---\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('dashes inside a line and indented dashes are no markers', () => {
    expect(valuesOf('a: x---\nb: |\n  ---\n  text\nc: --- d\n')).toEqual([{ a: 'x---', b: '---\ntext\n', c: '--- d' }]);
  });

  it.each(['---a', '----', '--- a', '--- |', '--- {a: 1}', '---\u00a0', '---#', '---\rb: 2', '--- # c\rb: 2'])(
    'a line that starts with `---` and is no marker for kubectl is an error: %j',
    (line) => {
      expect(valuesOf(`a: 1\n${line}\nc: 3\n---\nd: 4\n`)).toEqual([{ a: 1 }, 'bad-marker', { d: 4 }]);
      expect(valuesOf(`${line}\n`)).toEqual(['bad-marker']);
    },
  );

  it('`---` at the left margin ends a block scalar', () => {
    expect(valuesOf('a: |\n  text\n---\nb: 2\n')).toEqual([{ a: 'text\n' }, { b: 2 }]);
  });

  it('`---` at the left margin breaks off a quoted scalar, and only that document', () => {
    expect(valuesOf('a: "x\n---\nb: 2\n')).toEqual(['syntax', { b: 2 }]);
    expect(valuesOf("a: 'x\n--- y'\n---\nb: 2\n")).toEqual(['syntax', 'bad-marker', { b: 2 }]);
  });

  it('an unclosed bracket does not swallow the next document', () => {
    expect(valuesOf('a: [1\n---\nb: 2\n')).toEqual(['syntax', { b: 2 }]);
  });

  it('carriage returns before line feeds change nothing', () => {
    expect(valuesOf('a: 1\r\n---\r\nb: 2\r\n...\r\n---\r\nc: 3\r\n')).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  it('carriage returns without line feeds end lines, and begin no document that kubectl reads', () => {
    expect(valuesOf('# c\ra: 1\rb: 2\r')).toEqual([{ a: 1, b: 2 }]);
    expect(valuesOf('# c\ra: 1\r---\rb: 2\r')).toEqual([{ a: 1 }, 'bad-marker']);
    expect(valuesOf('a: 1\r\n\r---\r\nb: 2\r\n---\r\nc: 3\r\n')).toEqual([{ a: 1 }, 'bad-marker', { c: 3 }]);
    expect(valuesOf('a: 1\n\r---\nb: 2\n')).toEqual([{ a: 1 }, 'bad-marker']);
    expect(valuesOf('a: 1\r...\rb: 2\r')).toEqual([{ a: 1 }, 'after-end']);
    expect(valuesOf('a: |\r  x\r---a\r')).toEqual(['syntax']);
  });

  it('`...` ends a document, and anything but comments and directives before the next one is an error', () => {
    expect(valuesOf('a: 1\n...\n# c\n---\nb: 2\n... # c\n%YAML 1.2\n---\nc: 3\n')).toEqual([
      { a: 1 },
      { b: 2 },
      { c: 3 },
    ]);
    expect(valuesOf('a: 1\n...\nb: 2\n---\nc: 3\n')).toEqual([{ a: 1 }, 'after-end', { c: 3 }]);
    expect(valuesOf('a: 1\r\n...\r\nb: 2')).toEqual([{ a: 1 }, 'after-end']);
    expect(valuesOf('a: 1\n... b\n')).toEqual([{ a: 1 }, 'after-end']);
    expect(valuesOf('a: "x\n... "\n')).toEqual(['syntax', 'after-end']);
  });

  it('`...` without a document before it is an error', () => {
    expect(valuesOf('...\na: 1\n---\nb: 2\n')).toEqual(['bad-marker', { b: 2 }]);
    expect(valuesOf('a: 1\n---\n# c\n...\n')).toEqual([{ a: 1 }, 'bad-marker']);
  });

  it('a directive is an error, with the document that it is for', () => {
    expect(valuesOf('%YAML 1.1\n---\na: 1\n---\nb: 2\n')).toEqual(['directive', { b: 2 }]);
    expect(valuesOf('# c\n%YAML 1.2\n# c\n---\na: 1\n')).toEqual(['directive']);
    const [{ events } = {}] = parseDocuments('# c\n%YAML 1.2\n---\na: 1\n');
    expect(events).toEqual({ fact: 'directive', detail: '%YAML 1.2', offset: 4, length: 9 });
  });

  it.each(['\u0085', '\u2028', '\u2029', '\u007f'])(
    'content behind %j in a comment does not go with the comment',
    (special) => {
      const problem = special === '\u007f' ? 'control-character' : 'line-separator';
      expect(valuesOf(`# c${special}a: 1\n---\nb: 2\n`)).toEqual([problem, { b: 2 }]);
      expect(valuesOf(`b: 2\n--- # c${special}a: 1\n`)).toEqual([{ b: 2 }, problem]);
      expect(valuesOf(`b: 2\n...\n# c${special}a: 1\n`)).toEqual([{ b: 2 }, 'after-end']);
    },
  );

  it('ranges are in order, do not overlap, and leave out only what holds no content', () => {
    const line = fc.constantFrom('---', '--- a', '...', '# c', '', 'a: 1', '- b', '  c', '---x', '"', '[');
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
    const separator = fc.constantFrom('---\n', '--- # c\n', '...\n---\n', '...\n# c\n---\n');
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
        const alone = splitDocuments(text).map(({ start, end, problem }) => ({
          start,
          end,
          events: problem ?? parse(text.slice(start, end)),
        }));
        expect(parseDocuments(text)).toEqual(alone);
      }),
      { numRuns: 2000 },
    );
  });
});
