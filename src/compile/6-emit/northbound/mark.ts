import type { Cluster, Pod } from '../../../model/cluster.js';
import type { Configuration } from '../../../model/configuration.js';
import type { MarkIntent } from '../../../model/intent/mark.js';
import type { Attachment, Row } from '../../../model/northbound.js';
import type { Family } from '../../../net/address.js';
import { EVERY_SWITCH } from '../../../northbound/join-rows.js';
import { groupBy } from '../../../std/group-by.js';
import { remember } from '../../../std/remember.js';
import { addressesIn } from './address-set.js';
import { byKey } from './keys.js';
import { MarkMembersRow, MarkRow, MarkSetRow, type Members, markSetName, membersOf } from './mark-row.js';

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
    const names = ipFamilies.map((family) => markSetName(intent, family));
    if (intent.destination !== 'none') qos.push(new MarkRow(intent, intent.destination, ipFamilies, names));
    for (const [index, family] of ipFamilies.entries()) sets.push(new MarkSetRow(names[index] ?? '', intent, family));
    for (const [zone, added] of findMembers(pods)) {
      const rows = members.get(zone) ?? [];
      members.set(zone, rows);
      for (const one of added) {
        rows.push(new MarkMembersRow(names[ipFamilies.indexOf(one.family)] ?? '', namespace, one));
      }
    }
  }
  const membersIn = (zone: string): readonly Row[] => (members.get(zone) ?? []).sort(byKey);
  return { qos: qos.sort(byKey), sets: sets.sort(byKey), membersOf: membersIn };
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
    const found = families.map((family) => ({ family, addresses: addressesIn(all, family) }));
    members.set(
      zone,
      found.flatMap(({ family, addresses }) => (addresses.length > 0 ? [membersOf(family, addresses)] : [])),
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
