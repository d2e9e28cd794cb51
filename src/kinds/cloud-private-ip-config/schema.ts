import type { JsonObject } from '../../model/manifest.js';

/** JSON Schema of a CloudPrivateIPConfig (OpenShift 4.15); the rule of its name is in `check.ts`. */
export const cloudPrivateIPConfigSchema: JsonObject = {
  type: 'object',
  description: 'A private address, the name of the object, that the cloud shall route to a node.',
  additionalProperties: false,
  required: ['spec'],
  properties: {
    apiVersion: {
      type: 'string',
      const: 'cloud.network.openshift.io/v1',
      description: 'Group and version of the API.',
    },
    kind: { type: 'string', const: 'CloudPrivateIPConfig', description: 'Kind of the object.' },
    metadata: { type: 'object', description: 'Name (the address), labels and annotations.' },
    spec: {
      type: 'object',
      description: 'What is wanted.',
      additionalProperties: false,
      properties: { node: { type: 'string', description: 'Name of the node that shall have the address.' } },
    },
    status: {
      type: 'object',
      description: 'What the cloud controller observed.',
      readOnly: true,
      additionalProperties: false,
      required: ['conditions'],
      properties: {
        node: { type: 'string', description: 'Name of the node that has, gets or loses the address.' },
        conditions: {
          type: 'array',
          description: 'The condition Assigned.',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: {
            type: 'object',
            description: 'A standard condition.',
            additionalProperties: false,
            required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
            properties: {
              type: { type: 'string', maxLength: 316, description: 'Assigned.' },
              status: {
                type: 'string',
                enum: ['True', 'False', 'Unknown'],
                description: 'Whether the cloud did what was last asked; Unknown while it works.',
              },
              reason: { type: 'string', minLength: 1, maxLength: 1024, description: 'Kind of the answer.' },
              message: { type: 'string', maxLength: 32768, description: 'The operation and its result.' },
              lastTransitionTime: { type: 'string', format: 'date-time', description: 'When it was last written.' },
              observedGeneration: {
                type: 'integer',
                format: 'int64',
                minimum: 0,
                description: 'Generation of the object that the answer is about.',
              },
            },
          },
        },
      },
    },
  },
};
