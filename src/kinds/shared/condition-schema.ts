import type { JsonObject } from '../../std/json.js';

/** Returns the JSON Schema of a list of standard conditions (`metav1.Condition`), one of each type. */
export function conditionsSchema(description: string): JsonObject {
  return {
    type: 'array',
    description,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
    items: {
      type: 'object',
      description: 'A standard condition.',
      additionalProperties: false,
      required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
      properties: {
        type: { type: 'string', maxLength: 316, description: 'Aspect that the condition describes.' },
        status: { type: 'string', enum: ['True', 'False', 'Unknown'], description: 'Whether the condition applies.' },
        reason: { type: 'string', minLength: 1, maxLength: 1024, description: 'Why, in one word.' },
        message: { type: 'string', maxLength: 32768, description: 'Why, in a sentence.' },
        lastTransitionTime: { type: 'string', format: 'date-time', description: 'When status last changed.' },
        observedGeneration: {
          type: 'integer',
          format: 'int64',
          minimum: 0,
          description: 'Generation of the object that the condition describes.',
        },
      },
    },
  };
}
