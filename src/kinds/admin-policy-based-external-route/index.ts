import type { Kind } from '../kind.js';
import { adminPolicyBasedExternalRouteSchema } from './schema.js';

/** AdminPolicyBasedExternalRoute of OVN-Kubernetes v1.3; only checked. */
export const adminPolicyBasedExternalRoute: Kind = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'AdminPolicyBasedExternalRoute',
  namespaced: false,
  schema: adminPolicyBasedExternalRouteSchema,
  feature: 'multiExternalGateway',
};
