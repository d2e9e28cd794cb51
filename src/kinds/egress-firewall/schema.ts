import { headerSchema, statusSchema } from '../shared/object-schema.js';
import { labelSelectorSchema } from '../shared/selector-schema.js';
import { zoneMessagesSchema } from '../shared/zone-messages-schema.js';
import type { JsonObject } from '../../std/json.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/**
 * JSON Schema of an EgressFirewall (OVN-Kubernetes). The definition does not group the patterns of `type` and
 * `protocol`, so an API server also accepts `Allowed` or `XUDPX`. No controller implements these, so this schema
 * accepts only the exact words.
 */
export const egressFirewallSchema = schemaWith({
  type: 'string',
  pattern: '^(\\*\\.)?([A-Za-z0-9-]+\\.)*[A-Za-z0-9-]+\\.?$',
  description: 'DNS name whose addresses match. A leading *. is exactly one label.',
});

/** The same in other versions of the definition. */
export const otherEgressFirewallSchemas = {
  'without-wildcards': schemaWith({
    type: 'string',
    pattern: '^([A-Za-z0-9-]+\\.)*[A-Za-z0-9-]+\\.?$',
    description: 'DNS name whose addresses are meant.',
  }),
};

function schemaWith(dnsName: JsonObject): JsonObject {
  return {
    type: 'object',
    description: 'Which destinations outside the cluster the pods of a namespace may reach.',
    additionalProperties: false,
    required: ['spec'],
    properties: {
      ...headerSchema(API_VERSION, 'EgressFirewall', 'Name (always default), namespace, labels and annotations.'),
      spec: {
        type: 'object',
        description: 'Desired state.',
        additionalProperties: false,
        required: ['egress'],
        properties: {
          egress: {
            type: 'array',
            description: 'Rules in order: the first that matches decides. Traffic that none matches is allowed.',
            items: {
              type: 'object',
              description: 'A rule: what happens to traffic to one destination.',
              additionalProperties: false,
              required: ['type', 'to'],
              properties: {
                type: { type: 'string', enum: ['Allow', 'Deny'], description: 'Whether the traffic is allowed.' },
                to: {
                  type: 'object',
                  description: 'The destination: exactly one of cidrSelector, dnsName and nodeSelector.',
                  additionalProperties: false,
                  minProperties: 1,
                  maxProperties: 1,
                  properties: {
                    cidrSelector: { type: 'string', description: 'Destination network, for example 203.0.113.0/24.' },
                    dnsName,
                    nodeSelector: { ...labelSelectorSchema, description: 'Nodes whose host addresses are meant.' },
                  },
                },
                ports: {
                  type: 'array',
                  description: 'Destination ports (default: all traffic to the destination).',
                  items: {
                    type: 'object',
                    description: 'A port of a protocol.',
                    additionalProperties: false,
                    required: ['protocol'],
                    properties: {
                      port: {
                        type: 'integer',
                        format: 'int32',
                        minimum: 1,
                        maximum: 65535,
                        description: 'Destination port. An API server demands it of new objects.',
                      },
                      protocol: { type: 'string', enum: ['TCP', 'UDP', 'SCTP'], description: 'Transport protocol.' },
                    },
                  },
                },
              },
            },
          },
        },
      },
      status: statusSchema({
        messages: zoneMessagesSchema,
        status: { type: 'string', description: 'Summary of the messages of all zones.' },
      }),
    },
  };
}
