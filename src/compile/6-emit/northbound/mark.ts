import { protocolOf } from './address-family.js';
import type { Cluster, Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { Attachment, Row } from '../../../model/northbound.js';
import type { CanonicalAddress, Family } from '../../../net/address.js';
import { QOS_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { addressSetRow } from './address-set.js';
import { type ObjectIds, objectIds, hashedNameOf, FAMILY_ID } from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';
import { nodeSwitchName } from '../../../ovn-kubernetes/row-names.js';

/** A mark with what every zone shares: its QoS row if it has a destination, and its source's addresses by zone. */
export interface MarkRows {
  readonly qos?: Row;
  readonly sets: readonly { readonly ids: ObjectIds; readonly family: Family }[];
  readonly addresses: ReadonlyMap<string, readonly CanonicalAddress[]>;
}

/** The rows of each mark. */
export function emitMarks(
  intents: readonly MarkIntent[],
  { nodeByName }: Cluster,
  { ipFamilies }: Configuration,
): readonly MarkRows[] {
  return intents.map((intent) => {
    const priority = QOS_PRIORITY.firstRule - intent.order;
    const { namespace } = intent.source;
    const sets = ipFamilies.map((family) => ({
      family,
      ids: objectIds(OWNER_TYPE.mark, ['name', namespace], ['priority', priority], ['ip-family', FAMILY_ID[family]]),
    }));
    const shared = { sets, addresses: addressesByZone(intent, nodeByName) };
    const { destination } = intent;
    return destination === 'none' ? shared : { ...shared, qos: qosRow(intent, destination, priority, sets) };
  });
}

type Destination = Exclude<MarkIntent['destination'], 'none'>;

function qosRow(
  { source: { namespace }, dscp, cause }: MarkIntent,
  destination: Destination,
  priority: number,
  sets: MarkRows['sets'],
): Row {
  // Priority and name change places: the identity of the row is not that of its address sets.
  const ids = objectIds(OWNER_TYPE.mark, ['priority', priority], ['name', namespace]);
  const columns = {
    action: { dscp },
    direction: 'to-lport',
    external_ids: ids,
    match: `(${destinationClause(destination)}) && ${sourceClause(sets)}`,
    priority,
  };
  return { key: ids['k8s.ovn.org/id'], columns, cause };
}

/** Without a destination both families are named, whatever the cluster has. */
function destinationClause(destination: Destination): string {
  if (!destination) return 'ip4.dst == 0.0.0.0/0 || ip6.dst == ::/0';
  return `${protocolOf(destination.prefix.family)}.dst == ${destination.text}`;
}

function sourceClause(sets: MarkRows['sets']): string {
  const clauses = sets.map(({ ids, family }) => `${protocolOf(family)}.src == $${hashedNameOf(ids)}`);
  return clauses.length === 1 ? clauses.join() : `(${clauses.join(' || ')})`;
}

function addressesByZone({ source }: MarkIntent, nodes: ReadonlyMap<string, Node>): Map<string, CanonicalAddress[]> {
  const byZone = new Map<string, CanonicalAddress[]>();
  for (const { nodeName, addresses } of source.pods) {
    const zone = nodes.get(nodeName)?.zone;
    if (zone === undefined) continue;
    const known = byZone.get(zone);
    if (known) known.push(...addresses);
    else byZone.set(zone, [...addresses]);
  }
  return byZone;
}

/** The address sets of the marks in one zone: only pods that run there. */
export function emitMarkSets(marks: readonly MarkRows[], zone: string): Row[] {
  return marks.flatMap(({ sets, addresses }) =>
    sets.map(({ ids, family }) => addressSetRow(ids, addresses.get(zone) ?? [], family)),
  );
}

/** Every QoS rule hangs on every node switch of the zone; the source sets keep them apart. */
export function attachMarks(qosKeys: readonly string[], nodes: readonly Node[]): Attachment[] {
  if (qosKeys.length === 0) return [];
  return nodes.map((node) => ({
    table: 'Logical_Switch',
    key: nodeSwitchName(node.name),
    column: 'qos_rules',
    references: qosKeys,
  }));
}
