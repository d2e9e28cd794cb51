import type { Cluster, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { Columns } from '../../../../model/northbound.js';
import { formatAddress } from '../../../../net/address.js';
import { natKey } from '../keys.js';
import { gatewayRouterName } from '../../../../ovn-kubernetes/row-names.js';
import { deferRow } from '../deferred-row.js';
import type { RouterRowDraft } from '../router-row.js';
import { portRangeOf } from '../topology/networks.js';

/**
 * Returns the translations that pods with external gateways must not have at their own node, by zone (OVN-Kubernetes
 * with `disableSnatMultipleGateways`). They are those of all pod addresses, regardless of the families of the gateways.
 */
export function collectUntranslated(
  pods: ReadonlySet<Pod>,
  { nodeByName }: Cluster,
  configuration: Configuration,
): ReadonlyMap<string, readonly RouterRowDraft[]> {
  const portRange = portRangeOf(configuration);
  const zones = new Map<string, RouterRowDraft[]>();
  for (const { nodeName, addresses } of pods) {
    const node = nodeByName.get(nodeName);
    if (!node) continue;
    const router = gatewayRouterName(node.name);
    const known = zones.get(node.zone) ?? [];
    zones.set(node.zone, known);
    for (const { family, text: logical_ip } of addresses) {
      for (const { address } of node.gateway?.ipAddresses ?? []) {
        if (address.family !== family) continue;
        const nat = { type: 'snat', external_ip: formatAddress(address), logical_ip, ...portRange };
        const columns = (): Columns => ({ ...nat, options: { stateless: 'false' } });
        known.push({ router, distinction: '', row: deferRow({ key: natKey(router, nat), columns }) });
      }
    }
  }
  return zones;
}
