import { expect, it } from 'vitest';
import { checkConfiguration } from '../../src/schema/configuration.js';
import type { Origin } from '../../src/model/manifest.js';
import type { JsonObject } from '../../src/std/json.js';

const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    colours: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: ['red', 'blue'] } },
    name: { type: 'string', minLength: 1, maxLength: 3, description: 'A name.' },
  },
};
const origin: Origin = { file: { path: 'weir.yaml', text: '' }, start: 0, end: 0, pointer: '' };

function check(object: JsonObject): { sound: boolean; found: string[] } {
  const found: string[] = [];
  const sound = checkConfiguration(schema, object, origin, ({ code, location }) => {
    found.push(`${code} ${'pointer' in location ? location.pointer : ''}`);
  });
  return { sound, found };
}

it('takes a sound configuration without a word', () => {
  expect(check({ colours: ['red', 'blue'], name: 'abc' })).toEqual({ sound: true, found: [] });
});

it('reports every violation at its place', () => {
  expect(check({ colours: ['red', 'green', 'red'], name: 'abcd', size: 1 })).toEqual({
    sound: false,
    found: [
      'schema/unknown-field /size',
      'schema/not-a-choice /colours/1',
      'schema/duplicate-entry /colours/2',
      'schema/too-many /name',
    ],
  });
  expect(check({ colours: [], name: '' }).found).toEqual(['schema/too-few /colours', 'schema/too-few /name']);
});

it('takes null for a value of the wrong type', () => {
  expect(check({ name: null }).found).toEqual(['schema/wrong-type /name']);
});
