import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../rig/json-rpc.js';
import { FOREIGN } from './foreign-rows.js';
import {
  type Row,
  type Server,
  type ZoneFile,
  bring,
  contentOf,
  firewalls,
  groupOf,
  planOf,
  reason,
  render,
  startServer,
  targetOf,
} from './northbound.js';
import { eventually } from '../../rig/eventually.js';

const SHOP = ['allow 203.0.113.0/24', 'drop 0.0.0.0/0'];

describe.skipIf(reason !== undefined)(`a Northbound database (${reason ?? 'on a real ovsdb-server'})`, () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer();
  });

  beforeEach(() => server.reset());

  afterAll(() => {
    server.close();
  });

  const ours = (zone: ZoneFile): ZoneFile => ({
    rows: { ...zone.rows, Logical_Router_Policy: { exempt: exemption() } },
    attachments: { Logical_Router: { ovn_cluster_router: { policies: ['exempt'] } } },
  });

  const exemption = (): Record<string, unknown> => ({
    action: 'allow',
    match: 'ip4.src == 10.128.0.0/14',
    priority: 102,
    external_ids: {
      'k8s.ovn.org/id': 'default-network-controller:EgressIP:102:EIP-No-Reroute:ip4:default',
      'k8s.ovn.org/owner-controller': 'default-network-controller',
      'k8s.ovn.org/owner-type': 'EgressIP',
    },
  });

  /** Rows of others, whole, but the versions and the references of theirs that lead to ours. */
  const foreignRows = async (): Promise<string[]> => {
    const tables = await server.dump();
    const isOurs = (row: Row): boolean => /owner-type","(EgressFirewall|EgressIP|Namespace)"/.test(JSON.stringify(row));
    const own = new Set(
      Object.values(tables)
        .flat()
        .filter(isOurs)
        .map((row) => JSON.stringify(row._uuid)),
    );
    return Object.entries(tables).flatMap(([table, rows]) =>
      rows
        .filter((row) => !isOurs(row))
        .map((row) => {
          const columns = Object.entries(row).filter(
            ([name]) => name !== '_version' && !(table === 'Logical_Router' && name === 'policies'),
          );
          const kept = table === 'Logical_Router' ? policiesOf(row).filter((uuid) => !own.has(uuid)) : [];
          return JSON.stringify([table, columns, kept]);
        }),
    );
  };

  const policiesOf = ({ policies }: Row): string[] => {
    const [tag, content] = policies as [string, Json[]];
    return (tag === 'set' ? content : [policies ?? null]).map((one) => JSON.stringify(one));
  };

  it('holds the desired rows after an apply, and a second apply makes no transaction', async () => {
    const zone = firewalls({ shop: SHOP, media: ['drop 198.51.100.0/24'] });
    expect(await bring(server, zone)).toEqual({ result: 'applied', writes: 1 });
    const before = await server.dump();
    expect(before.ACL?.length).toBe(3);
    expect(await bring(server, zone)).toEqual({ result: 'applied', writes: 0 });
    expect(await server.dump()).toEqual(before);
  });

  it('says what is missing, changed and stale, and whose it is', async () => {
    await bring(server, firewalls({ shop: [...SHOP, 'drop 192.0.2.0/24'] }));
    render(
      join(server.folder, 'rendered'),
      firewalls({ shop: ['allow 203.0.113.128/25', SHOP[1] ?? ''], media: ['drop 0.0.0.0/0'] }),
    );
    const target = targetOf(server);
    const { changes, owned } = await planOf(target);
    await target.close();
    expect(owned).toBe(4);
    expect(changes.map(({ drift, sort, owner }) => [drift, sort, owner])).toEqual([
      ['missing', 'ACL', 'EgressFirewall media/default'],
      ['changed', 'ACL', 'EgressFirewall shop/default'],
      ['stale', 'ACL', 'EgressFirewall shop/default'],
      ['missing', 'Port_Group', 'Namespace media'],
    ]);
    const group = groupOf('shop');
    expect(changes[1]?.fields).toEqual([
      {
        name: 'match',
        live: `(ip4.dst == 203.0.113.0/24) && inport == @${group}`,
        desired: `(ip4.dst == 203.0.113.128/25) && inport == @${group}`,
      },
    ]);
  });

  it('keeps the rows that stay: an update changes columns, not identities', async () => {
    await bring(server, firewalls({ shop: SHOP }));
    const uuids = (tables: Record<string, readonly Row[]>): Json[] =>
      (tables.ACL ?? []).map((row) => row._uuid ?? null);
    const before = uuids(await server.dump());
    await bring(server, firewalls({ shop: ['drop 203.0.113.0/24', SHOP[1] ?? ''] }));
    expect(uuids(await server.dump())).toEqual(before);
  });

  it('leaves rows of others as they are through apply, update and removal of everything of ours', async () => {
    await server.transact(...FOREIGN);
    const before = await foreignRows();
    for (const zone of [{ shop: SHOP, media: SHOP }, { shop: ['drop 0.0.0.0/0'] }]) {
      expect(await bring(server, ours(firewalls(zone)))).toEqual({ result: 'applied', writes: 1 });
      expect(await foreignRows()).toEqual(before);
    }
    expect(await bring(server, { rows: {} })).toEqual({ result: 'applied', writes: 1 });
    expect(await foreignRows()).toEqual(before);
    const { ACL = [], Port_Group = [], Logical_Router_Policy = [] } = await server.dump();
    expect([ACL.length, Port_Group.length, Logical_Router_Policy.length]).toEqual([2, 1, 1]);
  });

  it('leaves ACLs of others in the port group of a namespace, also when the namespace is gone', async () => {
    await bring(server, firewalls({ shop: SHOP }));
    const mutations: Json = [['acls', 'insert', ['named-uuid', 'multicast']]];
    const where: Json = [['name', '==', groupOf('shop')]];
    await server.transact(FOREIGN[0] ?? null, { op: 'mutate', table: 'Port_Group', where, mutations });
    expect(await bring(server, firewalls({ shop: SHOP }))).toEqual({ result: 'applied', writes: 0 });
    await bring(server, firewalls({ shop: ['drop 0.0.0.0/0'] }));
    expect((await server.dump()).ACL?.length).toBe(2);
    await bring(server, firewalls({}));
    const { ACL = [], Port_Group = [] } = await server.dump();
    expect([ACL.map(({ priority }) => priority), Port_Group.length]).toEqual([[1012], 1]);
    expect(await bring(server, firewalls({}))).toEqual({ result: 'applied', writes: 0 });
  });

  it('is rebuilt when the server was restarted empty', async () => {
    const zone = firewalls({ shop: SHOP });
    render(join(server.folder, 'rendered'), zone);
    const target = targetOf(server);
    await (await planOf(target)).apply();
    const before = contentOf(await server.dump());
    await server.reset();
    const plan = await planOf(target);
    expect(plan.changes.every(({ drift }) => drift === 'missing')).toBe(true);
    expect(await plan.apply()).toEqual({ result: 'applied', writes: 1 });
    expect(contentOf(await server.dump())).toEqual(before);
    await target.close();
  });

  it('shows a row of others under an identity of ours, and applies nothing', async () => {
    const row = { name: groupOf('shop'), external_ids: ['map', [['owner', 'somebody']]] };
    await server.transact({ op: 'insert', table: 'Port_Group', row });
    render(join(server.folder, 'rendered'), firewalls({ shop: SHOP }));
    const before = await server.dump();
    const target = targetOf(server);
    const plan = await planOf(target);
    expect(plan.changes.filter(({ drift }) => drift === 'foreign').map(({ sort, name }) => [sort, name])).toEqual([
      ['Port_Group', groupOf('shop')],
    ]);
    expect(await plan.apply()).toMatchObject({ result: 'failed', transient: false });
    expect(await server.dump()).toEqual(before);
    await target.close();
  });

  it('names base rows that are not there with those who need them, and sends nothing', async () => {
    render(join(server.folder, 'rendered'), ours(firewalls({ shop: SHOP })));
    const target = targetOf(server);
    expect(await target.plan()).toEqual({
      result: 'failed',
      problems: ["Logical_Router 'ovn_cluster_router' does not exist; needed by Logical_Router_Policy 'exempt'"],
      transient: false,
    });
    await target.close();
  });

  it('refuses a plan when what it changes has changed since', async () => {
    await bring(server, firewalls({ shop: SHOP }));
    render(join(server.folder, 'rendered'), firewalls({ shop: ['drop 0.0.0.0/0'] }));
    const target = targetOf(server);
    const plan = await planOf(target);
    await server.transact({
      op: 'mutate',
      table: 'Port_Group',
      where: [],
      mutations: [['acls', 'delete', ['set', []]]],
    });
    await server.transact({ op: 'delete', table: 'Port_Group', where: [] });
    expect(await plan.apply()).toMatchObject({ result: 'failed', transient: true });
    expect((await server.dump()).Port_Group).toEqual([]);
    await target.close();
  });

  it('leaves what somebody else writes between plan and apply where it would change it too', async () => {
    await bring(server, firewalls({ shop: ['drop 192.0.2.0/24'] }));
    render(join(server.folder, 'rendered'), firewalls({ shop: ['drop 198.51.100.0/24'] }));
    const target = targetOf(server);
    const plan = await planOf(target);
    await server.transact({ op: 'update', table: 'ACL', where: [], row: { match: 'ip4.dst == 203.0.113.7' } });
    expect(await plan.apply()).toMatchObject({ result: 'failed', transient: true });
    expect((await server.dump()).ACL).toMatchObject([{ match: 'ip4.dst == 203.0.113.7' }]);
    await target.close();
  });

  it('goes on when a row it changes was touched, but not in what the plan is about', async () => {
    await server.transact(...FOREIGN);
    await bring(server, ours(firewalls({ shop: SHOP })));
    render(join(server.folder, 'rendered'), firewalls({ shop: SHOP }));
    const target = targetOf(server);
    const plan = await planOf(target);
    await server.transact({
      op: 'mutate',
      table: 'Logical_Router',
      where: [],
      mutations: [['external_ids', 'insert', ['map', [['touched', 'yes']]]]],
    });
    expect(await plan.apply()).toEqual({ result: 'applied', writes: 1 });
    await target.close();
  });

  it('has digests that follow what is desired and what is there', async () => {
    const digestsAfter = async (live: ZoneFile, desired: ZoneFile): Promise<unknown> => {
      await bring(server, live);
      render(join(server.folder, 'rendered'), desired);
      const target = targetOf(server);
      const { digests } = await planOf(target);
      await target.close();
      return digests();
    };
    const desired = firewalls({ shop: SHOP });
    const first = await digestsAfter(firewalls({ shop: ['drop 192.0.2.1/32'] }), desired);
    expect(await digestsAfter(firewalls({ shop: ['drop 192.0.2.1/32'] }), desired)).toMatchObject({
      desired: (first as { desired: string }).desired,
    });
    expect(await digestsAfter(firewalls({ shop: ['drop 192.0.2.2/32'] }), desired)).not.toEqual(first);
  });

  it('waits until the rows are translated, where that is asked for', async () => {
    const outcome = bring(server, firewalls({ shop: SHOP }), { wait: 'sb' });
    await eventually('nb_cfg is counted up', async () => (await server.dump()).NB_Global?.[0]?.nb_cfg === 1);
    await server.transact({ op: 'update', table: 'NB_Global', where: [], row: { sb_cfg: 1 } });
    expect(await outcome).toEqual({ result: 'applied', writes: 1 });
  });

  it('fails where nobody translates the rows within the time to wait', async () => {
    const outcome = await bring(server, firewalls({ shop: SHOP }), { wait: 'sb', timeouts: { install: 50 } });
    expect(outcome).toMatchObject({ result: 'failed', transient: true });
    expect((await server.dump()).NB_Global?.[0]?.nb_cfg).toBe(1);
  });
});
