import type { JsonObject } from '../../std/json.js';

/** JSON Schema of `status.messages`: the result that each zone reports for an object. */
export const zoneMessagesSchema: JsonObject = {
  type: 'array',
  description: 'One message of each zone.',
  'x-kubernetes-list-type': 'set',
  items: { type: 'string', description: 'Zone and result.' },
};
