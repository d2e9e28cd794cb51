import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ZoneFile, readZoneFile } from '../../rig/joined-zone.js';
import type { Json } from '../../rig/json-rpc.js';
import { type Server, bring, contentOf, driftOf, reason, startServer } from './northbound.js';

const golden = (path: string): ZoneFile =>
  readZoneFile(fileURLToPath(new URL(`../../../golden/${path}`, import.meta.url)), 'global');
const policies = golden('network-policy/two-policies-of-a-namespace');
const admin = golden('admin-network-policy/named-ports-beside-numbers');
const nothing: ZoneFile = { rows: {}, attachments: {} };

/** The ports of the fixtures' pods, which live controllers make. */
const PORTS: readonly Json[] = [
  {
    op: 'insert',
    table: 'Logical_Switch',
    row: {
      name: 'heron',
      ports: ['set', ['shop_web-0', 'shop_db-0', 'front_client-0'].map((_, at) => ['named-uuid', `p${at}`] as Json)],
    },
  },
  ...['shop_web-0', 'shop_db-0', 'front_client-0'].map((name, at): Json => ({
    op: 'insert',
    table: 'Logical_Switch_Port',
    'uuid-name': `p${at}`,
    row: { name },
  })),
];

/** A policy of somebody else's as a live controller writes it: no marker. */
const FOREIGN: readonly Json[] = [
  {
    op: 'insert',
    table: 'ACL',
    'uuid-name': 'acl',
    row: {
      action: 'drop',
      direction: 'to-lport',
      match: 'ip4',
      priority: 1000,
      external_ids: idsOf(
        'default-network-controller:NetworkPolicy:kube-system:dns:Ingress:0:None:-1',
        'kube-system:dns',
      ),
    },
  },
  {
    op: 'insert',
    table: 'Port_Group',
    row: {
      name: 'a1',
      acls: ['named-uuid', 'acl'],
      external_ids: idsOf('default-network-controller:NetworkPolicy:kube-system:dns', 'kube-system:dns'),
    },
  },
];

function idsOf(id: string, name: string): Json {
  return [
    'map',
    [
      ['k8s.ovn.org/id', id],
      ['k8s.ovn.org/name', name],
      ['k8s.ovn.org/owner-controller', 'default-network-controller'],
      ['k8s.ovn.org/owner-type', 'NetworkPolicy'],
    ],
  ];
}

describe.skipIf(reason !== undefined)(`policies in a live database (${reason ?? 'on a real ovsdb-server'})`, () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer();
  });

  beforeEach(async () => {
    await server.reset();
    await server.transact(...PORTS);
  });

  afterAll(() => {
    server.close();
  });

  it.each([
    ['NetworkPolicies', policies],
    ['AdminNetworkPolicies', admin],
  ])('%s are made, then nothing differs, and are removed when nobody asks for them', async (_, zone) => {
    const before = contentOf(await server.dump());
    expect(await bring(server, zone)).toMatchObject({ result: 'applied' });
    expect(await driftOf(server, zone)).toEqual([]);
    expect(Object.keys((await server.dump()).ACL ?? {})).toHaveLength(Object.keys(zone.rows.ACL ?? {}).length);
    expect(await bring(server, nothing)).toMatchObject({ result: 'applied' });
    expect(contentOf(await server.dump())).toEqual(before);
  });

  it('of others are left alone, and are no drift', async () => {
    await server.transact(...FOREIGN);
    expect(await bring(server, policies)).toMatchObject({ result: 'applied' });
    expect(await driftOf(server, policies)).toEqual([]);
    const { ACL = [] } = await server.dump();
    expect(ACL.filter(({ match }) => match === 'ip4')).toHaveLength(1);
  });

  it('that somebody has changed are drift, named by their policy', async () => {
    await bring(server, policies);
    await server.transact({ op: 'update', table: 'ACL', where: [['priority', '==', 1000]], row: { action: 'allow' } });
    await server.transact({
      op: 'update',
      table: 'ACL',
      where: [['name', '==', 'NP:shop:web:Ingress:0']],
      row: { action: 'drop' },
    });
    const drift = await driftOf(server, policies);
    expect(
      drift.map(({ drift: kind, sort, owner, fields }) => [kind, sort, owner, fields.map(({ name }) => name)]),
    ).toEqual([
      ['changed', 'ACL', '', ['action']],
      ['changed', 'ACL', '', ['action']],
      ['changed', 'ACL', 'NetworkPolicy shop/web', ['action']],
    ]);
  });
});
