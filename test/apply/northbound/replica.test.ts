import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Remote } from '../../../src/clients/ovsdb/index.js';
import type { ApplyTarget } from '../../../src/model/change.js';
import { eventually } from '../../rig/eventually.js';
import { checkAsyncProperty, generators } from '../../rig/random.js';
import { schemaFileOf } from '../../rig/schema-file.js';
import type { Json } from '../../rig/json-rpc.js';
import { startCluster } from './cluster.js';
import { FOREIGN } from './foreign-rows.js';
import { type Wire, openWire } from './wire.js';
import {
  type Server,
  bring,
  contentOf,
  driftOf,
  dump,
  firewalls,
  planOf,
  reason,
  render,
  startServer,
  targetOf,
  transactOn,
} from './northbound.js';

const SHOP = ['allow 203.0.113.0/24', 'drop 0.0.0.0/0'];
const zoneOf = (round: number) => firewalls({ shop: [`allow 10.0.${round}.0/24`, 'drop 0.0.0.0/0'], media: SHOP });
const opened: Json = { op: 'update', table: 'ACL', where: [['name', '==', 'EF:shop:1']], row: { action: 'allow' } };

/** Plans and applies once. Returns the number of changes. */
async function cycle(target: ApplyTarget): Promise<number> {
  const plan = await planOf(target);
  const outcome = await plan.apply();
  if (outcome.result === 'failed') throw new Error(outcome.problems.join('\n'));
  return plan.changes.length;
}

/** Applies, as the next cycles do. Returns true when there is nothing left to do. */
async function settle(target: ApplyTarget): Promise<boolean> {
  const planned = await target.plan();
  if (planned.result === 'failed' || planned.plan.changes.length === 0) return planned.result === 'planned';
  await planned.plan.apply();
  return false;
}

/** The requests that read rows other than single ones. */
const wholeReads = ({ requests }: Wire): readonly Json[] =>
  requests().filter(({ method, params }) =>
    method === 'transact'
      ? params.some((one) => isSelect(one) && one.where.length === 0)
      : method.startsWith('monitor') && params[0] !== '_Server',
  ) as unknown as Json[];

function isSelect(json: unknown): json is { readonly where: readonly Json[] } {
  return typeof json === 'object' && json !== null && (json as { op?: unknown }).op === 'select';
}

