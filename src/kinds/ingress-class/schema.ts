import type { JsonObject } from '../../std/json.js';
import { headerSchema } from '../shared/object-schema.js';

const text = (description: string): JsonObject => ({ type: 'string', description });

/** JSON Schema of an IngressClass (networking.k8s.io/v1). */
export const ingressClassSchema: JsonObject = {
  type: 'object',
  description: 'Which controller serves the Ingresses of a class.',
  additionalProperties: false,
  properties: {
    ...headerSchema('networking.k8s.io/v1', 'IngressClass', 'Name, labels and annotations.'),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      properties: {
        controller: text('Name of the controller. openshift.io/ingress-to-route creates Routes.'),
        parameters: {
          type: 'object',
          description: 'An object with further parameters for the controller.',
          additionalProperties: false,
          required: ['kind', 'name'],
          properties: {
            apiGroup: text('API group.'),
            kind: text('Kind.'),
            name: text('Name.'),
            namespace: text('Namespace.'),
            scope: text('Cluster or Namespace.'),
          },
        },
      },
    },
  },
};
