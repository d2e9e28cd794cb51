import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { metadataSchema } from '../../../src/compile/2-validate/metadata-schema.js';
import { objectSchemaOf } from '../../../src/compile/2-validate/object-schema.js';
import { editorSchema } from '../../../src/settings/configuration/editor-schema.js';
import { configurationSchema } from '../../../src/settings/configuration/schema.js';
import { kinds } from '../../../src/kinds/index.js';
import { fleetSchema } from '../../../src/settings/fleet/schema.js';
import { lockSchema } from '../../../src/settings/lock/schema.js';
import { type JsonObject, asObject, isObject } from '../../../src/std/json.js';

const schemas: readonly (readonly [name: string, schema: JsonObject])[] = [
  ...kinds.map(({ kind, definition: { schema } }) => [kind, schema] as const),
  ['metadata', metadataSchema],
  ['weir.yaml', configurationSchema],
  ['weir.yaml in editors', editorSchema],
  ['weir.lock.yaml', lockSchema],
  ['weir.fleet.yaml', fleetSchema],
];

/** The schemas of what an API server prunes where it is null: fields and entries of maps, as deep as a schema goes. */
function prunedFields(schema: JsonObject, path: string): (readonly [path: string, schema: JsonObject])[] {
  const { properties, additionalProperties, items } = schema;
  const fields = Object.entries({ ...asObject(properties), '*': additionalProperties ?? false }).flatMap(
    ([name, field]) => (isObject(field) ? [[`${path}.${name}`, field] as const] : []),
  );
  return [
    ...fields.filter(([, field]) => field.nullable !== true),
    ...fields.flatMap(([at, field]) => prunedFields(field, at)),
    ...(isObject(items) ? prunedFields(items, `${path}[]`) : []),
  ];
}

describe('the schema of a kind', () => {
  const fields = kinds.flatMap((kind) => prunedFields(objectSchemaOf(kind), kind.kind));

  it('refuses every null that is pruned: an object that is valid as it is written holds none', () => {
    expect(fields.length).toBeGreaterThan(500);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    expect(fields.filter(([, schema]) => ajv.compile(schema)(null)).map(([path]) => path)).toEqual([]);
  });
});

describe('the JSON Schema', () => {
  const ajv = new Ajv({ allErrors: true });

  it.each(schemas)('of %s is one of draft 7', (_, schema) => {
    expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
  });

  it('of a misspelt type would be none', () => {
    expect(ajv.validateSchema({ type: 'strnig' })).toBe(false);
  });
});
