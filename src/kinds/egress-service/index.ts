import type { Kind } from '../contract/kind.js';
import { checkEgressService } from './check.js';
import { createHostMoveExplainer } from './explain-move.js';
import { explainEgressService } from './explain.js';
import { listGivenAddresses } from './gives.js';
import { egressServiceLock } from './lock.js';
import { lowerEgressServices } from './lower.js';
import { messages } from './messages.js';
import { resolveEgressServices } from './resolve.js';
import { egressServiceSchema } from './schema.js';
import { assessServices } from './what-if.js';
import { OWNER_TYPE } from '../../ovn-kubernetes/owner-types.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/** EgressService: how traffic leaves the endpoints of a Service (OVN-Kubernetes). */
export const egressService: Kind = {
  apiVersion: API_VERSION,
  kind: 'EgressService',
  namespaced: true,
  definition: {
    schema: egressServiceSchema,
    names: [
      { path: 'metadata/name', kind: 'Service', namespace: 'own' },
      { path: 'status/host', kind: 'Node', namespace: 'none' },
    ],
  },
  messages,
  feature: 'egressService',
  check: checkEgressService,
  rows: [{ ownerType: OWNER_TYPE.throughHost, tables: ['Address_Set'] }],
  placement: {
    lock: egressServiceLock,
    explain: explainEgressService,
    explainMove: createHostMoveExplainer,
    whatIf: assessServices,
    gives: listGivenAddresses,
  },
  resolve: (manifests, context) => {
    const resolved = resolveEgressServices(manifests, context);
    return { lower: () => lowerEgressServices(resolved, context.configuration), lock: resolved.lock };
  },
};
