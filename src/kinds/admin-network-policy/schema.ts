import { type AdminPolicyKind, adminPolicySchema, olderAdminPolicySchema } from '../admin-policy/schema.js';
import { LAST_ADMIN_PRIORITY } from '../../ovn-kubernetes/filter-rows.js';

const kind: AdminPolicyKind = {
  kind: 'AdminNetworkPolicy',
  description: 'Allowed connections of pods, evaluated before every NetworkPolicy.',
  actions: ['Allow', 'Deny', 'Pass'],
  more: {
    required: ['priority'],
    properties: {
      priority: {
        type: 'integer',
        format: 'int32',
        minimum: 0,
        maximum: 1000,
        description: `The lowest decides first. OVN-Kubernetes takes those up to ${LAST_ADMIN_PRIORITY}.`,
      },
    },
  },
};

/** JSON Schema of an AdminNetworkPolicy (policy.networking.k8s.io/v1alpha1, v0.1.5). */
export const adminNetworkPolicySchema = adminPolicySchema(kind);

/** The same in other versions of the definition. */
export const otherAdminNetworkPolicySchemas = { 'v0.1.2': olderAdminPolicySchema(kind) };
