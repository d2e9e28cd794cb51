import { protocolOf } from './address-family.js';
import type { Cluster, Node } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { Attachment, Row } from '../../../model/northbound.js';
import type { CanonicalAddress, Family } from '../../../net/address.js';
import { QOS_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { EVERY_SWITCH } from '../../../northbound/join-rows.js';
import { addressSetRow, addressesRow } from './address-set.js';
import { byKey } from './keys.js';
import { type ObjectIds, objectIds, hashedNameOf, FAMILY_ID } from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';

/** A mark: its QoS row if it has a destination, its address sets, and its source's addresses by zone. */
interface MarkRows {
  readonly namespace: string;
  readonly qos?: Row;
  readonly sets: readonly { readonly ids: ObjectIds; readonly family: Family }[];
  readonly addresses: ReadonlyMap<string, readonly CanonicalAddress[]>;
}

/** The rows of marks: what all zones hold, and what each adds to it. */
export interface ZonedMarks {
  readonly qos: readonly Row[];
  /** Address sets without members. */
  readonly sets: readonly Row[];
  /** The members of address sets in a zone: only pods that run there. */
  readonly membersOf: (zone: string) => readonly Row[];
}

/** The rows of all marks. */
export function emitMarks(intents: readonly MarkIntent[], cluster: Cluster, configuration: Configuration): ZonedMarks {
  const marks = rowsOfMarks(intents, cluster, configuration);
  const members = new Map<string, Row[]>();
  for (const { namespace, sets, addresses } of marks) {
    for (const [zone, own] of addresses) {
      const rows = members.get(zone) ?? [];
      members.set(zone, rows);
      for (const { ids, family } of sets) {
        const row = addressesRow(ids, own, family, namespace);
        if (row) rows.push(row);
      }
    }
  }
  return {
    qos: marks.flatMap(({ qos }) => qos ?? []).sort(byKey),
    sets: marks
      .flatMap(({ namespace, sets }) => sets.map(({ ids, family }) => addressSetRow(ids, [], family, namespace)))
      .sort(byKey),
    membersOf: (zone) => (members.get(zone) ?? []).sort(byKey),
  };
}

function rowsOfMarks(
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
    const shared = { namespace, sets, addresses: addressesByZone(intent, nodeByName) };
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

/** Every QoS rule hangs on every node switch of the zone; the source sets keep them apart. */
export function attachMarks(rows: readonly Row[]): Attachment[] {
  if (rows.length === 0) return [];
  const references = rows.map(({ key }) => key);
  return [{ table: 'Logical_Switch', key: EVERY_SWITCH, column: 'qos_rules', references }];
}
