import type { ReleaseProfile } from '../../model/release.js';
import type { JsonObject } from '../../std/json.js';
import type { Kind } from './kind.js';

/** Schemas of kinds in a release profile. */
export type Definitions = ReleaseProfile['definitions'];

/** Returns the schema of a kind as a release defines it, by default the usual one. */
export function definitionOf({ kind, definition }: Kind, definitions: Definitions = {}): JsonObject {
  const name = definitions[kind];
  return (name === undefined ? undefined : definition.otherSchemas?.[name]) ?? definition.schema;
}
