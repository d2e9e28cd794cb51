import { protocolOf } from '../address-family.js';
import { groupBy } from '../../../../std/group-by.js';
import type { Node } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Row, RowIdentity } from '../../../../model/northbound.js';
import type { Family } from '../../../../net/address.js';
import { formatPrefix } from '../../../../net/prefix.js';
import { ROUTER_POLICY_PRIORITY } from '../../../../ovn-kubernetes/priorities.js';
import { addressSetRow } from '../address-set.js';
import { joinNextHop } from '../egress-ip/next-hop.js';
import { FAMILY_ID, byHashedName, objectIds } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { byKey, routerPolicyKey } from '../keys.js';
import { clusterRouterName, nodeRouterPortName } from '../../../../ovn-kubernetes/row-names.js';
import { deferRow } from '../deferred-row.js';
import type { RouterRowDraft } from '../router-row.js';
import { clusterPrefixes } from '../topology/networks.js';
import type { ServedAddress } from './served.js';

/** Rows that bring served pods to the gateway router of their node. */
export interface HybridRows {
  readonly sets: readonly Row[];
  readonly policies: readonly RouterRowDraft[];
}

/**
 * Returns the rows for local gateway mode, in which traffic leaves through the node's own network stack. It would
 * bypass the gateway router and its source routes. Each node with served pods has the address sets of all families, and
 * a policy for each family with an address.
 */
export function hybridRowsOf(served: readonly ServedAddress[], configuration: Configuration): HybridRows {
  if (configuration.gatewayMode !== 'local') return { sets: [], policies: [] };
  const sets: Row[] = [];
  const policies: RouterRowDraft[] = [];
  for (const [node, own] of groupBy(served, ({ node }) => node)) {
    for (const family of configuration.ipFamilies) {
      const first = own.find(({ address }) => address.family === family);
      const identity = hybridSet(node, family);
      const row = addressSetRow(
        identity,
        own.map(({ address }) => address),
        family,
      );
      const [cause] = own.map(({ intent }) => intent.cause);
      sets.push({ ...row, ...(cause ? { cause } : {}) });
      if (first) policies.push(...policyOf(first, identity, configuration));
    }
  }
  return { sets: sets.sort(byKey), policies };
}

function policyOf(
  { node, address: { family }, intent }: ServedAddress,
  { key: set }: RowIdentity,
  configuration: Configuration,
): RouterRowDraft[] {
  const nextHop = joinNextHop(node, configuration, family);
  if (nextHop === undefined) return [];
  const field = protocolOf(family);
  const match = [
    `inport == "${nodeRouterPortName(node.name)}"`,
    `${field}.src == $${set}`,
    ...clusterPrefixes(configuration)
      .filter((prefix) => prefix.family === family)
      .map((prefix) => `${field}.dst != ${formatPrefix(prefix)}`),
  ].join(' && ');
  const priority = ROUTER_POLICY_PRIORITY.toGatewayRouter;
  return [
    {
      router: clusterRouterName,
      distinction: '',
      row: deferRow({
        key: routerPolicyKey(clusterRouterName, priority, match),
        columns: () => ({ action: 'reroute', match, nexthops: [nextHop], priority }),
        cause: intent.cause,
      }),
    },
  ];
}

function hybridSet({ name }: Node, family: Family): RowIdentity {
  return byHashedName(objectIds(OWNER_TYPE.toGatewayRouter, ['name', name], ['ip-family', FAMILY_ID[family]]));
}
