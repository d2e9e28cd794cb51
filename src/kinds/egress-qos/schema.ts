import { headerSchema, statusSchema } from '../shared/object-schema.js';
import { conditionsSchema } from '../shared/condition-schema.js';
import { labelSelectorSchema } from '../shared/selector-schema.js';
import type { JsonObject } from '../../std/json.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

const statusFields: JsonObject = {
  status: { type: 'string', description: 'Summary of the conditions of all zones.' },
  conditions: conditionsSchema('One condition of each zone.'),
};

/** JSON Schema of an EgressQoS (OVN-Kubernetes). */
export const egressQosSchema = schemaWith(statusFields);

/** Those of releases that differ. `without-status`: its status has no fields. */
export const otherEgressQoSSchemas: Readonly<Record<string, JsonObject>> = { 'without-status': schemaWith({}) };

/** Returns the schema, whose status has the given fields. */
function schemaWith(status: JsonObject): JsonObject {
  return {
    type: 'object',
    description: 'Which DSCP value the traffic that leaves the pods of a namespace carries.',
    additionalProperties: false,
    properties: {
      ...headerSchema(API_VERSION, 'EgressQoS', 'Name (always default), namespace, labels and annotations.'),
      spec: {
        type: 'object',
        description: 'Desired state.',
        additionalProperties: false,
        required: ['egress'],
        properties: {
          egress: {
            type: 'array',
            description: 'Rules in order: the first that matches decides.',
            items: {
              type: 'object',
              description: 'A rule: how traffic to one destination is marked.',
              additionalProperties: false,
              required: ['dscp'],
              properties: {
                dscp: { type: 'integer', minimum: 0, maximum: 63, description: 'DSCP value to set.' },
                dstCIDR: {
                  type: 'string',
                  format: 'cidr',
                  description: 'Destination network (default: every destination).',
                },
                podSelector: {
                  ...labelSelectorSchema,
                  description: 'Pods of the namespace whose traffic is marked (default: all).',
                },
              },
            },
          },
        },
      },
      status: statusSchema(status),
    },
  };
}
