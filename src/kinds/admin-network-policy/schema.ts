import { adminPolicySchema } from '../admin-policy-schema.js';

/** JSON Schema of an AdminNetworkPolicy (policy.networking.k8s.io/v1alpha1, v0.1.5). */
export const adminNetworkPolicySchema = adminPolicySchema(
  'AdminNetworkPolicy',
  'Which connections pods may have; evaluated before every NetworkPolicy.',
  ['Allow', 'Deny', 'Pass'],
  {
    required: ['priority'],
    properties: {
      priority: {
        type: 'integer',
        format: 'int32',
        minimum: 0,
        maximum: 1000,
        description: 'The lowest decides first. OVN-Kubernetes takes those up to 99.',
      },
    },
  },
);
