import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validatorOf as builtValidatorOf } from '../../src/schema/built-validators.js';
import { schemaDigest } from '../../src/schema/digest-of.js';
import { formats } from '../../src/schema/formats.js';
import { LIST_MAP_KEYS, listTypeKeyword } from '../../src/schema/list-types.js';
import { findViolations } from '../../src/schema/schema.js';
import { validatorOf } from '../../src/schema/validators.js';
import { schemas } from '../../src/schemas.js';
import { type Json, type JsonObject, isObject } from '../../src/std/json.js';
import { checkProperty } from '../rig/random.js';

/** Values that agree with a schema here and there, and break it elsewhere. */
function valuesNear(schema: JsonObject): fc.Arbitrary<unknown> {
  const wrong = fc.constantFrom<unknown>(0, -1, 2 ** 40, '', 'x', '10.0.0.1', '10.0.0.0/33', true, [], {}, ['x', 'x']);
  return fc.oneof({ arbitrary: wrong, weight: 1 }, { arbitrary: sound(schema), weight: 6 });
}

function sound(schema: JsonObject): fc.Arbitrary<unknown> {
  const { enum: choices, properties, items, anyOf, oneOf } = schema;
  if (Array.isArray(choices)) return fc.constantFrom(...choices);
  const branches = [...listOf(anyOf), ...listOf(oneOf)].filter(isObject);
  if (branches.length > 0) return fc.oneof(...branches.map(valuesNear));
  if (isObject(properties)) {
    const fields = Object.entries(properties).flatMap(([name, field]) =>
      isObject(field) ? [[name, valuesNear(field)] as const] : [],
    );
    const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    return fc.tuple(known, fc.boolean()).map(([object, extra]) => (extra ? { ...object, unheardOf: 1 } : object));
  }
  if (isObject(items)) return fc.array(valuesNear(items), { maxLength: 3 });
  return fc.constantFrom<unknown>('x', 'a.b', '443/TCP', 1, 65535, 70000, 'Allow', '10.0.0.0/8', '2001:db8::1', {});
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** What a message is made from. */
function violations(validate: ValidateFunction, value: unknown): unknown {
  const errors: readonly ErrorObject[] = validate(value) ? [] : (validate.errors ?? []);
  return errors.map(({ keyword, instancePath, schemaPath, params }) => [keyword, instancePath, schemaPath, params]);
}

/** Returns a validator that completes its errors with the value and the parts of the schema. */
function completing(schema: JsonObject): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, verbose: true, messages: false, validateSchema: false, formats });
  ajv.addVocabulary([LIST_MAP_KEYS]);
  ajv.addKeyword(listTypeKeyword);
  return ajv.compile(schema);
}

describe('the validators of the package', () => {
  it('are one for each schema, and no other', () => {
    const files = readdirSync(new URL('../../dist/validators/', import.meta.url)).sort();
    expect(files).toEqual([...new Set(schemas.map((schema) => `${schemaDigest(schema)}.cjs`))].sort());
  });

  it('find what the compiled schemas find', () => {
    for (const schema of schemas) {
      const [compiled, built] = [validatorOf(schema), builtValidatorOf(schema)];
      checkProperty(
        fc.property(valuesNear(schema), (value) => {
          expect(violations(built, value)).toEqual(violations(compiled, value));
        }),
        { numRuns: 50 },
      );
    }
  });
});

describe('violations', () => {
  it('have the value and the parts of the schema that they are about', () => {
    for (const schema of schemas) {
      const validate = completing(schema);
      checkProperty(
        fc.property(valuesNear(schema).filter(isObject), (value) => {
          // An error about an entry of a list has the list in ajv, and the entry here.
          const isOfValue = ({ keyword }: ErrorObject): boolean => keyword !== listTypeKeyword.keyword;
          const found = findViolations(value, schema).filter(isOfValue);
          validate(value);
          expect(validate.errors ?? []).toEqual(expect.arrayContaining(found));
        }),
        { numRuns: 20 },
      );
    }
  });
});
