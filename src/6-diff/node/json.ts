/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a JSON array. `ip` prints nothing at all where it has nothing to list. */
export function objectsOf(text: string): readonly JsonObject[] {
  const value: unknown = text.trim() === '' ? [] : JSON.parse(text);
  return Array.isArray(value) ? value.filter(isObject) : [];
}
