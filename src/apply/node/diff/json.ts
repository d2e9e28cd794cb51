import { type JsonObject, isObject } from '../../../std/json.js';

/** The objects of a JSON array. `ip` prints nothing at all where it has nothing to list. */
export function objectsOf(text: string): readonly JsonObject[] {
  const value: unknown = text.trim() === '' ? [] : JSON.parse(text);
  return Array.isArray(value) ? value.filter(isObject) : [];
}
