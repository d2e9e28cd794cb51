import type { Cluster, Node, Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Row } from '../../../../model/northbound.js';
import { type ObjectIds, hashedNameOf } from '../../../../ovn-kubernetes/object-ids.js';
import { byKey } from '../keys.js';
import { podPortName } from '../../../../ovn-kubernetes/row-names.js';

/** A port group, and the pods of all zones that it is for. */
export interface PolicyPortGroup {
  readonly ids: ObjectIds;
  readonly acls: readonly string[];
  readonly pods: Iterable<Pod>;
  readonly cause: Cause;
}

/**
 * Returns a function that makes the port groups of a zone: each holds the ports of the pods on the zone's nodes that have a
 * switch, and what `aclsOf` has for it (its name → keys of ACLs of the zone). What has neither is the same row in all zones.
 */
export function createPortGroups(
  groups: readonly PolicyPortGroup[],
  { nodeByName }: Cluster,
  hasSwitch: (node: Node) => boolean,
): (zone: string, aclsOf: ReadonlyMap<string, readonly string[]>) => readonly Row[] {
  const rows: Row[] = [];
  const portsByZone = new Map<string, Map<string, string[]>>();
  for (const { ids, acls, pods, cause } of groups) {
    const name = hashedNameOf(ids);
    const columns = { ...(acls.length > 0 && { acls: [...acls].sort() }), external_ids: ids, name };
    rows.push({ key: name, columns, cause });
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
  rows.sort(byKey);
  return (zone, aclsOf) => {
    const ofZone = portsByZone.get(zone);
    return rows.map((row) => {
      const ports = ofZone?.get(row.key);
      const more = aclsOf.get(row.key);
      if (!ports && !more) return row;
      const columns = { ...row.columns, ...(ports && { ports: [...ports].sort() }) };
      return { ...row, columns: more ? { ...columns, acls: [...aclsIn(row), ...more].sort() } : columns };
    });
  };
}

function aclsIn({ columns: { acls } }: Row): readonly string[] {
  return Array.isArray(acls) ? (acls as readonly string[]) : [];
}
