import { headerSchema } from '../shared/object-schema.js';
import { labelSelectorSchema } from '../shared/selector-schema.js';
import type { JsonObject } from '../../std/json.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/** JSON Schema of an EgressService (OVN-Kubernetes). */
export const egressServiceSchema: JsonObject = {
  type: 'object',
  description: 'How traffic leaves the endpoints of the Service of the same namespace and name.',
  additionalProperties: false,
  properties: {
    ...headerSchema(API_VERSION, 'EgressService', 'Name and namespace of the Service, labels and annotations.'),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      properties: {
        sourceIPBy: {
          type: 'string',
          enum: ['LoadBalancerIP', 'Network'],
          description: "Source address of the traffic: the Service's ingress address, or that of the network.",
        },
        nodeSelector: {
          ...labelSelectorSchema,
          description: 'Possible hosts of a LoadBalancerIP service (default: every node).',
        },
        network: {
          type: 'string',
          description: 'Routing table (name or number) for the traffic (default: the main one).',
        },
      },
    },
    status: {
      type: 'object',
      description: 'State that the controllers decided.',
      readOnly: true,
      additionalProperties: false,
      required: ['host'],
      properties: {
        host: { type: 'string', description: 'Name of the node that handles the traffic, ALL, or empty for none.' },
      },
    },
  },
};
