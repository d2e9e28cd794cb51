import { expect, it } from 'vitest';
import { suggest, suggestOnly } from '../../src/std/suggest.js';

it('suggests the choice with the fewest edits, at most two', () => {
  expect(suggest('egres', ['spec', 'egress', 'ingress'])).toBe('egress');
  expect(suggest('spce', ['spec'])).toBe('spec');
  expect(suggest('egrs', ['egress'])).toBe('egress');
  expect(suggest('egr', ['egress'])).toBeUndefined();
});

it('suggests a choice that differs only in case before any other', () => {
  expect(suggest('VEPB', ['VEPA', 'vepb'])).toBe('vepb');
});

it('suggests no word that shares too few letters', () => {
  expect(suggest('ICMP', ['TCP', 'UDP'])).toBeUndefined();
  expect(suggest('ip', ['to'])).toBeUndefined();
  expect(suggest('', ['a'])).toBeUndefined();
});

it('takes the first of equally near choices', () => {
  expect(suggest('cart', ['card', 'care'])).toBe('card');
});

it('puts a choice in the place of a word only where no other is as near', () => {
  expect(suggestOnly('cart', ['card', 'care'])).toBeUndefined();
  expect(suggestOnly('cart', ['card', 'caress'])).toBe('card');
  expect(suggestOnly('vepb', ['VEPA', 'VEPB'])).toBe('VEPB');
  expect(suggestOnly('other', ['card', 'care'])).toBeUndefined();
});
