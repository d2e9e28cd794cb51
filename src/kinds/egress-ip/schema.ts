import { headerSchema } from '../shared/object-schema.js';
import { labelSelectorSchema } from '../shared/selector-schema.js';
import type { JsonObject } from '../../std/json.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/** JSON Schema of an EgressIP (OVN-Kubernetes). It has no status subresource: its status is stored as written. */
export const egressIPSchema: JsonObject = {
  type: 'object',
  description: 'Source addresses for the traffic that leaves the selected pods.',
  additionalProperties: false,
  required: ['spec'],
  properties: {
    ...headerSchema(API_VERSION, 'EgressIP', 'Name, labels and annotations.'),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      required: ['egressIPs', 'namespaceSelector'],
      properties: {
        egressIPs: {
          type: 'array',
          description: 'Egress addresses, each on a different node.',
          items: { type: 'string', description: 'An IPv4 or IPv6 address.' },
        },
        namespaceSelector: { ...labelSelectorSchema, description: 'Namespaces of the pods ({}: all).' },
        podSelector: {
          ...labelSelectorSchema,
          description: 'Pods of the selected namespaces (default: all).',
        },
      },
    },
    status: {
      type: 'object',
      description: 'Which node has which address.',
      additionalProperties: false,
      required: ['items'],
      properties: {
        items: {
          type: 'array',
          description: 'The assigned addresses.',
          items: {
            type: 'object',
            description: 'An address and its node.',
            additionalProperties: false,
            required: ['egressIP', 'node'],
            properties: {
              egressIP: { type: 'string', description: 'The assigned address.' },
              node: { type: 'string', description: 'Name of the node.' },
            },
          },
        },
      },
    },
  },
};
