import type { Kind } from '../kind.js';
import { checkMark } from './check.js';
import { egressIPSchema } from './schema.js';

/** EgressIP of OVN-Kubernetes v1.3; only checked. */
export const egressIP: Kind = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressIP',
  namespaced: false,
  schema: egressIPSchema,
  feature: 'egressIP',
  check: checkMark,
};
