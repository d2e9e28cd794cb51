import type { Node, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import { podPortName } from '../../../../ovn-kubernetes/row-names.js';
import type { Columns } from '../../../../model/northbound.js';
import { deferRow } from '../deferred-row.js';
import { type TopologyRows, type TopologyEntry, placeEntry, refer } from './topology-rows.js';
import { macOf } from '../../../../ovn-kubernetes/mac.js';

/** Returns true for a pod that has a port on the switch of its node: on the pod network, not completed, with addresses. */
export function isOnSwitch({ hostNetwork, completed, port }: Pod): boolean {
  return !hostNetwork && !completed && port !== undefined;
}

/** Adds the ports of a node's pods to its switch. */
export function addPodPorts(
  draft: TopologyRows,
  node: Node,
  pods: readonly Pod[],
  { release }: Configuration,
  nodeSwitch: TopologyEntry,
): void {
  const chassis = release.base.podChassis === 'id' ? node.chassisId : node.name;
  for (const pod of pods) {
    const { port } = pod;
    if (!port) continue;
    const key = podPortName(pod.namespace, pod.name);
    // There is one row per pod, and a trace reads few of them.
    const row = deferRow({ key, columns: () => podPortColumns(key, pod, port, chassis) });
    refer(nodeSwitch, 'ports', placeEntry(draft, 'Logical_Switch_Port', row));
  }
}

function podPortColumns(
  name: string,
  { namespace, uid }: Pod,
  port: NonNullable<Pod['port']>,
  chassis: string | undefined,
): Columns {
  const [first] = port.addresses;
  const mac = port.mac ?? (first ? macOf(first) : '');
  const addresses = [[mac.toLowerCase(), ...port.addresses.map(({ text }) => text)].join(' ')];
  // An empty version matches no interface: ovn-controller would never bind the port.
  const version = uid === '' ? {} : { 'iface-id-ver': uid };
  const options = { ...version, ...(chassis !== undefined && { 'requested-chassis': chassis }) };
  return { name, addresses, port_security: addresses, external_ids: { namespace, pod: 'true' }, options };
}
