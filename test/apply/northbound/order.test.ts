import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnsToRead, diffZone } from '../../../src/apply/northbound/diff/index.js';
import { createSelectedRows } from '../../../src/apply/northbound/live/live-rows.js';
import { readLive } from '../../../src/apply/northbound/live/read-live.js';
import { sendTransactions } from '../../../src/apply/northbound/live/send.js';
import { type Client, connectOvsdb } from '../../../src/clients/ovsdb/index.js';
import { schemaFileOf } from '../../rig/schema-file.js';
import { VERSION, zoneOf } from './diff/live.js';
import { type Random, checkAsyncProperty, generators } from '../../rig/random.js';
import {
  type Row,
  type Server,
  type ZoneFile,
  bring,
  dump,
  firewalls,
  groupOf,
  reason,
  startServer,
} from './northbound.js';
import { PORTS, openBetweenPods, randomEnds } from './two-ends.js';

const NAMESPACES = ['shop', 'media', 'harbor'];
const HOSTS = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
const SETS = ['a1', 'a2'];

/** A zone with a few rules a namespace, over hosts, address sets and everything. */
function randomZone(next: Random): ZoneFile {
  const destinations = [...HOSTS, ...SETS.map((name) => `$${name}`), '0.0.0.0/0'];
  const rule = (): string => `${next(2) ? 'allow' : 'drop'} ${destinations[next(destinations.length)] ?? ''}`;
  const zone = firewalls(Object.fromEntries(NAMESPACES.map((name) => [name, Array.from({ length: next(5) }, rule)])));
  const ids = {
    'k8s.ovn.org/owner-controller': 'default-network-controller',
    'k8s.ovn.org/owner-type': 'EgressFirewallDNS',
  };
  const sets = SETS.map(
    (name) => [name, { name, addresses: HOSTS.filter(() => next(2) === 1), external_ids: ids }] as const,
  );
  return { rows: { ...zone.rows, Address_Set: Object.fromEntries(sets) } };
}

type FindOpen = (tables: Record<string, readonly Row[]>) => Set<string>;

const setOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && value[0] === 'set' ? (value[1] as unknown[]) : [value];

/** `<namespace> <host>` of everything that a database's ACLs let through; what no rule matches passes. */
function openIn(tables: Record<string, readonly Row[]>): Set<string> {
  const members = new Map((tables.Address_Set ?? []).map((row) => [`$${row.name as string}`, setOf(row.addresses)]));
  const open = new Set<string>();
  for (const namespace of NAMESPACES) {
    const group = tables.Port_Group?.find(({ name }) => name === groupOf(namespace));
    const uuids = new Set(setOf(group?.acls).map((uuid) => JSON.stringify(uuid)));
    const acls = (tables.ACL ?? [])
      .filter((row) => uuids.has(JSON.stringify(row._uuid)))
      .sort((a, b) => Number(b.priority) - Number(a.priority));
    for (const host of HOSTS) {
      const first = acls.find(({ match }) => {
        const destination = /ip4\.dst == ([^)]+)/.exec(match as string)?.[1] ?? '';
        return destination === '0.0.0.0/0' || destination === host || members.get(destination)?.includes(host) === true;
      });
      if (first?.action !== 'drop') open.add(`${namespace} ${host}`);
    }
  }
  return open;
}

describe.skipIf(reason !== undefined)(`small transactions (${reason ?? 'on a real ovsdb-server'})`, () => {
  let folder: string;
  let server: Server;

  beforeAll(async () => {
    // Older schemas have no tiers.
    folder = mkdtempSync(join(tmpdir(), 'weir-order-'));
    const schema = join(folder, 'nb.ovsschema');
    writeFileSync(schema, schemaFileOf(VERSION));
    server = await startServer(schema);
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Brings the database to a zone by transactions as small as can be. Gives what is open after each of them. */
  const statesOnTheWay = async (client: Client, file: ZoneFile, open: FindOpen): Promise<Set<string>[]> => {
    const zone = zoneOf(file);
    const read = await readLive(client, columnsToRead.bind(undefined, zone));
    if (read.result === 'failed') throw new Error(read.problems.join('\n'));
    const states: Set<string>[] = [];
    const watched: Client = {
      ...client,
      transact: async (operations) => {
        const result = await client.transact(operations);
        states.push(open(await dump(server.socket)));
        return result;
      },
    };
    const transactions = diffZone(zone, read.live).transactions({ operations: 1, bytes: 1 });
    const sent = await sendTransactions(watched, transactions, createSelectedRows(watched));
    expect(sent).toMatchObject({ result: 'sent', writes: states.length });
    return states;
  };

  const expectNoneOpened = async (random: (next: Random) => ZoneFile, open: FindOpen, runs: number): Promise<void> => {
    const connected = await connectOvsdb({
      remotes: [{ protocol: 'unix', path: server.socket }],
      database: 'OVN_Northbound',
    });
    if (connected.result === 'failed') throw new Error(connected.problems.join('\n'));
    let longest = 0;
    const never = fc.asyncProperty(generators, async (next) => {
      await bring(server, random(next));
      const before = open(await server.dump());
      const states = await statesOnTheWay(connected.client, random(next), open);
      const after = open(await server.dump());
      longest = Math.max(longest, states.length);
      const opened = states.flatMap((state) => [...state].filter((flow) => !before.has(flow) && !after.has(flow)));
      expect(opened).toEqual([]);
    });
    await checkAsyncProperty(never, { numRuns: runs });
    expect(longest).toBeGreaterThan(2);
    connected.client.close();
  };

  it('never open what is closed before and after', () => expectNoneOpened(randomZone, openIn, 60));

  it('never open what a sender or a receiver closes before, and the other one after', async () => {
    await server.reset();
    await server.transact(...PORTS);
    await expectNoneOpened(randomEnds, openBetweenPods, 150);
  });
});
