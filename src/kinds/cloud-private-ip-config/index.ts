import type { Kind } from '../kind.js';
import { checkName } from './check.js';
import { cloudPrivateIPConfigSchema } from './schema.js';

/** CloudPrivateIPConfig of OpenShift 4.15; only checked. */
export const cloudPrivateIPConfig: Kind = {
  apiVersion: 'cloud.network.openshift.io/v1',
  kind: 'CloudPrivateIPConfig',
  namespaced: false,
  schema: cloudPrivateIPConfigSchema,
  check: checkName,
};
