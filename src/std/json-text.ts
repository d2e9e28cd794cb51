const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/; // eslint-disable-line no-control-regex -- JSON escapes these

/** Returns a string, number or boolean as JSON. */
export function quoteJson(atom: string | number | boolean): string {
  return typeof atom === 'string' && !NEEDS_ESCAPE.test(atom) ? `"${atom}"` : JSON.stringify(atom);
}

/**
 * Returns the same text in one piece. Text made by `+` is a tree until it is read, and thousands of stored trees burden
 * the garbage collector.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) < 0 ? '' : text;
}

/** Returns JSON with the members of all objects in byte order. `indent`: spaces per level, 0 for one line. */
export function sortedJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, sortMembers, indent);
}

function sortMembers(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
