import { headerSchema } from '../shared/object-schema.js';
import { conditionsSchema } from '../shared/condition-schema.js';
import type { JsonObject } from '../../std/json.js';

/** JSON Schema of a CloudPrivateIPConfig (OpenShift 4.15). The rule for its name is in `check.ts`. */
export const cloudPrivateIPConfigSchema: JsonObject = {
  type: 'object',
  description: 'A private address, the name of the object, that the cloud routes to a node.',
  additionalProperties: false,
  required: ['spec'],
  properties: {
    ...headerSchema(
      'cloud.network.openshift.io/v1',
      'CloudPrivateIPConfig',
      'Name (the address), labels and annotations.',
    ),
    spec: {
      type: 'object',
      description: 'Desired state.',
      additionalProperties: false,
      properties: { node: { type: 'string', description: 'Name of the node that gets the address.' } },
    },
    status: {
      type: 'object',
      description: 'State that the cloud controller observed.',
      readOnly: true,
      additionalProperties: false,
      required: ['conditions'],
      properties: {
        node: { type: 'string', description: 'Name of the node that has, gets or loses the address.' },
        conditions: conditionsSchema('The condition Assigned.'),
      },
    },
  },
};
