import { type AdminPolicyKind, adminPolicySchema, olderAdminPolicySchema } from '../admin-policy/schema.js';

const kind: AdminPolicyKind = {
  kind: 'BaselineAdminNetworkPolicy',
  description: 'Allowed connections of pods if no other policy decides.',
  actions: ['Allow', 'Deny'],
  more: { required: [], properties: {} },
};

/** JSON Schema of a BaselineAdminNetworkPolicy (policy.networking.k8s.io/v1alpha1, v0.1.5). */
export const baselineAdminNetworkPolicySchema = adminPolicySchema(kind);

/** The same in other versions of the definition. */
export const otherBaselineAdminNetworkPolicySchemas = { 'v0.1.2': olderAdminPolicySchema(kind) };
