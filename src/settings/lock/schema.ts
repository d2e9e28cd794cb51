import { lockParts } from '../../kinds/locks.js';
import type { JsonObject } from '../../std/json.js';

/** JSON Schema (draft 7) of `weir.lock.yaml`. */
export const lockSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'weir.lock.yaml',
  description:
    'Assignments made so far. Weir updates this file: commit it, and review its changes like those of a package lock.',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(lockParts.map(({ field, schema }) => [field, schema])),
};
