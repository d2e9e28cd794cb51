import type { Kind } from '../contract/kind.js';
import { resolveEach } from '../shared/resolve-each.js';
import { checkPorts } from './check.js';
import { lowerFirewall } from './lower.js';
import { messages } from './messages.js';
import { namesNetworksAlone, resolvedFirewall } from './resolve.js';
import { egressFirewallSchema, otherEgressFirewallSchemas } from './schema.js';
import { OWNER_TYPE } from '../../ovn-kubernetes/owner-types.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/** EgressFirewall: which destinations the pods of a namespace may reach (OVN-Kubernetes). */
export const egressFirewall: Kind = {
  apiVersion: API_VERSION,
  kind: 'EgressFirewall',
  namespaced: true,
  definition: {
    schema: egressFirewallSchema,
    otherSchemas: otherEgressFirewallSchemas,
    onlyName: 'default',
  },
  messages,
  feature: 'egressFirewall',
  check: checkPorts,
  allowTemplate: 'insert {type: Allow, to: {cidrSelector: $destination}$ports} at $rule',
  rows: [
    { ownerType: 'EgressFirewall', tables: ['ACL'], objectOf: (namespace) => `${namespace}/default` },
    { ownerType: OWNER_TYPE.names, tables: ['Address_Set'] },
  ],
  isNamespaceLocal: namesNetworksAlone,
  resolve: resolveEach({ kindOf: () => egressFirewall, resolved: resolvedFirewall, lower: lowerFirewall }),
};
