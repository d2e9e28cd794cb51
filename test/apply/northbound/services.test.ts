import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ZoneFile, readZoneFile } from '../../rig/joined-zone.js';
import { type Server, bring, driftOf, firewalls, reason, startServer } from './northbound.js';

const OUTPUT = fileURLToPath(
  new URL('../../../golden/services/load-balancers-with-variables-of-the-chassis', import.meta.url),
);
const QUAY = 'Service_harbor/quay_TCP_cluster';

const compiled = (): ZoneFile => readZoneFile(OUTPUT, 'global');

/** The zone with other columns in one row. */
function changed(zone: ZoneFile, table: string, key: string, columns: Readonly<Record<string, unknown>>): ZoneFile {
  const rows = zone.rows[table] ?? {};
  return { rows: { ...zone.rows, [table]: { ...rows, [key]: { ...rows[key], ...columns } } } };
}

/** The zone without a load balancer and all that refers to it. */
function without(zone: ZoneFile, name: string): ZoneFile {
  const text = JSON.stringify(zone.rows, (key, value: unknown) => {
    if (key === 'load_balancer' && Array.isArray(value)) return (value as unknown[]).filter((one) => one !== name);
    if (key !== 'Load_Balancer') return value;
    return Object.fromEntries(Object.entries(value as object).filter(([one]) => one !== name));
  });
  return { rows: JSON.parse(text) as ZoneFile['rows'] };
}

describe.skipIf(reason !== undefined)(`load balancers of Services (${reason ?? 'on a real ovsdb-server'})`, () => {
  let server: Server;

  beforeAll(async () => {
    server = await startServer();
  });

  beforeEach(() => server.reset());

  afterAll(() => {
    server.close();
  });

  const driftNow = async (zone: ZoneFile): Promise<unknown[]> => {
    const changes = await driftOf(server, zone);
    return changes.map(({ drift, sort, name, owner, fields }) => [
      drift,
      sort,
      name,
      owner,
      fields.map((field) => field.name),
    ]);
  };

  it.each([
    ['at once', {}],
    ['in small transactions', { operations: 1 }],
  ])('are there after one apply, %s, and nothing is left to do', async (_, limits) => {
    const zone = compiled();
    expect(await bring(server, zone, { limits })).toMatchObject({ result: 'applied' });
    const { Load_Balancer = [], Chassis_Template_Var = [], Load_Balancer_Group = [] } = await server.dump();
    expect(Load_Balancer.map(({ name }) => name).sort()).toEqual(Object.keys(zone.rows.Load_Balancer ?? {}));
    expect(Chassis_Template_Var.map(({ chassis }) => chassis).sort()).toEqual(['chassis-heron', 'chassis-ibis']);
    expect(Load_Balancer_Group.every(({ load_balancer }) => JSON.stringify(load_balancer).includes('uuid'))).toBe(true);
    expect(await driftNow(zone)).toEqual([]);
  });

  it('stay the same rows when their endpoints and variables change', async () => {
    const zone = compiled();
    await bring(server, zone);
    const rows = async (): Promise<unknown> => {
      const { Load_Balancer = [], Chassis_Template_Var = [] } = await server.dump();
      return [...Load_Balancer, ...Chassis_Template_Var].map(({ name, chassis, _uuid }) => [name ?? chassis, _uuid]);
    };
    const before = await rows();
    const other = changed(
      changed(zone, 'Load_Balancer', QUAY, { vips: { '172.16.1.10:80': '' } }),
      'Chassis_Template_Var',
      'chassis-ibis',
      { variables: { NODEIP_IPv4_0: '172.20.0.99' } },
    );
    expect(await driftNow(other)).toEqual([
      ['changed', 'Chassis_Template_Var', 'chassis-ibis', '', ['variables']],
      ['changed', 'Load_Balancer', QUAY, 'Service harbor/quay', ['vips']],
    ]);
    expect(await bring(server, other)).toEqual({ result: 'applied', writes: 1 });
    expect(await rows()).toEqual(before);
  });

  it('go with their Service', async () => {
    const zone = compiled();
    await bring(server, zone);
    const rest = without(zone, QUAY);
    expect(await driftNow(rest)).toEqual([['stale', 'Load_Balancer', QUAY, 'Service harbor/quay', []]]);
    await bring(server, rest);
    expect((await server.dump()).Load_Balancer?.map(({ name }) => name)).not.toContain(QUAY);
    expect(await driftNow(rest)).toEqual([]);
  });

  it('of somebody else are left alone, and are a conflict under a name of ours', async () => {
    await server.transact(
      { op: 'insert', table: 'Load_Balancer', row: { name: 'theirs' } },
      { op: 'insert', table: 'Load_Balancer', row: { name: QUAY, vips: ['map', [['192.0.2.1:80', '']]] } },
    );
    expect(await driftNow(compiled())).toContainEqual(
      expect.arrayContaining(['foreign', 'Load_Balancer', QUAY, 'Service harbor/quay']),
    );
    expect(await bring(server, compiled())).toMatchObject({ result: 'failed', transient: false });
    await bring(server, without(compiled(), QUAY));
    expect((await server.dump()).Load_Balancer?.map(({ name }) => name)).toContain('theirs');
  });

  it('stay on the switches of a topology that something else programs', async () => {
    await server.transact(
      { op: 'insert', table: 'Load_Balancer', row: { name: QUAY }, 'uuid-name': 'quay' },
      { op: 'insert', table: 'Logical_Switch', row: { name: 'heron', load_balancer: ['named-uuid', 'quay'] } },
    );
    const before = await server.dump();
    await bring(server, firewalls({ harbor: ['drop 192.0.2.0/24'] }));
    const { Load_Balancer, Logical_Switch } = await server.dump();
    expect([Load_Balancer, Logical_Switch]).toEqual([before.Load_Balancer, before.Logical_Switch]);
  });
});
