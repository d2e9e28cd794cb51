import type { Kind } from '../contract/kind.js';
import { annotatedGateways } from './annotated-gateways.js';
import { claimNextHops } from './claims.js';
import { lowerPolicies } from './lower.js';
import { messages } from './messages.js';
import { resolvePolicies } from './resolve.js';
import { adminPolicyBasedExternalRouteSchema } from './schema.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/** AdminPolicyBasedExternalRoute: gateways for the traffic that leaves the pods of namespaces (OVN-Kubernetes). */
export const adminPolicyBasedExternalRoute: Kind = {
  apiVersion: API_VERSION,
  kind: 'AdminPolicyBasedExternalRoute',
  namespaced: false,
  definition: {
    schema: adminPolicyBasedExternalRouteSchema,
    names: [
      {
        path: 'spec/nextHops/dynamic/*/networkAttachmentName',
        kind: 'NetworkAttachmentDefinition',
        namespace: 'written',
      },
    ],
  },
  messages,
  feature: 'multiExternalGateway',
  claims: claimNextHops,
  resolve: (manifests, context) => {
    const policies = resolvePolicies(manifests, context);
    const annotated = context.db.get(annotatedGateways, undefined);
    return { lower: () => lowerPolicies(policies, annotated, context.cluster) };
  },
};
