import { createAdminPolicyCheck } from '../admin-policy/check.js';
import { completeSelectors } from '../admin-policy/complete.js';
import { lowerAdminPolicies } from '../admin-policy/lower.js';
import type { Kind } from '../contract/kind.js';
import { messages } from './messages.js';
import { resolveByPriority } from './resolve.js';
import { adminNetworkPolicySchema, otherAdminNetworkPolicySchemas } from './schema.js';

/** AdminNetworkPolicy: which connections pods may have, before NetworkPolicies (OVN-Kubernetes). */
export const adminNetworkPolicy: Kind = {
  apiVersion: 'policy.networking.k8s.io/v1alpha1',
  kind: 'AdminNetworkPolicy',
  namespaced: false,
  definition: {
    schema: adminNetworkPolicySchema,
    otherSchemas: otherAdminNetworkPolicySchemas,
    sharesConditions: true,
    complete: completeSelectors,
  },
  messages,
  feature: 'adminNetworkPolicy',
  countsInInventory: true,
  rows: [
    {
      ownerType: 'AdminNetworkPolicy',
      tables: ['ACL', 'Address_Set', 'Port_Group'],
      sharedWithControllers: true,
      objectOf: (name) => name,
    },
  ],
  check: createAdminPolicyCheck(messages),
  allowTemplate: 'insert a copy of $rule at its place with the action Allow$numbers',
  resolve: (manifests, context) => {
    const policies = resolveByPriority(manifests, context);
    return { lower: () => lowerAdminPolicies(policies, 'admin', context) };
  },
};
