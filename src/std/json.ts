/** A JSON value (RFC 8259). */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [field: string]: Json;
}

/** Returns true if a value that came from JSON is an object: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a value that came from JSON as an object, or undefined for any other value. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns the value of a JSON text, or undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns true if a value that came from JSON is a list of such items. */
export function isListOf<Item>(isItem: (value: unknown) => value is Item, value: unknown): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

/** Returns true if a value that came from JSON is a string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const NO_ITEMS: readonly Json[] = [];

/** Returns a value that came from JSON as a list, or an empty list for any other value. */
export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : NO_ITEMS;
}

/** Returns a value that came from JSON as a string, or undefined for any other value. */
export function asString(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
