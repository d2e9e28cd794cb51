import { type Definitions, definitionOf } from '../../kinds/contract/definition.js';
import type { Kind } from '../../kinds/contract/kind.js';
import { type JsonObject, isObject } from '../../std/json.js';
import { metadataSchema } from './metadata-schema.js';

/** Returns the object schema of a kind as a release defines it, by default the usual one. */
export function objectSchemaOf(kind: Kind, definitions?: Definitions): JsonObject {
  return completed(definitionOf(kind, definitions));
}

/** Returns the schemas of a kind in all releases. */
export function objectSchemasOf({ definition: { schema, otherSchemas = {} } }: Kind): JsonObject[] {
  return [schema, ...Object.values(otherSchemas)].map(completed);
}

const schemas = new WeakMap<JsonObject, JsonObject>();

/** Returns the schema of a kind with the schema of all metadata inserted. Memoized. */
function completed(schema: JsonObject): JsonObject {
  const known = schemas.get(schema);
  if (known) return known;
  const { properties } = schema;
  const complete = { ...schema, properties: { ...(isObject(properties) && properties), metadata: metadataSchema } };
  schemas.set(schema, complete);
  return complete;
}
