import type { Cluster, Node, Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Direction } from '../../../../model/intent/policy.js';
import type { Row, RowIdentity } from '../../../../model/northbound.js';
import { byKey } from '../keys.js';
import { podPortName } from '../../../../ovn-kubernetes/row-names.js';

/** A port group, and the pods of all zones that it is for. */
export interface PolicyPortGroup {
  readonly identity: RowIdentity;
  readonly acls: readonly string[];
  readonly pods: Iterable<Pod>;
  readonly cause: Cause;
  /** The directions in which a policy closes the pods. */
  readonly closes?: readonly Direction[];
}

/** Port groups: those that all zones hold, without ports, and what a zone adds to them. */
export interface PolicyPortGroups {
  readonly shared: readonly Row[];
  /** The ports in a zone, and what `aclsOf` has for the group (its name → keys of ACLs of the zone). */
  readonly ownOf: (zone: string, aclsOf: ReadonlyMap<string, readonly string[]>) => readonly Row[];
}

/** Makes port groups: each holds the ports of the pods on the nodes of a zone that have a switch. */
export function createPortGroups(
  groups: readonly PolicyPortGroup[],
  { nodeByName }: Cluster,
  hasSwitch: (node: Node) => boolean,
): PolicyPortGroups {
  const rows = new Map<string, Row>();
  const portsByZone = new Map<string, Map<string, string[]>>();
  for (const { identity, acls, pods, cause, closes } of groups) {
    const { key: name, external_ids } = identity;
    const columns = { ...(acls.length > 0 && { acls: [...acls].sort() }), external_ids, name };
    rows.set(name, { key: name, columns, cause, ...(closes ? { closes } : {}) });
    for (const pod of pods) {
      const node = nodeByName.get(pod.nodeName);
      if (!node || pod.port === undefined || !hasSwitch(node)) continue;
      const ofZone = portsByZone.get(node.zone) ?? new Map<string, string[]>();
      portsByZone.set(node.zone, ofZone);
      const port = podPortName(pod.namespace, pod.name);
      const ports = ofZone.get(name);
      if (ports) ports.push(port);
      else ofZone.set(name, [port]);
    }
  }
  const ownOf: PolicyPortGroups['ownOf'] = (zone, aclsOf) => {
    const portsOf = portsByZone.get(zone) ?? new Map<string, string[]>();
    return [...new Set([...portsOf.keys(), ...aclsOf.keys()])].sort().flatMap((key) => {
      const [row, ports, acls = []] = [rows.get(key), portsOf.get(key), aclsOf.get(key)];
      if (!row || (!ports && acls.length === 0)) return [];
      const columns = {
        ...(acls.length > 0 && { acls: [...acls].sort() }),
        ...(ports && { ports: [...ports].sort() }),
      };
      return [{ ...row, columns }];
    });
  };
  return { shared: [...rows.values()].sort(byKey), ownOf };
}
