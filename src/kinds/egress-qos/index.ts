import type { Kind } from '../contract/kind.js';
import { lowerQoS } from './lower.js';
import { resolveEach } from '../shared/resolve-each.js';
import { messages } from './messages.js';
import { resolvedQoS } from './resolve.js';
import { egressQosSchema, otherEgressQoSSchemas } from './schema.js';
import { OWNER_TYPE } from '../../ovn-kubernetes/owner-types.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/** EgressQoS: which DSCP value the traffic of a namespace's pods carries (OVN-Kubernetes). */
export const egressQoS: Kind = {
  apiVersion: API_VERSION,
  kind: 'EgressQoS',
  namespaced: true,
  definition: {
    schema: egressQosSchema,
    otherSchemas: otherEgressQoSSchemas,
    sharesConditions: true,
    onlyName: 'default',
  },
  messages,
  feature: 'egressQoS',
  rows: [
    { ownerType: OWNER_TYPE.mark, tables: ['Address_Set', 'QoS'], objectOf: (namespace) => `${namespace}/default` },
  ],
  resolve: resolveEach({ kindOf: () => egressQoS, resolved: resolvedQoS, lower: lowerQoS }),
};
