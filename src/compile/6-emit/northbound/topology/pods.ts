import type { Cluster, Node, Pod } from '../../../../model/cluster.js';
import { podPortName } from '../../../../ovn-kubernetes/row-names.js';
import { type TopologyRows, type Entry, addRow, refer } from './topology-rows.js';

/** The pods of a node that have a port on its switch: on the pod network, not completed, with addresses assigned. */
export function podsWithPort(node: Node, cluster: Cluster): readonly Pod[] {
  const pods = cluster.podsByNode.get(node.name) ?? [];
  return pods.filter(({ hostNetwork, completed, port }) => !hostNetwork && !completed && port !== undefined);
}

/** Adds the ports of a node's pods to its switch. */
export function addPodPorts(draft: TopologyRows, node: Node, pods: readonly Pod[], nodeSwitch: Entry): void {
  for (const { namespace, name: podName, uid, port } of pods) {
    if (!port) continue;
    const name = podPortName(namespace, podName);
    const addresses = [[port.mac.toLowerCase(), ...port.addresses.map(({ text }) => text)].join(' ')];
    const podPort = addRow(draft, 'Logical_Switch_Port', name, {
      name,
      addresses,
      port_security: addresses,
      external_ids: { namespace, pod: 'true' },
      options: {
        'iface-id-ver': uid,
        ...(node.chassisId !== undefined && { 'requested-chassis': node.chassisId }),
      },
    });
    refer(nodeSwitch, 'ports', podPort);
  }
}
