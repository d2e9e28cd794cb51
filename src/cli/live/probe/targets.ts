import { nodeSubnetsOf } from '../../../discovery/pod-networks.js';
import { nameOf } from '../../../model/kubernetes-object.js';
import { formatAddress } from '../../../net/address.js';
import { managementAddressIn } from '../../../ovn-kubernetes/addresses.js';
import { LABEL } from '../../../ovn-kubernetes/annotations.js';
import { type JsonObject, asObject, asString } from '../../../std/json.js';
import { type Inventory, fileOf } from '../../inventory/pull.js';

/** A node, and the addresses of its management port. */
export interface ProbeTarget {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** Returns the nodes to probe: those that can host egress addresses, and the hosts of EgressServices. */
export function findProbeTargets({ files }: Inventory): readonly ProbeTarget[] {
  const objectsOf = (kind: string): readonly JsonObject[] =>
    files.find(({ path }) => path === fileOf(kind))?.objects ?? [];
  const hosts = new Set(objectsOf('EgressService').map(({ status }) => asString(asObject(status)?.host)));
  return objectsOf('Node').flatMap((node): ProbeTarget[] => {
    const { name } = nameOf(node);
    const labels = asObject(asObject(node.metadata)?.labels) ?? {};
    if (!Object.hasOwn(labels, LABEL.assignable) && !hosts.has(name)) return [];
    const addresses = nodeSubnetsOf(node).map((subnet) => formatAddress(managementAddressIn(subnet)));
    return addresses.length === 0 ? [] : [{ name, addresses }];
  });
}
