import { objectIds } from '../../../src/ovn-kubernetes/object-ids.js';
import type { Json } from '../../rig/json-rpc.js';
import type { Random } from '../../rig/random.js';
import type { Row, ZoneFile } from './northbound.js';

const PODS = [0, 1, 2, 3];
const GROUPS = ['red', 'green', 'blue', 'black', 'white'];
const SETS = ['near', 'far'];
const ACTIONS = ['allow', 'allow-related', 'drop', 'drop', 'drop', 'reject', 'pass'];

const portOf = (pod: number): string => `pod-${pod}`;
const addressOf = (pod: number): string => `10.128.0.${5 + pod}`;

/** The ports of the pods, on a switch of others. */
export const PORTS: readonly Json[] = [
  ...PODS.map((pod): Json => ({
    op: 'insert',
    table: 'Logical_Switch_Port',
    'uuid-name': `p${pod}`,
    row: { name: portOf(pod) },
  })),
  {
    op: 'insert',
    table: 'Logical_Switch',
    row: { name: 'heron', ports: ['set', PODS.map((pod): Json => ['named-uuid', `p${pod}`])] },
  },
];

/** A zone with a few rules a port group for senders and receivers, in two tiers, over address sets and addresses. */
export function randomEnds(next: Random): ZoneFile {
  const acls: Record<string, Record<string, unknown>> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item;
  for (const group of GROUPS) {
    if (next(8) === 0) continue;
    const keys = Array.from({ length: next(3) }, (_, index) => {
      const isSender = next(2) === 0;
      const ids = objectIds('AdminNetworkPolicy', ['name', group], ['rule-index', index]);
      const peers = ['10.128.0.0/24', '10.128.0.0/24', ...PODS.map(addressOf), ...SETS.map((name) => `$${name}`)];
      const peer = pick(peers);
      acls[ids['k8s.ovn.org/id']] = {
        action: pick(ACTIONS),
        direction: isSender ? 'from-lport' : 'to-lport',
        external_ids: ids,
        match: `ip4.${isSender ? 'dst' : 'src'} == ${peer} && ${isSender ? 'inport' : 'outport'} == @${group}`,
        priority: 1000 + next(30),
        tier: 1 + next(2),
        ...(isSender ? { options: { 'apply-after-lb': 'true' } } : {}),
      };
      return ids['k8s.ovn.org/id'];
    });
    groups[group] = {
      name: group,
      ...(keys.length > 0 ? { acls: keys.sort() } : {}),
      ports: PODS.filter(() => next(2) === 1).map(portOf),
      external_ids: objectIds('AdminNetworkPolicy', ['name', group]),
    };
  }
  const sets = SETS.map((name) => {
    const external_ids = objectIds('EgressFirewallDNS', ['name', name]);
    return [name, { name, addresses: PODS.filter(() => next(2) === 1).map(addressOf), external_ids }] as const;
  });
  return { rows: { ACL: acls, Port_Group: groups, Address_Set: Object.fromEntries(sets) } };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `<sender> <receiver>` of the packets that the ACLs of a database let through (ovn-nb(5), "ACL"). */
export function openBetweenPods(tables: Readonly<Record<string, readonly Row[]>>): Set<string> {
  const members = new Map((tables.Address_Set ?? []).map((row) => [`$${textOf(row.name)}`, elementsOf(row.addresses)]));
  const names = new Map((tables.Logical_Switch_Port ?? []).map((row) => [JSON.stringify(row._uuid), row.name]));
  const rules = (tables.Port_Group ?? []).flatMap((group) => {
    const uuids = new Set(elementsOf(group.acls).map((uuid) => JSON.stringify(uuid)));
    const ports = elementsOf(group.ports).map((uuid) => names.get(JSON.stringify(uuid)));
    return (tables.ACL ?? [])
      .filter((row) => uuids.has(JSON.stringify(row._uuid)))
      .map((row) => ({ row, ports, peer: /== (\S+) &&/.exec(textOf(row.match))?.[1] ?? '' }));
  });
  const passes = (direction: string, port: number, peer: number): boolean => {
    for (const tier of [1, 2]) {
      const [first] = rules
        .filter(
          (rule) => rule.row.direction === direction && rule.row.tier === tier && rule.ports.includes(portOf(port)),
        )
        .filter((rule) => {
          const address = addressOf(peer);
          return [address, '10.128.0.0/24'].includes(rule.peer) || members.get(rule.peer)?.includes(address) === true;
        })
        // The order of rules of one priority is not defined: here it is that of their actions.
        .sort(
          (a, b) =>
            Number(b.row.priority) - Number(a.row.priority) || (textOf(a.row.action) < textOf(b.row.action) ? 1 : -1),
        );
      if (first && first.row.action !== 'pass') return textOf(first.row.action).startsWith('allow');
    }
    return true;
  };
  const pairs = PODS.flatMap((sender) => PODS.map((receiver) => [sender, receiver] as const));
  const open = pairs.filter(
    ([sender, receiver]) => passes('from-lport', sender, receiver) && passes('to-lport', receiver, sender),
  );
  return new Set(open.map(([sender, receiver]) => `${portOf(sender)} ${portOf(receiver)}`));
}

function elementsOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) && value[0] === 'set' ? (value[1] as readonly Json[]) : [value];
}
