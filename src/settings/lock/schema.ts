import type { JsonObject } from '../../std/json.js';

/** JSON Schema (draft 7) of `weir.lock.yaml`. */
export const lockSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'weir.lock.yaml',
  description:
    'Assignments made so far. Weir keeps it; commit it, and review its changes like those of a package lock.',
  type: 'object',
  additionalProperties: false,
  properties: {
    egressIPs: {
      type: 'object',
      description: 'EgressIP → its packet mark and the nodes of its addresses.',
      additionalProperties: {
        type: 'object',
        description: 'What one EgressIP has.',
        additionalProperties: false,
        properties: {
          mark: {
            type: 'integer',
            minimum: 50000,
            maximum: 54999,
            description: 'Packet mark, as in the annotation k8s.ovn.org/egressip-mark.',
          },
          addresses: {
            type: 'object',
            description: 'Address → node.',
            additionalProperties: { type: 'string', minLength: 1, description: 'Name of the node.' },
          },
        },
      },
    },
    egressServices: {
      type: 'object',
      description: 'EgressService (namespace/name) → its host.',
      additionalProperties: { type: 'string', minLength: 1, description: 'Name of the node.' },
    },
  },
};
