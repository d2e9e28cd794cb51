import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Row,
  type Server,
  type ZoneFile,
  bring,
  driftOf,
  reason,
  render,
  startServer,
  targetOf,
} from './northbound.js';
import { readZoneFile } from '../../rig/joined-zone.js';

const GOLDEN = fileURLToPath(new URL('../../../golden/egress-firewall', import.meta.url));

/** A compiled topology, less the packet marks, which the oldest schema does not take. */
function topology(): ZoneFile {
  const { rows } = readZoneFile(join(GOLDEN, 'managed-topology-of-one-node'), 'global');
  const without = (columns: Record<string, unknown>, name: string): Record<string, unknown> =>
    Object.fromEntries(Object.entries(columns).filter(([each]) => each !== name));
  const switches = Object.entries(rows.Logical_Switch ?? {}).map(
    ([key, columns]) => [key, without(columns, 'qos_rules')] as const,
  );
  return { rows: { ...rows, QoS: {}, Logical_Switch: Object.fromEntries(switches) } };
}

describe.skipIf(reason !== undefined)(`a topology that Weir manages (${reason ?? 'on a real ovsdb-server'})`, () => {
  let server: Server;

  beforeAll(async () => {
    expect(existsSync(GOLDEN)).toBe(true);
    server = await startServer();
  });

  beforeEach(() => server.reset());

  afterAll(() => {
    server.close();
  });

  const driftNow = async (zone: ZoneFile): Promise<unknown[]> => {
    const changes = await driftOf(server, zone);
    return changes.map(({ drift, sort, name, fields }) => [drift, sort, name, fields.map((field) => field.name)]);
  };

  it.each([
    ['at once', {}],
    ['in small transactions', { operations: 1 }],
  ])('is there after one apply, %s, and nothing is left to do', async (_, limits) => {
    const zone = topology();
    expect(await bring(server, zone, { limits })).toMatchObject({ result: 'applied' });
    const { Logical_Router = [], Logical_Switch = [] } = await server.dump();
    expect(Logical_Router.length).toBe(Object.keys(zone.rows.Logical_Router ?? {}).length);
    expect(Logical_Switch.length).toBe(Object.keys(zone.rows.Logical_Switch ?? {}).length);
    expect(await driftNow(zone)).toEqual([]);
  });

  it('keeps its switches and routers, by name, when what is in them changes', async () => {
    const zone = topology();
    const uuids = async (): Promise<unknown> => {
      const tables = await server.dump();
      const named = (table: string): readonly Row[] => tables[table] ?? [];
      return [...named('Logical_Router'), ...named('Logical_Switch')].map((row) => [row.name, row._uuid]);
    };
    await bring(server, zone);
    const before = await uuids();
    const routers = Object.entries(zone.rows.Logical_Router ?? {}).map(
      ([key, columns]) => [key, { ...columns, options: { always_learn_from_arp_request: 'true' } }] as const,
    );
    const changed = { rows: { ...zone.rows, Logical_Router: Object.fromEntries(routers) } };
    expect(await bring(server, changed)).toEqual({ result: 'applied', writes: 1 });
    expect(await uuids()).toEqual(before);
  });

  it('takes rows of the same content for its own, and leaves other switches alone', async () => {
    const zone = topology();
    await server.transact({ op: 'insert', table: 'Logical_Switch', row: { name: 'join' } });
    await server.transact({ op: 'insert', table: 'Logical_Switch', row: { name: 'theirs' } });
    await bring(server, zone);
    expect(await driftNow({ rows: { NB_Global: zone.rows.NB_Global ?? {} } })).not.toContainEqual(
      expect.arrayContaining(['theirs']),
    );
    await bring(server, { rows: { NB_Global: zone.rows.NB_Global ?? {} } });
    const { Logical_Router, Logical_Switch, Logical_Switch_Port } = await server.dump();
    expect([Logical_Router, Logical_Switch_Port]).toEqual([[], []]);
    expect(Logical_Switch?.map(({ name }) => name)).toEqual(['theirs']);
  });

  it('is not brought into the database of another zone', async () => {
    await server.transact({ op: 'update', table: 'NB_Global', where: [], row: { name: 'elsewhere' } });
    expect(await driftNow(topology())).toContainEqual(['foreign', 'NB_Global', 'global', ['name']]);
    expect(await bring(server, topology())).toMatchObject({ result: 'failed', transient: false });
  });

  it('has no plan for a zone that the folder does not have', async () => {
    render(join(server.folder, 'rendered'), topology());
    const target = targetOf(server, { zone: '../global' });
    expect(await target.plan()).toMatchObject({ result: 'failed', transient: false });
    await target.close();
  });
});
