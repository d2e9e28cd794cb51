import { type JsonObject, isObject } from '../../../std/json.js';

/** Returns the objects of a JSON array. An empty text is an empty array, as `ip` prints it. */
export function objectsOf(text: string): readonly JsonObject[] {
  const value: unknown = text.trim() === '' ? [] : JSON.parse(text);
  return Array.isArray(value) ? value.filter(isObject) : [];
}
