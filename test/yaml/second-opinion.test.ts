import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Document, Scalar, parseDocument, visit } from 'yaml';
import { compose } from '../../src/yaml/compose.js';
import { escapePointer, locate } from '../../src/yaml/locate.js';
import { checkProperty } from '../rig/random.js';

// YAML 1.2, which the package `yaml` reads by default, and kubectl part over these; scalar.test.ts has the facts.
const AMBIGUOUS = /^(?:[-+.]?[0-9]|[-+.~]|(?:y|yes|n|no|on|off|true|false|null)$)/i;

// They part over these in brackets, where kubectl rejects them; special-characters.test.ts has the facts.
const INDICATOR = /\?|^:|:$/;
/** Text that is written as a block that does not say how far it is indented, which kubectl wants. */
const TAB = /^\s*\t/;

const word = fc.string({ unit: fc.constantFrom(...Array.from(' abc:#-&*!|>\'"%@`{}[],?\n\t/~é😀\\')), maxLength: 12 });
const name = fc.oneof(word, fc.constantFrom('app', 'k8s.ovn.org/zone-name', 'constructor', 'a/b~c'));
const scalar = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.constant(0.25));
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      name.filter((key) => key !== '__proto__' && key !== '<<'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}));

const STRING_STYLES = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const;

/** Writes a value as YAML; `choices` decide the style of each node. */
function render(value: unknown, choices: readonly number[], indent: number): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  let at = 0;
  const choose = (): number => choices[at++ % choices.length] ?? 0;
  visit(document, {
    Scalar: (key, node) => {
      const { value: text } = node;
      if (typeof text !== 'string') return;
      const style = STRING_STYLES[choose() % STRING_STYLES.length] ?? 'PLAIN';
      const isPlainUnsafe = [AMBIGUOUS, INDICATOR, TAB].some((pattern) => pattern.test(text));
      const isBlockUnsafe = key === 'key' || TAB.test(text);
      const mustQuote = style === 'PLAIN' ? isPlainUnsafe : style.startsWith('BLOCK') && isBlockUnsafe;
      node.type = Scalar[mustQuote ? 'QUOTE_DOUBLE' : style];
    },
    Collection: (_, node) => {
      node.flow = choose() % 3 === 0;
      if (choose() % 4 === 0) node.commentBefore = ' a comment: {';
    },
  });
  return document.toString({ indent, lineWidth: choose() % 2 === 0 ? 0 : 40 });
}

/** Every pointer of a value. */
function pointersOf(value: unknown, pointer = ''): string[] {
  if (value === null || typeof value !== 'object') return [pointer];
  return [
    pointer,
    ...Object.entries(value).flatMap(([key, item]) => pointersOf(item, `${pointer}/${escapePointer(key)}`)),
  ];
}

describe('a second opinion on YAML', () => {
  const style = fc.tuple(fc.array(fc.nat(60), { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 8 }));

  it('composes the value that the package yaml reads, in every style that it writes', () => {
    checkProperty(
      fc.property(json, style, (value, [choices, indent]) => {
        const text = render(value, choices, indent);
        fc.pre(readsBack(text, value));
        expect({ text, ...compose(text) }).toEqual({ text, values: [value], ambiguous: [], replaced: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('composes any JSON that JSON.parse reads', () => {
    checkProperty(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
        const value: unknown = JSON.parse(text);
        fc.pre(!text.includes('__proto__'));
        expect(compose(JSON.stringify(value, null, indent)).values).toEqual([value]);
      }),
    );
  });

  it('never throws, and places every problem inside the text', () => {
    const fragment = fc.constantFrom('a', ': ', '- ', '\n', ' ', '"', "'", '[', ']', '{', '}', ',', '&a', '*a', '!!str', '!x', '|', '>', '?', '<<', '#', '%', '\t', '---', '...', '1', '\r', '\u0000', '😀', '\ud800'); // prettier-ignore
    checkProperty(
      fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
        const text = fragments.join('');
        const { problem } = compose(text);
        if (!problem) return;
        expect(problem.offset).toBeGreaterThanOrEqual(0);
        expect(problem.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('locates many places at once as it locates each alone, inside the document', () => {
    checkProperty(
      fc.property(json, style, (value, [choices, indent]) => {
        const document = render(value, choices, indent);
        const text = `# before\n${document}# after\n`;
        const origin = { file: { path: 'a.yaml', text }, start: 9, end: 9 + document.length, pointer: '' };
        const places = pointersOf(value).map((pointer) => ({ origin, pointer }));
        const extents = locate(places);
        expect(extents).toEqual(places.flatMap((place) => locate([place])));
        for (const { offset, length } of extents) {
          expect(offset).toBeGreaterThanOrEqual(9);
          expect(offset + length).toBeLessThanOrEqual(Math.max(9 + document.length, offset + 1));
        }
      }),
    );
  });
});

/** Whether the package yaml reads what it wrote; a style that is forced on a text may not be able to hold it. */
function readsBack(text: string, value: unknown): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && JSON.stringify(document.toJS()) === JSON.stringify(value);
}
