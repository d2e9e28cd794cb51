import type { Cluster } from '../../model/cluster.js';
import type { PortPlaces } from '../../model/northbound.js';
import { formatAddress } from '../../net/address.js';
import { managementPortName, podPortName, transitSwitchPortName } from '../../ovn-kubernetes/row-names.js';
import { groupBy } from '../../std/group-by.js';
import { memoizeWeak, once } from '../../std/memoize.js';

/** Returns the zones of the ports of pods and nodes, and the nodes of gateway addresses. Needs no rows. Memoized. */
export const placesOfPorts = memoizeWeak(({ nodes, nodeByName, podsByNode }: Cluster): PortPlaces => {
  const zones = once(() => {
    const byPort = new Map<string, string>();
    for (const { name, zone } of nodes) {
      byPort.set(managementPortName(name), zone);
      byPort.set(transitSwitchPortName(name), zone);
      for (const pod of podsByNode.get(name) ?? []) byPort.set(podPortName(pod.namespace, pod.name), zone);
    }
    return byPort;
  });
  const gateways = once(() => {
    const held = nodes.flatMap(({ name, gateway }) =>
      (gateway?.ipAddresses ?? []).map(({ address }) => ({ address: formatAddress(address), name })),
    );
    return groupBy(held, ({ address }) => address);
  });
  return {
    zoneOfPort: (port) => zones().get(port),
    zoneOfNode: (node) => nodeByName.get(node)?.zone,
    nodesWithGateway: (address) => (gateways().get(address) ?? []).map(({ name }) => name),
  };
});
