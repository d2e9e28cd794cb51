/** A JSON value (RFC 8259). */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [field: string]: Json;
}

/** Whether a value that came from JSON is an object: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value that came from JSON as an object; undefined where it is none. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
