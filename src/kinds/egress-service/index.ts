import type { Kind } from '../kind.js';
import { egressServiceSchema } from './schema.js';

/** EgressService of OVN-Kubernetes v1.3; only checked. */
export const egressService: Kind = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressService',
  namespaced: true,
  schema: egressServiceSchema,
  feature: 'egressService',
};