describe.skipIf(reason !== undefined)(`a followed Northbound database (${reason ?? 'on a real ovsdb-server'})`, () => {
  let server: Server;
  let wire: Wire;
  let rings = 0;

  beforeAll(async () => {
    server = await startServer();
  });

  beforeEach(async () => {
    await server.reset();
    wire = openWire(join(server.folder, 'wire'), server.socket);
    rings = 0;
  });

  afterAll(() => {
    server.close();
  });

  const rendered = () => join(server.folder, 'rendered');
  const follow = (options: Parameters<typeof targetOf>[1] = {}): ApplyTarget => {
    const target = targetOf({ socket: wire.path, folder: server.folder }, options);
    target.follow?.(() => rings++);
    onTestFinished(async () => {
      await target.close();
      wire.close();
    });
    return target;
  };
  const schemaFile = (version: string): string => {
    const path = join(server.folder, `${version}.ovsschema`);
    writeFileSync(path, schemaFileOf(version));
    return path;
  };
  /** Ends as the folder says, and leaves what a single apply leaves. */
  const expectDesired = async (zone: ReturnType<typeof firewalls>): Promise<void> => {
    const found = contentOf(await server.dump());
    expect(await bring(server, zone)).toEqual({ result: 'applied', writes: 0 });
    expect(contentOf(await server.dump())).toEqual(found);
  };

  it('is read as a whole once, and in no cycle after that', async () => {
    await server.transact(...FOREIGN);
    const target = follow();
    for (let round = 0; round < 4; round++) {
      render(rendered(), zoneOf(round));
      expect(await cycle(target)).toBeGreaterThan(0);
      expect(await cycle(target)).toBe(0);
    }
    expect(wholeReads(wire)).toMatchObject([{ method: 'monitor_cond_since' }]);
    await expectDesired(zoneOf(3));
  });

  it('gets no request at all in a cycle without changes', async () => {
    const target = follow();
    render(rendered(), zoneOf(1));
    await cycle(target);
    const before = wire.requests().length;
    for (let count = 0; count < 5; count++) expect(await cycle(target)).toBe(0);
    expect(wire.requests().slice(before)).toEqual([]);
  });

  it('reports drift by another client as soon as it is committed, and repairs it', async () => {
    const target = follow();
    render(rendered(), zoneOf(1));
    await cycle(target);
    const before = rings;
    await server.transact(opened);
    await eventually('the change arrives', () => rings > before);
    expect((await planOf(target)).changes.map(({ drift, sort }) => [drift, sort])).toEqual([['changed', 'ACL']]);
    expect(await cycle(target)).toBe(1);
    await expectDesired(zoneOf(1));
  });

  it('holds only the columns that Weir reads, so that others change without a report', async () => {
    const target = follow();
    render(rendered(), zoneOf(1));
    await cycle(target);
    const before = rings;
    await server.transact({ op: 'mutate', table: 'NB_Global', where: [], mutations: [['nb_cfg', '+=', 1]] });
    await server.transact({ op: 'insert', table: 'DNS', row: {} });
    await server.transact(opened);
    await eventually('the change arrives', () => rings > before);
    expect(rings).toBe(before + 1);
  });

  it('changes no row that has changed since the plan', async () => {
    const target = follow();
    render(rendered(), zoneOf(1));
    await cycle(target);
    render(rendered(), zoneOf(2));
    const plan = await planOf(target);
    await server.transact({ op: 'update', table: 'ACL', where: [], row: { severity: 'alert', log: true } });
    expect(await plan.apply()).toMatchObject({ result: 'failed', transient: true });
    expect(await cycle(target)).toBeGreaterThan(0);
    await expectDesired(zoneOf(2));
  });

  it('changes a row after another client has changed a column that Weir does not read', async () => {
    const target = follow();
    const zone = (name: string) => ({
      ...zoneOf(1),
      attachments: { Logical_Router: { cluster: { policies: [name] } } },
    });
    const policy = (name: string) => ({
      [name]: { action: 'allow', match: name, priority: 102, external_ids: policyIds(name) },
    });
    await server.transact({ op: 'insert', table: 'Logical_Router', row: { name: 'cluster' } });
    for (const name of ['one', 'two', 'three']) {
      render(rendered(), { ...zone(name), rows: { ...zoneOf(1).rows, Logical_Router_Policy: policy(name) } });
      await server.transact({ op: 'update', table: 'Logical_Router', where: [], row: { enabled: name === 'two' } });
      expect(await cycle(target)).toBeGreaterThan(0);
    }
    expect((await server.dump()).Logical_Router_Policy).toHaveLength(1);
  });

  it('is read again after it was away, by the same applier', async () => {
    const target = follow();
    render(rendered(), zoneOf(1));
    await cycle(target);
    server.kill();
    await server.start();
    await server.transact(opened);
    render(rendered(), zoneOf(2));
    expect(await cycle(target)).toBeGreaterThan(0);
    expect(await cycle(target)).toBe(0);
    await expectDesired(zoneOf(2));
  });

  it('is read again from a database with an older schema, which lacks columns', async () => {
    const newer = await startServer(schemaFile('7.3.0'));
    onTestFinished(newer.close);
    const target = targetOf(newer);
    target.follow?.(() => rings++);
    onTestFinished(target.close);
    render(join(newer.folder, 'rendered'), zoneOf(1));
    await cycle(target);
    newer.kill();
    rmSync(newer.database);
    execFileSync('ovsdb-tool', ['create', newer.database, schemaFile('7.0.0')]);
    await newer.start();
    await newer.transact({ op: 'insert', table: 'NB_Global', row: {} });
    expect(await cycle(target)).toBeGreaterThan(0);
    expect(await cycle(target)).toBe(0);
    expect(contentOf(await newer.dump()).filter((row) => row.includes('10.0.1.0/24'))).toHaveLength(1);
  });

  it.each([
    ['before the server has it', 'request'],
    ['before its response arrives', 'response'],
  ] as const)('shows what became of a transaction whose connection broke %s', async (_, lost) => {
    const target = follow();
    render(rendered(), zoneOf(1));
    await cycle(target);
    render(rendered(), zoneOf(2));
    const plan = await planOf(target);
    wire.breakAt(lost, (text) => text.includes('"op":"update"'));
    expect(await plan.apply()).toMatchObject({ result: 'applied' });
    expect(wire.breaks()).toBe(1);
    expect(await cycle(target)).toBe(0);
    await expectDesired(zoneOf(2));
  });

  it('ends as after single applies, whatever another client and restarts of the server do meanwhile', async () => {
    const target = follow();
    let zone = zoneOf(0);
    const steps = [
      () => server.transact(opened),
      () => server.transact({ op: 'delete', table: 'Port_Group', where: [['name', '!=', 'none']] }),
      () => server.transact({ op: 'update', table: 'Port_Group', where: [], row: { acls: ['set', []] } }),
      () => server.transact({ op: 'update', table: 'ACL', where: [], row: { external_ids: ['map', []] } }),
    ];
    const series = fc.asyncProperty(generators, async (next) => {
      for (let step = 0; step < 8; step++) {
        if (next(2) === 0) zone = zoneOf(next(200));
        render(rendered(), zone);
        if (next(2) === 0) await settle(target);
        await steps[next(steps.length)]?.();
      }
      server.kill();
      await server.start();
      await eventually(
        'nothing is left to do',
        async () => (await settle(target)) && (await driftOf(server, zone)).length === 0,
      );
    });
    await checkAsyncProperty(series, { numRuns: 4 });
  });

  it('is followed to another leader, at the cost of the difference', async () => {
    const cluster = await startCluster();
    onTestFinished(cluster.close);
    const wires = cluster.sockets.map((socket) => openWire(`${socket}.wire`, socket));
    const remotes = wires.map(({ path }): Remote => ({ protocol: 'unix', path }));
    const target = follow({ source: { remotes }, output: join(cluster.folder, 'rendered') });
    // A server forgets the oldest transactions that together are larger than its database.
    const others = firewalls(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`team-${index}`, SHOP])));
    const bringCluster = async (round: number): Promise<void> => {
      const { rows } = zoneOf(round);
      const [ACL, Port_Group] = [
        { ...rows.ACL, ...others.rows.ACL },
        { ...rows.Port_Group, ...others.rows.Port_Group },
      ];
      render(join(cluster.folder, 'rendered'), { rows: { ACL, Port_Group } });
      expect(await cycle(target)).toBeGreaterThan(0);
      expect(await cycle(target)).toBe(0);
    };
    for (const round of [1, 2, 3]) await bringCluster(round);
    const old = await cluster.leader();
    old.kill();
    const { socket } = await cluster.leader();
    await transactOn(socket, opened);
    await bringCluster(4);
    for (const one of wires) one.close();
    const responses = wires.find(({ path }) => path === `${socket}.wire`)?.responses('monitor_cond_since') ?? [];
    expect(responses.at(-1)?.[0]).toBe(true);
    expect(contentOf(await dump(socket)).filter((row) => row.includes('10.0.4.0/24'))).toHaveLength(1);
  });
});

function policyIds(name: string): Readonly<Record<string, string>> {
  return {
    'k8s.ovn.org/id': `default-network-controller:EgressIP:102:${name}:ip4:default`,
    'k8s.ovn.org/owner-controller': 'default-network-controller',
    'k8s.ovn.org/owner-type': 'EgressIP',
  };
}
