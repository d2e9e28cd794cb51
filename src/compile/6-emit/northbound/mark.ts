import { protocolOf } from './address-family.js';
import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { Attachment, Columns, Row } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { QOS_PRIORITY } from '../../../ovn-kubernetes/priorities.js';
import { EVERY_SWITCH } from '../../../northbound/join-rows.js';
import { groupBy } from '../../../std/group-by.js';
import { remember } from '../../../std/remember.js';
import { addressesIn } from './address-set.js';
import { deferRow } from './deferred-row.js';
import { byKey } from './keys.js';
import { type ObjectIds, objectId, objectIds, hashedNameOf, FAMILY_ID } from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';

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
  const { ipFamilies } = configuration;
  const qos: Row[] = [];
  const sets: Row[] = [];
  const members = new Map<string, Row[]>();
  // Rules of one resource often have their pods in common.
  const findMembers = remember((pods: readonly Pod[]) => membersByZone(pods, ipFamilies, cluster));
  for (const intent of intents) {
    const { namespace, pods } = intent.source;
    const names = ipFamilies.map((family) => hashedNameOf(setIds(intent, family)));
    if (intent.destination !== 'none') qos.push(qosRow(intent, intent.destination, ipFamilies, names));
    for (const [index, family] of ipFamilies.entries()) sets.push(emptySet(intent, family, names[index] ?? ''));
    for (const [zone, added] of findMembers(pods)) {
      const rows = members.get(zone) ?? [];
      members.set(zone, rows);
      for (const { family, columns } of added) {
        rows.push({ key: names[ipFamilies.indexOf(family)] ?? '', columns, namespace });
      }
    }
  }
  const membersOf = (zone: string): readonly Row[] => (members.get(zone) ?? []).sort(byKey);
  return { qos: qos.sort(byKey), sets: sets.sort(byKey), membersOf };
}

function priorityOf({ order }: MarkIntent): number {
  return QOS_PRIORITY.firstRule - order;
}

/** The identity of the address set of a mark and family. */
function setIds(intent: MarkIntent, family: Family): ObjectIds {
  const { namespace } = intent.source;
  const priority = priorityOf(intent);
  return objectIds(OWNER_TYPE.mark, ['name', namespace], ['priority', priority], ['ip-family', FAMILY_ID[family]]);
}

/** An address set without members. */
function emptySet(intent: MarkIntent, family: Family, name: string): Row {
  const columns = (): Columns => ({ external_ids: setIds(intent, family), name });
  return deferRow({ key: name, columns, namespace: intent.source.namespace });
}

type Destination = Exclude<MarkIntent['destination'], 'none'>;

/** `names` are those of the address sets of the families. */
function qosRow(
  intent: MarkIntent,
  destination: Destination,
  families: readonly Family[],
  names: readonly string[],
): Row {
  const {
    source: { namespace },
    dscp,
    cause,
  } = intent;
  const priority = priorityOf(intent);
  // Priority and name change places: the identity of the row is not that of its address sets.
  const idsOf = (): ObjectIds => objectIds(OWNER_TYPE.mark, ['priority', priority], ['name', namespace]);
  const columns = (): Columns => ({
    action: { dscp },
    direction: 'to-lport',
    external_ids: idsOf(),
    match: `(${destinationClause(destination)}) && ${sourceClause(families, names)}`,
    priority,
  });
  return deferRow({ key: objectId(OWNER_TYPE.mark, priority, namespace), columns, cause });
}

/** Without a destination both families are named, whatever the cluster has. */
function destinationClause(destination: Destination): string {
  if (!destination) return 'ip4.dst == 0.0.0.0/0 || ip6.dst == ::/0';
  return `${protocolOf(destination.prefix.family)}.dst == ${destination.text}`;
}

function sourceClause(families: readonly Family[], names: readonly string[]): string {
  const clauses = families.map((family, index) => `${protocolOf(family)}.src == $${names[index] ?? ''}`);
  return clauses.length === 1 ? clauses.join() : `(${clauses.join(' || ')})`;
}

/** What pods of a zone add to the address set of a family. */
interface Members {
  readonly family: Family;
  readonly columns: Columns;
}

/** Zone → the addresses of its pods, for each family that has some. */
function membersByZone(
  pods: readonly Pod[],
  families: readonly Family[],
  { nodeByName }: Cluster,
): ReadonlyMap<string, readonly Members[]> {
  const byZone = groupBy(pods, ({ nodeName }) => nodeByName.get(nodeName)?.zone);
  const members = new Map<string, readonly Members[]>();
  for (const [zone, own] of byZone) {
    if (zone === undefined) continue;
    const all = own.flatMap(({ addresses }) => addresses);
    const found = families.map((family) => ({ family, columns: { addresses: addressesIn(all, family) } }));
    members.set(
      zone,
      found.filter(({ columns }) => columns.addresses.length > 0),
    );
  }
  return members;
}

/** Every QoS rule hangs on every node switch of the zone; the source sets keep them apart. */
export function attachMarks(rows: readonly Row[]): Attachment[] {
  if (rows.length === 0) return [];
  const references = rows.map(({ key }) => key);
  return [{ table: 'Logical_Switch', key: EVERY_SWITCH, column: 'qos_rules', references }];
}
