import type { Cluster, Node, Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Direction } from '../../../../model/intent/policy.js';
import type { Row, RowIdentity } from '../../../../model/northbound.js';
import { byKey } from '../keys.js';
import { podPortName } from '../../../../ovn-kubernetes/row-names.js';

/** Port group, and its pods of all zones. */
export interface PolicyPortGroup {
  readonly identity: RowIdentity;
  readonly acls: readonly string[];
  readonly pods: Iterable<Pod>;
  readonly cause: Cause;
  /** Directions in which a policy isolates the pods. Set only for the groups of NetworkPolicies. */
  readonly closes?: readonly Direction[];
}

/** Port groups that all zones contain, without ports, and the members that a zone adds. */
export interface PolicyPortGroups {
  readonly shared: readonly Row[];
  /**
   * Returns the ports in a zone, and the ACLs that `aclsOf` has for the group (its name → keys of ACLs of the zone).
   */
  readonly ownOf: (zone: string, aclsOf: ReadonlyMap<string, readonly string[]>) => readonly Row[];
}

/** Creates port groups. Each contains the ports of the pods on the nodes of a zone that have a switch. */
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
