import { headerSchema, statusSchema } from '../shared/object-schema.js';
import { labelSelectorSchema } from '../shared/selector-schema.js';
import { zoneMessagesSchema } from '../shared/zone-messages-schema.js';
import type { JsonObject } from '../../std/json.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

const OCTET = '([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const GROUP = '[0-9A-Fa-f]{1,4}';
/** The definition has the letter d in place of a digit class. Its meaning is kept. */
const LETTERED_OCTET = '(25[0-5]|2[0-4]d|1dd|[1-9]?d)';

/**
 * The same texts as the pattern of the custom resource definition: a whole IPv4 address, or any text that starts, after
 * letters s, like an IPv6 address. What may follow the shortest such start has no influence, so it is not spelled out.
 */
const GATEWAY_PATTERN = [
  `^(${OCTET}\\.){3}${OCTET}$`,
  `^s*((${GROUP}:){7}[0-9A-Fa-f]|(${GROUP}:){1,7}:|::|(${GROUP}:){6}${LETTERED_OCTET}([^\\n]${LETTERED_OCTET}){3})`,
].join('|');

const bfdEnabled: JsonObject = {
  type: 'boolean',
  default: false,
  description: 'Whether BFD watches the gateway.',
};

/** JSON Schema of an AdminPolicyBasedExternalRoute (OVN-Kubernetes). */
export const adminPolicyBasedExternalRouteSchema: JsonObject = {
  type: 'object',
  description: 'External gateways for the traffic that leaves the pods of the selected namespaces.',
  additionalProperties: false,
  required: ['spec'],
  properties: {
    ...headerSchema(API_VERSION, 'AdminPolicyBasedExternalRoute', 'Name, labels and annotations.'),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      required: ['from', 'nextHops'],
      properties: {
        from: {
          type: 'object',
          description: 'Whose traffic is routed.',
          additionalProperties: false,
          required: ['namespaceSelector'],
          properties: {
            namespaceSelector: { ...labelSelectorSchema, description: 'Namespaces of the pods ({}: all).' },
          },
        },
        nextHops: {
          type: 'object',
          description: 'The gateways: static addresses, pods, or both.',
          additionalProperties: false,
          minProperties: 1,
          properties: {
            static: {
              type: 'array',
              description: 'Gateways with a fixed address.',
              items: {
                type: 'object',
                description: 'A gateway with a fixed address.',
                additionalProperties: false,
                required: ['ip'],
                properties: {
                  ip: {
                    type: 'string',
                    pattern: GATEWAY_PATTERN,
                    description: 'IPv4 or IPv6 address of the gateway.',
                  },
                  bfdEnabled,
                },
              },
            },
            dynamic: {
              type: 'array',
              description: 'Gateways that are pods.',
              items: {
                type: 'object',
                description: 'Pods that are gateways.',
                additionalProperties: false,
                required: ['podSelector', 'namespaceSelector'],
                properties: {
                  podSelector: { ...labelSelectorSchema, description: 'Gateway pods ({}: all).' },
                  namespaceSelector: {
                    ...labelSelectorSchema,
                    description: 'Namespaces of the gateway pods ({}: all).',
                  },
                  networkAttachmentName: {
                    type: 'string',
                    default: '',
                    description: "Network whose address of the pod is the gateway; empty for the host network's.",
                  },
                  bfdEnabled,
                },
              },
            },
          },
        },
      },
    },
    status: statusSchema({
      lastTransitionTime: { type: 'string', format: 'date-time', description: 'When the status last changed.' },
      messages: zoneMessagesSchema,
      status: { type: 'string', description: 'Success or Fail, once every zone has reported.' },
    }),
  },
};
