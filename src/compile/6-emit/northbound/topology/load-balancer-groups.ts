import { type TopologyRows, addRow } from './topology-rows.js';

/** Load balancers that are on every node switch and gateway router. */
export const CLUSTER_LB_GROUP = 'clusterLBGroup';

/** Load balancers that are on every node switch. */
export const SWITCH_LB_GROUP = 'clusterSwitchLBGroup';

/** Load balancers that are on the gateway routers of nodes with node ports. */
export const ROUTER_LB_GROUP = 'clusterRouterLBGroup';

/** Adds the groups, still empty: services fill them. */
export function addLoadBalancerGroups(draft: TopologyRows): void {
  for (const name of [CLUSTER_LB_GROUP, SWITCH_LB_GROUP, ROUTER_LB_GROUP]) {
    addRow(draft, 'Load_Balancer_Group', name, { name });
  }
}
