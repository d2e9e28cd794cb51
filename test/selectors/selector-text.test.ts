import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSelectorText, writeSelector } from '../../src/selectors/selector-text.js';
import { compileSelector, isSelectorProblem } from '../../src/selectors/selector.js';
import { checkProperty } from '../rig/random.js';

const BLUE = { shard: 'blue', tier: 'web' };

describe('a selector that is one text', () => {
  it.each([
    ['', true],
    ['shard=blue', true],
    ['shard==blue,tier=web', true],
    ['shard!=blue', false],
    ['zone!=a', true],
    ['shard in (red, blue),tier', true],
    ['shard notin (red, blue)', false],
    ['!zone', true],
    ['!shard', false],
    ['zone', false],
  ])('%j selects or does not', (text, selected) => {
    const selector = compileSelectorText(text);
    expect('text' in selector ? selector.text : selector.matches(BLUE)).toBe(selected);
  });

  it.each(['a b', 'shard in blue', '=blue', 'shard=blue,,tier'])('%j is invalid', (text) => {
    expect(compileSelectorText(text)).toHaveProperty('text');
  });
});

describe('writeSelector', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const labels = fc.dictionary(word, word);
  const expressions = fc.oneof(
    fc.record({ key: word, operator: fc.constantFrom('In', 'NotIn'), values: fc.array(word, { minLength: 1 }) }),
    fc.record({ key: word, operator: fc.constantFrom('Exists', 'DoesNotExist') }),
  );

  it('writes a text that selects the same objects', () => {
    const selectors = fc.record({ matchLabels: labels, matchExpressions: fc.array(expressions, { maxLength: 3 }) });
    checkProperty(
      fc.property(selectors, labels, (selector, own) => {
        const [whole, read] = [compileSelector(selector), compileSelectorText(writeSelector(selector))];
        if (isSelectorProblem(whole) || isSelectorProblem(read)) throw new Error('a selector is invalid');
        expect(read.matches(own)).toBe(whole.matches(own));
      }),
    );
  });
});
