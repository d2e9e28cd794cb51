import { type Json, type JsonObject, isObject } from '../std/json.js';

/**
 * Returns the value without the nulls that the API server prunes before validation. It prunes nulls of fields and of
 * map entries, unless the schema has `nullable`. It keeps nulls in lists and in unknown fields.
 *
 * Copies only if something is pruned, and descends only as deep as the schema.
 */
export function pruneNulls(value: Json, schema: JsonObject): Json {
  if (Array.isArray(value)) return isObject(schema.items) ? pruneList(value, schema.items) : value;
  return isObject(value) ? pruneObject(value, schema) : value;
}

function pruneList(list: Json[], schema: JsonObject): Json[] {
  let copy: Json[] | undefined;
  for (const [index, entry] of list.entries()) {
    const pruned = pruneNulls(entry, schema);
    if (pruned === entry) continue;
    copy ??= [...list];
    copy[index] = pruned;
  }
  return copy ?? list;
}

function pruneObject(object: JsonObject, schema: JsonObject): JsonObject {
  let copy: JsonObject | undefined;
  for (const field of Object.keys(object)) {
    const value = object[field];
    const fieldSchema = schemaOfField(schema, field);
    if (!fieldSchema || value === undefined) continue;
    const isPruned = value === null && fieldSchema.nullable !== true;
    const pruned = isPruned ? undefined : pruneNulls(value, fieldSchema);
    if (pruned === value) continue;
    copy ??= { ...object };
    if (pruned === undefined) Reflect.deleteProperty(copy, field);
    else copy[field] = pruned;
  }
  return copy ?? object;
}

/** Returns the schema of a field, or of the values of a map, or undefined for unknown fields. */
function schemaOfField({ properties, additionalProperties }: JsonObject, field: string): JsonObject | undefined {
  const known = isObject(properties) && Object.hasOwn(properties, field) ? properties[field] : additionalProperties;
  return isObject(known) ? known : undefined;
}
