import type { Kind } from '../contract/kind.js';
import { checkPolicy } from './check.js';
import { lowerPolicies } from './lower.js';
import { messages } from './messages.js';
import { resolvePolicies } from './resolve.js';
import { networkPolicySchema } from './schema.js';
import { OWNER_TYPE } from '../../ovn-kubernetes/owner-types.js';

/** NetworkPolicy: which connections the pods of a namespace may have (networking.k8s.io/v1). */
export const networkPolicy: Kind = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  namespaced: true,
  definition: { schema: networkPolicySchema },
  messages,
  feature: 'networkPolicy',
  countsInInventory: true,
  rows: [
    {
      ownerType: 'NetworkPolicy',
      tables: ['ACL', 'Port_Group'],
      sharedWithControllers: true,
      objectOf: (name) => name.replace(':', '/'),
    },
    { ownerType: OWNER_TYPE.defaultDeny, tables: ['ACL', 'Port_Group'], sharedWithControllers: true },
    { ownerType: OWNER_TYPE.selectedPods, tables: ['Address_Set'], sharedWithControllers: true },
  ],
  check: checkPolicy,
  allowTemplate: 'add {$side: [$peer]$ports} to spec.$direction',
  resolve: (manifests, context) => {
    const policies = resolvePolicies(manifests, context);
    return { lower: () => lowerPolicies(policies, context) };
  },
};
