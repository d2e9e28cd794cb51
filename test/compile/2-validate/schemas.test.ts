import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { metadataSchema } from '../../../src/compile/2-validate/metadata-schema.js';
import { editorSchema } from '../../../src/settings/configuration/editor-schema.js';
import { configurationSchema } from '../../../src/settings/configuration/schema.js';
import { kinds } from '../../../src/kinds/index.js';
import { fleetSchema } from '../../../src/settings/fleet/schema.js';
import { lockSchema } from '../../../src/settings/lock/schema.js';
import type { JsonObject } from '../../../src/std/json.js';

const schemas: readonly (readonly [name: string, schema: JsonObject])[] = [
  ...kinds.map(({ kind, schema }) => [kind, schema] as const),
  ['metadata', metadataSchema],
  ['weir.yaml', configurationSchema],
  ['weir.yaml in editors', editorSchema],
  ['weir.lock.yaml', lockSchema],
  ['weir.fleet.yaml', fleetSchema],
];

describe('the JSON Schema', () => {
  const ajv = new Ajv({ allErrors: true });

  it.each(schemas)('of %s is one of draft 7', (_, schema) => {
    expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
  });

  it('of a misspelt type would be none', () => {
    expect(ajv.validateSchema({ type: 'strnig' })).toBe(false);
  });
});
