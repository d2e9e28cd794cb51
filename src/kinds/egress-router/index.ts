import type { Kind } from '../kind.js';
import { egressRouterSchema } from './schema.js';

/** EgressRouter of OpenShift 4.15; only checked. */
export const egressRouter: Kind = {
  apiVersion: 'network.operator.openshift.io/v1',
  kind: 'EgressRouter',
  namespaced: true,
  schema: egressRouterSchema,
};
