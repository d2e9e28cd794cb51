import type { Node, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { type Family, formatAddress } from '../../../../net/address.js';
import { natKey } from '../keys.js';
import { gatewayAddress, joinAddress } from '../../../../ovn-kubernetes/addresses.js';
import { type TopologyRows, type TopologyEntry, addRow, refer } from './topology-rows.js';
import { clusterPrefixes, logicalIP, portRangeOf } from './networks.js';

/**
 * Adds the translations of a gateway router to the node's address of the same family. Its own join addresses are
 * translated. In addition, either all pods of the cluster are translated at once or, with
 * `disableSnatMultipleGateways`, each pod of the node.
 */
export function addGatewayNat(
  draft: TopologyRows,
  node: Node,
  configuration: Configuration,
  router: TopologyEntry,
  pods: readonly Pod[],
): void {
  const external = new Map<Family, string>();
  for (const family of configuration.ipFamilies) {
    const address = gatewayAddress(node, family);
    if (!address) continue;
    external.set(family, formatAddress(address));
    const join = joinAddress(node, configuration, family);
    if (join) addSnat(draft, router, external.get(family), formatAddress(join), configuration);
  }
  if (configuration.disableSnatMultipleGateways) {
    for (const { family, text } of pods.flatMap((pod) => pod.port?.addresses ?? [])) {
      addSnat(draft, router, external.get(family), text, configuration);
    }
  } else {
    for (const prefix of clusterPrefixes(configuration)) {
      addSnat(draft, router, external.get(prefix.family), logicalIP(prefix), configuration);
    }
  }
}

function addSnat(
  draft: TopologyRows,
  router: TopologyEntry,
  external_ip: string | undefined,
  logical_ip: string,
  configuration: Configuration,
): void {
  if (external_ip === undefined) return;
  const nat = { type: 'snat', external_ip, logical_ip, ...portRangeOf(configuration) };
  refer(router, 'nat', addRow(draft, 'NAT', natKey(router.key, nat), { ...nat, options: { stateless: 'false' } }));
}
