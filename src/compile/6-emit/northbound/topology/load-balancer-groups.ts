import { LOAD_BALANCER_GROUP } from '../../../../ovn-kubernetes/row-names.js';
import { type TopologyRows, addRow } from './topology-rows.js';

/** Adds the groups, which are empty until services fill them. */
export function addLoadBalancerGroups(draft: TopologyRows): void {
  for (const name of Object.values(LOAD_BALANCER_GROUP)) addRow(draft, 'Load_Balancer_Group', name, { name });
}
