import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../../src/std/json.js';

/** Applies `test` and `add` of object members (RFC 6902). Returns undefined if a test fails. */
export function patchObject(live: JsonObject, body: string): JsonObject | undefined {
  const patched = structuredClone(live);
  for (const { op, path, value = null } of JSON.parse(body) as { op: string; path: string; value?: Json }[]) {
    const names = path.split('/').slice(1);
    const last = names.pop() ?? '';
    const holder = names.reduce<JsonObject>((at, name) => at[name] as JsonObject, patched);
    if (op === 'test' && !isDeepStrictEqual(holder[last], value)) return undefined;
    if (op === 'add') holder[last] = value;
  }
  return patched;
}
