import { describe, expect, it } from 'vitest';
import { compileSelectorText } from '../../src/selectors/selector-text.js';

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
