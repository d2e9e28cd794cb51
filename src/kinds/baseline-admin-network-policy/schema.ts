import { adminPolicySchema } from '../admin-policy-schema.js';

/** JSON Schema of a BaselineAdminNetworkPolicy (policy.networking.k8s.io/v1alpha1, v0.1.5). */
export const baselineAdminNetworkPolicySchema = adminPolicySchema(
  'BaselineAdminNetworkPolicy',
  'Which connections pods may have where no other policy decides.',
  ['Allow', 'Deny'],
  { required: [], properties: {} },
);
