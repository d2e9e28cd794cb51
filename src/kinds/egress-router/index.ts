import type { Kind } from '../contract/kind.js';
import { claimRouterAddresses } from './claims.js';
import { lowerRouters } from './lower.js';
import { messages } from './messages.js';
import { resolveRouters } from './resolve.js';
import { egressRouterSchema } from './schema.js';

/** EgressRouter: a pod that passes traffic on to outside destinations from an address of its own (OpenShift 4.15). */
export const egressRouter: Kind = {
  apiVersion: 'network.operator.openshift.io/v1',
  kind: 'EgressRouter',
  namespaced: true,
  definition: { schema: egressRouterSchema },
  messages,
  claims: claimRouterAddresses,
  resolve: (manifests, context) => {
    const routers = resolveRouters(manifests, context);
    return { lower: () => lowerRouters(routers, context) };
  },
};
