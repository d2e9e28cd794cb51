import type { Kind } from '../../kinds/kind.js';
import { type JsonObject, isObject } from '../../std/json.js';
import { metadataSchema } from './metadata-schema.js';

const schemas = new WeakMap<Kind, JsonObject>();

/** The schema of the objects of a kind: that of the kind with the schema of all metadata in its place. */
export function objectSchemaOf(kind: Kind): JsonObject {
  const known = schemas.get(kind);
  if (known) return known;
  const { properties } = kind.schema;
  const schema = { ...kind.schema, properties: { ...(isObject(properties) && properties), metadata: metadataSchema } };
  schemas.set(kind, schema);
  return schema;
}
