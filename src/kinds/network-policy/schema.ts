import { headerSchema } from '../shared/object-schema.js';
import { storedSelectorSchema } from '../shared/selector-schema.js';
import type { JsonObject } from '../../std/json.js';
import { PORT_NAME_PATTERN } from '../../net/port-name.js';

/** The server reads a null in a list of objects as an object without fields. */
const ports: JsonObject = {
  type: 'array',
  description: 'Destination ports (default: every protocol and port).',
  items: {
    type: 'object',
    nullable: true,
    description: 'A port, or several in a row.',
    additionalProperties: false,
    properties: {
      protocol: { type: 'string', enum: ['TCP', 'UDP', 'SCTP'], description: 'Transport protocol. Default: TCP.' },
      port: {
        description: 'Number or name of a port of the pods (default: every port).',
        anyOf: [
          { type: 'integer', minimum: 1, maximum: 65535, description: 'a number from 1 to 65535' },
          {
            type: 'string',
            pattern: PORT_NAME_PATTERN,
            description: 'the name of a port: at most 15 lower case letters, digits and dashes, with a letter',
          },
        ],
      },
      endPort: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        maximum: 65535,
        description: 'Last port of a range that begins with the port.',
      },
    },
  },
};

const peers = (description: string): JsonObject => ({
  type: 'array',
  description,
  items: {
    type: 'object',
    description: 'Pods, or a block of addresses.',
    additionalProperties: false,
    minProperties: 1,
    properties: {
      podSelector: {
        ...storedSelectorSchema,
        description: 'Pods of the selected namespaces, or of the namespace of the policy.',
      },
      namespaceSelector: { ...storedSelectorSchema, description: 'Namespaces of the pods ({}: all).' },
      ipBlock: {
        type: 'object',
        description: 'A network less its exceptions.',
        additionalProperties: false,
        required: ['cidr'],
        properties: {
          cidr: { type: 'string', description: 'A network, for example 203.0.113.0/24.' },
          except: {
            type: 'array',
            description: 'Networks inside of it that are not meant.',
            items: { type: 'string', description: 'A network.' },
          },
        },
      },
    },
  },
});

const rules = (description: string, peerField: 'from' | 'to', peersDescription: string): JsonObject => ({
  type: 'array',
  description,
  items: {
    type: 'object',
    nullable: true,
    description: 'Allowed connections: any of the peers on any of the ports.',
    additionalProperties: false,
    properties: { [peerField]: peers(peersDescription), ports },
  },
});

/** JSON Schema of a NetworkPolicy (networking.k8s.io/v1). */
export const networkPolicySchema: JsonObject = {
  type: 'object',
  description: 'Which connections pods of a namespace may have: those of rules, and of a direction without them none.',
  additionalProperties: false,
  properties: {
    ...headerSchema('networking.k8s.io/v1', 'NetworkPolicy', 'Name, namespace, labels and annotations.'),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      properties: {
        podSelector: { ...storedSelectorSchema, description: 'Pods that the policy selects (unset or {}: all).' },
        policyTypes: {
          type: 'array',
          maxItems: 2,
          description: 'Directions that the policy isolates. Default: Ingress, and Egress if there is an egress rule.',
          items: { type: 'string', enum: ['Ingress', 'Egress'], description: 'A direction.' },
        },
        ingress: rules('Allowed connections to the pods.', 'from', 'Allowed sources (default: all).'),
        egress: rules('Allowed connections of the pods.', 'to', 'Allowed destinations (default: all).'),
      },
    },
  },
};
