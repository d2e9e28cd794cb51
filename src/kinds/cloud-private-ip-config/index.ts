import type { Kind } from '../contract/kind.js';
import { checkName } from './check.js';
import { claimHeldAddresses } from './claims.js';
import { lowerAssignments } from './lower.js';
import { messages } from './messages.js';
import { resolveAssignments } from './resolve.js';
import { cloudPrivateIPConfigSchema } from './schema.js';

/** CloudPrivateIPConfig: a private address that the cloud routes to a node (OpenShift 4.15). */
export const cloudPrivateIPConfig: Kind = {
  apiVersion: 'cloud.network.openshift.io/v1',
  kind: 'CloudPrivateIPConfig',
  namespaced: false,
  definition: {
    schema: cloudPrivateIPConfigSchema,
    names: [
      { path: 'spec/node', kind: 'Node', namespace: 'none' },
      { path: 'status/node', kind: 'Node', namespace: 'none' },
    ],
  },
  messages,
  check: checkName,
  claims: claimHeldAddresses,
  resolve: (manifests, context) => {
    const resolved = resolveAssignments(manifests, context);
    return { lower: () => lowerAssignments(resolved, context) };
  },
};
