import type { JsonObject } from '../../std/json.js';

/** Maximum characters of a glob. */
const MAX_LENGTH = 1000;

/** JSON Schema (draft 7) of `weir.fleet.yaml`. */
export const fleetSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'weir.fleet.yaml',
  description: 'The clusters of a fleet: folders with a weir.yaml each. Paths are relative to this file.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'Location of this schema for editors.' },
    clusters: {
      type: 'object',
      minProperties: 1,
      maxProperties: 10_000,
      description: 'Name of a cluster → its folder.',
      additionalProperties: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_LENGTH,
        pattern: '^[^*?{}\\[\\]\\\\]+$',
        description: 'A folder, for example clusters/east.',
      },
    },
    folders: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_LENGTH,
        description: 'A glob of folders, for example clusters/*.',
      },
      description: 'Globs of folders. The name of a cluster is that of its folder.',
    },
  },
};
