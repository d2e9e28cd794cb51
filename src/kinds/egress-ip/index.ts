import type { Kind } from '../contract/kind.js';
import { objectsOfKind } from '../contract/recorded-context.js';
import { checkMark } from './check.js';
import { claimRequestedAddresses } from './claims.js';
import { createMoveExplainer } from './explain-move.js';
import { explainEgressIP } from './explain.js';
import { listGivenAddresses } from './gives.js';
import { egressIPLock } from './lock.js';
import { createLower } from './lower.js';
import { messages } from './messages.js';
import { listRequestedEgress } from './requested.js';
import { createAssignmentQuery } from './resolve.js';
import { egressIPSchema } from './schema.js';
import { assessSurvival } from './failover.js';
import { assessAddresses } from './what-if.js';
import { OWNER_TYPE } from '../../ovn-kubernetes/owner-types.js';
import { LABEL } from '../../ovn-kubernetes/annotations.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/** EgressIP: source addresses for the traffic that leaves pods, each on a node of its own (OVN-Kubernetes). */
export const egressIP: Kind = {
  apiVersion: API_VERSION,
  kind: 'EgressIP',
  namespaced: false,
  definition: {
    schema: egressIPSchema,
    absentFields: {
      '/spec/nodeSelector': `remove it, and label the nodes that may have egress addresses: ${LABEL.assignable}`,
    },
    names: [{ path: 'status/items/*/node', kind: 'Node', namespace: 'none' }],
  },
  messages,
  feature: 'egressIP',
  check: checkMark,
  claims: claimRequestedAddresses,
  rows: [
    { ownerType: OWNER_TYPE.egressPoint, tables: ['Logical_Router_Policy', 'NAT', 'QoS'], objectOf: objectOfRow },
    { ownerType: OWNER_TYPE.egressPoint, tables: ['Address_Set'] },
    { ownerType: OWNER_TYPE.clusterNodes, tables: ['Address_Set'] },
  ],
  placement: {
    lock: egressIPLock,
    explain: explainEgressIP,
    explainMove: createMoveExplainer,
    dependsOnlyOnNodes: true,
    whatIf: assessAddresses,
    gives: listGivenAddresses,
    checkFailover: assessSurvival,
    requestedEgress: listRequestedEgress,
  },
  resolve: (_, { db }) => ({
    lower: () => lower(db),
    lock: db.get(assignments, undefined).lock,
  }),
};

const assignments = createAssignmentQuery((db) => db.get(objectsOfKind, egressIP));
const lower = createLower(assignments);

/**
 * Returns the EgressIP of a row key `<EgressIP>_<namespace>/<pod>`. Object names contain no underscore, nor do keys of
 * shared rows.
 */
function objectOfRow(name: string): string | undefined {
  const end = name.indexOf('_');
  return end < 0 ? undefined : name.slice(0, end);
}
