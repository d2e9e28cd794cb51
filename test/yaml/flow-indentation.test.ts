import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose } from '../../src/yaml/compose.js';
import { locate } from '../../src/yaml/locate.js';
import { checkProperty } from '../rig/random.js';

describe('lines in brackets that are not indented more than what holds them', () => {
  it('a closing bracket below its key is read', () => {
    expect(compose('a:\n  b: [\n    1,\n  ]\n  c: {\n    d: 2 # ]\n  }\ne: 3\n').values).toEqual([
      { a: { b: [1], c: { d: 2 } }, e: 3 },
    ]);
    expect(compose('- a: [\n    {b: 1\n  }\n  ]\n- c\n').values).toEqual([[{ a: [{ b: 1 }] }, 'c']]);
    expect(compose('a: [\r\n  1\r\n]\r\nb: [\r\t]\r').values).toEqual([{ a: [1], b: [] }]);
  });

  it('so are other lines, and those in quotes: kubectl does not look at their indentation', () => {
    expect(compose('a: {\nb: "c\nd",\n# }\ne: [\nf\ng ]\n}\n').values).toEqual([{ a: { b: 'c d', e: ['f g'] } }]);
    expect(compose("a:\n  b: 'c\n\nd'\n").values).toEqual([{ a: { b: 'c\nd' } }]);
  });

  it('brackets in the text of block scalars stay as they are', () => {
    const text = 'a: [\n]\nb: |\n  ]\n  c\nd: >-\n    }\n\n    ]\n- e: 1\n';
    expect(compose(text.replace('- e', 'e')).values).toEqual([{ a: [], b: ']\nc\n', d: '}\n]', e: 1 }]);
    expect(compose('- a: | # text\n    ]\n   \n    b\n  c: {\n  }\n').values).toEqual([[{ a: ']\n\nb\n', c: {} }]]);
  });

  it('values stand where they stand in the source', () => {
    const text = 'a: [\n  {x: 1,\n   y: "z"\n},\n]\nb: {\n  c: [d\n  ]\n}\ne: f\n';
    const origin = { file: { path: 'a.yaml', text }, start: 0, end: text.length, pointer: '' };
    const shown = locate(['/a/0/x', '/a/0/y', '/b/c/0', '/e'].map((pointer) => ({ origin, pointer })));
    expect(shown.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual(['1', '"z"', 'd', 'f']);
  });

  it('a bracket that is never closed is refused where the lines after it begin', () => {
    expect(compose('a: [\nb: 1\nc: 2\n').problem).toMatchObject({ fact: 'syntax', offset: 5 });
  });

  it('another mistake is shown at its own place', () => {
    expect(compose('a: [\n]\nb: [1 2\nc\n').problem).toMatchObject({ fact: 'syntax', offset: 15 });
    expect(compose('a: [\n]\nb: *c\n').problem).toMatchObject({ fact: 'unknown-alias', offset: 10 });
  });

  it('a value keeps its meaning whatever the indentation of its closing brackets', () => {
    const word = fc.constantFrom('a', 'b c', '"]"', "'}'", '1', '# x\n        d', '|\n    ]\n    }\n    e');
    const inFlow = word.filter((text) => !text.startsWith('|'));
    const { flow } = fc.letrec<{ flow: Flow }>((tie) => ({
      flow: fc.oneof(
        { maxDepth: 4 },
        inFlow.map((text): Flow => text),
        fc.record({ open: fc.constantFrom('[', '{'), items: fc.array(tie('flow'), { maxLength: 3 }) }),
      ),
    }));
    checkProperty(
      fc.property(fc.array(fc.oneof(word, flow), { minLength: 1 }), fc.infiniteStream(fc.nat(4)), (entries, blanks) => {
        const write = (indent: () => number): string =>
          entries.map((entry, index) => `k${index}:\n  m: ${writeFlow(entry, indent)}\n`).join('');
        const next = (): number => Number(blanks.next().value);
        const expected = compose(write(() => 6));
        expect(expected.problem).toBeUndefined();
        expect(compose(write(next))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

type Flow = string | { readonly open: string; readonly items: readonly Flow[] };

/** Writes a collection with each item on a line of its own; `indent` says how deep its closing bracket stands. */
function writeFlow(value: Flow, indent: () => number): string {
  if (typeof value === 'string') return value;
  const { open, items } = value;
  const lines = items.map((item, index) => `      ${open === '{' ? `k${index}: ` : ''}${writeFlow(item, indent)},\n`);
  return `${open} # [\n${lines.join('')}${' '.repeat(indent())}${open === '[' ? ']' : '}'}`;
}
