import { nodeSubnetsOf } from '../../../discovery/pod-networks.js';
import { nameOf } from '../../../model/kubernetes-object.js';
import { formatAddress } from '../../../net/address.js';
import { managementAddressIn } from '../../../ovn-kubernetes/addresses.js';
import { LABEL } from '../../../ovn-kubernetes/annotations.js';
import { type Json, type JsonObject, asList, asObject, asString } from '../../../std/json.js';
import { type Inventory, fileOf } from '../../inventory/pull.js';

/** A node, and the addresses of its management port. */
export interface ProbeTarget {
  readonly name: string;
  /** True if a status assigns an egress address or an EgressService to the node. */
  readonly isAssigned: boolean;
  readonly addresses: readonly string[];
}

/** Returns the nodes to probe: those that can host egress addresses, and the hosts of EgressServices. */
export function findProbeTargets({ files }: Inventory): readonly ProbeTarget[] {
  const objectsOf = (kind: string): readonly JsonObject[] =>
    files.find(({ path }) => path === fileOf(kind))?.objects ?? [];
  const hosts = new Set(objectsOf('EgressService').map(({ status }) => asString(asObject(status)?.host)));
  const holders = new Set(objectsOf('EgressIP').flatMap(({ status }) => nodesIn(asObject(status)?.items)));
  return objectsOf('Node').flatMap((node): ProbeTarget[] => {
    const { name } = nameOf(node);
    const labels = asObject(asObject(node.metadata)?.labels) ?? {};
    if (!Object.hasOwn(labels, LABEL.assignable) && !hosts.has(name)) return [];
    const addresses = nodeSubnetsOf(node).map((subnet) => formatAddress(managementAddressIn(subnet)));
    return addresses.length === 0 ? [] : [{ name, isAssigned: hosts.has(name) || holders.has(name), addresses }];
  });
}

function nodesIn(items: Json | undefined): readonly (string | undefined)[] {
  return asList(items).map((item) => asString(asObject(item)?.node));
}
