import type { JsonObject } from '../../std/json.js';

/** Returns the properties that every object begins with. `metadata` is the description of that field. */
export function headerSchema(apiVersion: string, kind: string, metadata: string): JsonObject {
  return {
    apiVersion: { type: 'string', const: apiVersion, description: 'Group and version of the API.' },
    kind: { type: 'string', const: kind, description: 'Kind of the object.' },
    metadata: { type: 'object', description: metadata },
  };
}

/** Returns the schema of a status, which only live controllers write and nothing requires. */
export function statusSchema(properties: JsonObject): JsonObject {
  return {
    type: 'object',
    description: 'State that the controllers observed.',
    readOnly: true,
    additionalProperties: false,
    properties,
  };
}
