import { conditionsSchema } from '../shared/condition-schema.js';
import { headerSchema } from '../shared/object-schema.js';
import { labelSelectorSchema } from '../shared/selector-schema.js';
import type { JsonObject } from '../../std/json.js';

const protocol: JsonObject = { type: 'string', description: 'TCP, UDP or SCTP. Default: TCP.' };
const portNumber = (description: string): JsonObject => ({
  type: 'integer',
  format: 'int32',
  minimum: 1,
  maximum: 65535,
  description,
});

/** Returns a schema that accepts exactly one of the fields. */
function oneOf(description: string, properties: JsonObject): JsonObject {
  return {
    type: 'object',
    description,
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    properties,
  };
}

const podFields: JsonObject = {
  namespaces: { ...labelSelectorSchema, description: 'All pods of the selected namespaces ({}: all).' },
  pods: {
    type: 'object',
    description: 'Selected pods of the selected namespaces.',
    additionalProperties: false,
    required: ['namespaceSelector', 'podSelector'],
    properties: {
      namespaceSelector: { ...labelSelectorSchema, description: 'Namespaces of the pods ({}: all).' },
      podSelector: { ...labelSelectorSchema, description: 'Pods of the namespaces ({}: all).' },
    },
  },
};

const labelKeys = (description: string): JsonObject => ({
  type: 'array',
  maxItems: 100,
  description,
  items: { type: 'string', description: 'Key of a label.' },
});

/** Namespaces of peers in v0.1.2. */
const olderNamespaces: JsonObject = oneOf(
  'Namespaces: by their labels, or by what they have in common with the subject.',
  {
    namespaceSelector: { ...labelSelectorSchema, description: 'Selector of namespaces ({}: all).' },
    sameLabels: labelKeys('Labels whose values are those of the namespace of the subject.'),
    notSameLabels: labelKeys('Labels whose values are not those of the namespace of the subject.'),
  },
);

/** Peers of both directions in v0.1.2. */
const olderPeerFields: JsonObject = {
  namespaces: { ...olderNamespaces, description: 'All pods of namespaces.' },
  pods: {
    type: 'object',
    description: 'Selected pods of namespaces.',
    additionalProperties: false,
    required: ['namespaces', 'podSelector'],
    properties: {
      namespaces: olderNamespaces,
      podSelector: { ...labelSelectorSchema, description: 'Pods of the namespaces ({}: all).' },
    },
  },
};

const outsideFields: JsonObject = {
  nodes: { ...labelSelectorSchema, description: 'Addresses of the selected nodes ({}: all).' },
  networks: {
    type: 'array',
    description: 'Networks outside of the cluster.',
    minItems: 1,
    maxItems: 25,
    'x-kubernetes-list-type': 'set',
    items: {
      type: 'string',
      maxLength: 43,
      // CEL of the definition: exactly one of ':' and '.' occurs.
      pattern: '^([^.:]*\\.[^:]*|[^.:]*:[^.]*)$',
      description: 'A CIDR, for example 203.0.113.0/24.',
    },
  },
};

const ports: JsonObject = {
  type: 'array',
  maxItems: 100,
  description: 'Destination ports (default: every protocol and port).',
  items: oneOf('A port, several in a row, or a name that containers give to one.', {
    portNumber: {
      type: 'object',
      description: 'A port.',
      additionalProperties: false,
      required: ['port'],
      properties: { protocol, port: portNumber('Number of the port.') },
    },
    portRange: {
      type: 'object',
      description: 'Several ports.',
      additionalProperties: false,
      required: ['start', 'end'],
      properties: { protocol, start: portNumber('The first port.'), end: portNumber('The last port.') },
    },
    namedPort: { type: 'string', description: 'Name of a port of containers.' },
  }),
};

function rules(peerField: 'from' | 'to', actions: readonly string[], peerFields: JsonObject): JsonObject {
  return {
    type: 'array',
    maxItems: 100,
    description: 'Rules in order: the first that matches decides.',
    items: {
      type: 'object',
      description: 'Outcome of connections with any of the peers on any of the ports.',
      additionalProperties: false,
      required: ['action', peerField],
      properties: {
        name: { type: 'string', maxLength: 100, description: 'Name of the rule, for people.' },
        action: { type: 'string', enum: [...actions], description: 'Action of the rule.' },
        [peerField]: {
          type: 'array',
          minItems: 1,
          maxItems: 100,
          description: 'The other side of the connections.',
          items: oneOf('Pods, or addresses.', peerFields),
        },
        ports,
      },
    },
  };
}

/** Shared properties of the schemas of a kind. */
export interface AdminPolicyKind {
  readonly kind: string;
  readonly description: string;
  readonly actions: readonly string[];
  readonly more: { readonly required: readonly string[]; readonly properties: JsonObject };
}

/**
 * Returns the JSON Schema of an AdminNetworkPolicy or BaselineAdminNetworkPolicy (policy.networking.k8s.io/v1alpha1,
 * v0.1.5).
 */
export function adminPolicySchema(kind: AdminPolicyKind): JsonObject {
  return schemaWith(kind, podFields, { ...podFields, ...outsideFields });
}

/** Returns the JSON Schema of v0.1.2, in which peers of either direction are pods. */
export function olderAdminPolicySchema(kind: AdminPolicyKind): JsonObject {
  return schemaWith(kind, olderPeerFields, olderPeerFields);
}

function schemaWith(
  { kind, description, actions, more }: AdminPolicyKind,
  from: JsonObject,
  to: JsonObject,
): JsonObject {
  return {
    type: 'object',
    description,
    additionalProperties: false,
    required: ['spec'],
    properties: {
      ...headerSchema('policy.networking.k8s.io/v1alpha1', kind, 'Name, labels and annotations.'),
      spec: {
        type: 'object',
        description: 'Desired state.',
        additionalProperties: false,
        required: ['subject', ...more.required],
        properties: {
          ...more.properties,
          subject: oneOf('Pods that the policy is for.', podFields),
          ingress: rules('from', actions, from),
          egress: rules('to', actions, to),
        },
      },
      status: {
        type: 'object',
        description: 'State that the controllers observed.',
        readOnly: true,
        additionalProperties: false,
        required: ['conditions'],
        properties: { conditions: conditionsSchema('One condition of each zone.') },
      },
    },
  };
}
