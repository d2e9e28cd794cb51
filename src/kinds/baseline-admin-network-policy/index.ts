import { createAdminPolicyCheck } from '../admin-policy/check.js';
import { completeSelectors } from '../admin-policy/complete.js';
import { lowerAdminPolicies } from '../admin-policy/lower.js';
import { createAdminPolicyQuery } from '../admin-policy/resolve.js';
import type { Kind } from '../contract/kind.js';
import { messages } from './messages.js';
import { baselineAdminNetworkPolicySchema, otherBaselineAdminNetworkPolicySchemas } from './schema.js';

const resolvedPolicy = createAdminPolicyQuery(messages);

/** BaselineAdminNetworkPolicy: the connections of pods that no other policy decides (OVN-Kubernetes). */
export const baselineAdminNetworkPolicy: Kind = {
  apiVersion: 'policy.networking.k8s.io/v1alpha1',
  kind: 'BaselineAdminNetworkPolicy',
  namespaced: false,
  definition: {
    schema: baselineAdminNetworkPolicySchema,
    otherSchemas: otherBaselineAdminNetworkPolicySchemas,
    sharesConditions: true,
    onlyName: 'default',
    complete: completeSelectors,
  },
  messages,
  feature: 'adminNetworkPolicy',
  countsInInventory: true,
  rows: [
    {
      ownerType: 'BaselineAdminNetworkPolicy',
      tables: ['ACL', 'Address_Set', 'Port_Group'],
      sharedWithControllers: true,
      objectOf: (name) => name,
    },
  ],
  check: createAdminPolicyCheck(messages),
  allowTemplate: 'insert a copy of $rule at its place with the action Allow$numbers',
  resolve: (manifests, context) => {
    const policies = manifests.map((manifest) => context.db.get(resolvedPolicy, manifest));
    return { lower: () => lowerAdminPolicies(policies, 'baseline', context) };
  },
};
