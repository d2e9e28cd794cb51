import type { Cluster, Node, Pod } from '../../../../model/cluster.js';
import type { ResourceName } from '../../../../model/diagnostic.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Direction } from '../../../../model/intent/policy.js';
import { hasSameName, resourceOf } from '../../../../model/kubernetes-object.js';
import type { Row, RowIdentity } from '../../../../model/northbound.js';
import { podPortName } from '../../../../ovn-kubernetes/row-names.js';
import { memoizeWeak } from '../../../../std/memoize.js';
import { sameItems, sameList } from '../../../../std/same-items.js';

/** Port group, and its pods of all zones. */
export interface PolicyPortGroup {
  readonly identity: RowIdentity;
  readonly acls: readonly string[];
  readonly pods: readonly Pod[];
  readonly cause: Cause;
  /** Directions in which a policy isolates the pods. Set only for the groups of NetworkPolicies. */
  readonly closes?: readonly Direction[];
}

/** Returns the port group that all zones contain, without ports. The same group gives the same row. */
export const portGroupRow = memoizeWeak(({ identity, acls, cause, closes }: PolicyPortGroup): Row => {
  const { key: name, external_ids } = identity;
  const columns = { ...(acls.length > 0 && { acls: [...acls].sort() }), external_ids, name };
  return { key: name, columns, cause, ...(closes ? { closes } : {}) };
});

/** The pods of a port group, and nothing else of its policy. */
export interface GroupMembers {
  readonly key: string;
  readonly resource: ResourceName;
  readonly pods: readonly Pod[];
}

/** Returns the pods of a port group. */
export function groupMembersOf({ identity, pods, cause }: PolicyPortGroup): GroupMembers {
  return { key: identity.key, resource: resourceOf(cause), pods };
}

/** Returns true if port groups have the same pods. */
export function haveSameMembers(a: readonly GroupMembers[], b: readonly GroupMembers[]): boolean {
  return sameList(
    a,
    b,
    (one, other) =>
      one.key === other.key && hasSameName(one.resource, other.resource) && sameItems(one.pods, other.pods),
  );
}

/**
 * Creates a function that returns what a zone adds to port groups: the ports of the pods on its nodes that have a switch,
 * and the ACLs that `aclsOf` has for the group (its name → keys of ACLs of the zone).
 */
export function createPorts(
  groups: readonly GroupMembers[],
  { nodeByName }: Cluster,
  hasSwitch: (node: Node) => boolean,
): (zone: string, aclsOf: ReadonlyMap<string, readonly string[]>) => readonly Row[] {
  const resources = new Map<string, ResourceName>();
  const portsByZone = new Map<string, Map<string, string[]>>();
  for (const { key, resource, pods } of groups) {
    resources.set(key, resource);
    for (const pod of pods) {
      const node = nodeByName.get(pod.nodeName);
      if (!node || pod.port === undefined || !hasSwitch(node)) continue;
      const ofZone = portsByZone.get(node.zone) ?? new Map<string, string[]>();
      portsByZone.set(node.zone, ofZone);
      const port = podPortName(pod.namespace, pod.name);
      const ports = ofZone.get(key);
      if (ports) ports.push(port);
      else ofZone.set(key, [port]);
    }
  }
  return (zone, aclsOf) => {
    const portsOf = portsByZone.get(zone) ?? new Map<string, string[]>();
    return [...new Set([...portsOf.keys(), ...aclsOf.keys()])].sort().flatMap((key) => {
      const [resource, ports, acls = []] = [resources.get(key), portsOf.get(key), aclsOf.get(key)];
      if (!resource || (!ports && acls.length === 0)) return [];
      const columns = {
        ...(acls.length > 0 && { acls: [...acls].sort() }),
        ...(ports && { ports: [...ports].sort() }),
      };
      return [{ key, columns, resource }];
    });
  };
}
