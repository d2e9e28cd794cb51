import { headerSchema } from '../shared/object-schema.js';
import type { JsonObject } from '../../std/json.js';

const address: JsonObject = { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] };
const port: JsonObject = { type: 'integer', format: 'int32', minimum: 1, maximum: 65535 };

/**
 * JSON Schema of an EgressRouter (OpenShift 4.15). The definition ties `redirect` to the mode Redirect by a `oneOf`.
 * That is the only mode and the default, so `redirect` is required. `mode`, `networkInterface` and `macvlan` have
 * defaults and are optional.
 */
export const egressRouterSchema: JsonObject = {
  type: 'object',
  description: 'A pod that passes traffic on to external destinations from a fixed source address.',
  additionalProperties: false,
  required: ['spec'],
  properties: {
    ...headerSchema('network.operator.openshift.io/v1', 'EgressRouter', 'Name, namespace, labels and annotations.'),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      required: ['redirect', 'addresses'],
      properties: {
        mode: { type: 'string', enum: ['Redirect'], default: 'Redirect', description: 'How traffic is passed on.' },
        redirect: {
          type: 'object',
          description: 'Destination of redirected traffic.',
          additionalProperties: false,
          properties: {
            redirectRules: {
              type: 'array',
              description: 'Destinations by port of the router.',
              items: {
                type: 'object',
                description: 'A port of the router and its destination.',
                additionalProperties: false,
                required: ['destinationIP', 'port', 'protocol'],
                properties: {
                  destinationIP: { ...address, description: 'Address of the destination.' },
                  port: { ...port, description: 'Port of the router.' },
                  protocol: { type: 'string', enum: ['TCP', 'UDP', 'SCTP'], description: 'Transport protocol.' },
                  targetPort: { ...port, description: 'Port of the destination (default: the same port).' },
                },
              },
            },
            fallbackIP: { ...address, description: 'Destination of traffic to ports without a rule.' },
          },
        },
        networkInterface: {
          type: 'object',
          default: { macvlan: { mode: 'Bridge' } },
          description: 'The interface to the outside.',
          additionalProperties: false,
          properties: {
            macvlan: {
              type: 'object',
              default: { mode: 'Bridge' },
              description: 'A macvlan interface.',
              additionalProperties: false,
              properties: {
                mode: {
                  type: 'string',
                  enum: ['Bridge', 'Private', 'VEPA', 'Passthru'],
                  default: 'Bridge',
                  description: 'Mode of the macvlan interface.',
                },
                master: {
                  type: 'string',
                  description: 'Interface of the node (default: that of the default route).',
                },
              },
            },
          },
        },
        addresses: {
          type: 'array',
          description: "Addresses of the interface; OpenShift's operator uses only the first.",
          items: {
            type: 'object',
            description: 'An address of the interface and its gateway.',
            additionalProperties: false,
            required: ['ip'],
            properties: {
              ip: { type: 'string', description: 'Address with its prefix length, for example 192.0.2.10/24.' },
              gateway: { ...address, description: 'Address of the next hop.' },
            },
          },
        },
      },
    },
    status: {
      type: 'object',
      description: 'State that the operator observed.',
      readOnly: true,
      additionalProperties: false,
      required: ['conditions'],
      properties: {
        conditions: {
          type: 'array',
          description: 'State of the router.',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['type'],
          items: {
            type: 'object',
            description: 'One aspect of the state.',
            additionalProperties: false,
            required: ['lastTransitionTime', 'status', 'type'],
            properties: {
              type: {
                type: 'string',
                enum: ['Available', 'Progressing', 'Degraded'],
                description: 'Aspect that the condition describes.',
              },
              status: {
                type: 'string',
                enum: ['True', 'False', 'Unknown'],
                description: 'Whether the condition applies.',
              },
              lastTransitionTime: {
                type: 'string',
                format: 'date-time',
                nullable: true,
                description: 'When status last changed.',
              },
              reason: { type: 'string', description: 'Why, in one word.' },
              message: { type: 'string', description: 'Why, in a sentence.' },
            },
          },
        },
      },
    },
  },
};
