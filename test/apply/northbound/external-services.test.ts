import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ZoneFile, readZoneFile } from '../../rig/joined-zone.js';
import type { Json } from '../../rig/json-rpc.js';
import { type Row, type Server, bring, driftOf, firewalls, planOf, reason, render } from './northbound.js';
import { startServer, targetOf } from './northbound.js';

const OUTPUT = fileURLToPath(new URL('../../../golden/services/load-balancers-hang-on-base-rows', import.meta.url));
const compiled = readZoneFile(OUTPUT, 'global');
const PILOT = 'Service_harbor/pilot_TCP_node_router+switch_heron_merged';
const QUAY = 'Service_harbor/quay_TCP_cluster';
const SERVICE = ['k8s.ovn.org/kind', 'Service'];

/** The base rows that live controllers make. */
const BASE: readonly Json[] = Object.entries(compiled.attachments ?? {}).flatMap(([table, rows]) =>
  Object.keys(rows).map((name): Json => ({ op: 'insert', table, row: { name } })),
);

/** A load balancer that hangs on a switch and in a group that ours hang on, too. */
const foreign = (name: string, ids: readonly (readonly string[])[]): readonly Json[] => [
  { op: 'insert', table: 'Load_Balancer', 'uuid-name': 'lb', row: { name, external_ids: ['map', ids as Json] } },
  ...['Logical_Switch', 'Load_Balancer_Group'].map((table): Json => ({
    op: 'mutate',
    table,
    where: [['name', '==', table === 'Logical_Switch' ? 'heron' : 'clusterLBGroup']],
    mutations: [['load_balancer', 'insert', ['set', [['named-uuid', 'lb']]]]],
  })),
];

const named = (rows: readonly Row[] | undefined, name: string): Row | undefined =>
  rows?.find((row) => row.name === name);
const variablesOf = (row: Row | undefined): unknown =>
  Object.fromEntries((row?.variables as [string, [string, string][]])[1]);

describe.skipIf(reason !== undefined)(
  `load balancers of Services in an external topology (${reason ?? 'on a real ovsdb-server'})`,
  () => {
    let server: Server;

    beforeAll(async () => {
      server = await startServer();
    });

    beforeEach(async () => {
      await server.reset();
      await server.transact(...BASE);
    });

    afterAll(() => {
      server.close();
    });

    const driftNow = async (zone: ZoneFile = compiled): Promise<unknown[]> => {
      const changes = await driftOf(server, zone);
      return changes.map(({ drift, sort, name, fields }) => [drift, sort, name, fields.map((field) => field.name)]);
    };
    const update = (table: string, name: string, row: Json, column = 'name'): Promise<Json> =>
      server.transact({ op: 'update', table, where: [[column, '==', name]], row });

    it('are made to the letter of live controllers, and then nothing differs', async () => {
      expect(await bring(server, compiled)).toMatchObject({ result: 'applied' });
      const { Load_Balancer = [], Chassis_Template_Var = [] } = await server.dump();
      expect(Load_Balancer.map(({ name }) => name).sort()).toEqual(Object.keys(compiled.rows.Load_Balancer ?? {}));
      const ids = Load_Balancer.map(({ external_ids }) => (external_ids as [string, [string, string][]])[1]);
      expect([...new Set(ids.flat().map(([key]) => key))]).toEqual(['k8s.ovn.org/kind', 'k8s.ovn.org/owner']);
      expect(Chassis_Template_Var.map(({ external_ids }) => external_ids)).toEqual([
        ['map', []],
        ['map', []],
      ]);
      expect(await driftNow()).toEqual([]);
    });

    it('are compared with the Services: other targets, missing and stale ones, and wrong places are reported and corrected', async () => {
      await bring(server, compiled);
      await update('Load_Balancer', QUAY, { vips: ['map', [['172.16.1.10:80', '10.128.4.9:8080']]] });
      await update('Logical_Switch', 'ibis', { load_balancer: ['set', []] });
      await server.transact(...foreign('Service_harbor/gone_TCP_cluster', [SERVICE]));
      await server.transact({ op: 'delete', table: 'Load_Balancer', where: [['name', '==', PILOT]] });
      expect(await driftNow()).toEqual([
        ['stale', 'Load_Balancer', 'Service_harbor/gone_TCP_cluster', []],
        ['missing', 'Load_Balancer', PILOT, []],
        ['changed', 'Load_Balancer', QUAY, ['vips']],
        ['changed', 'Logical_Switch', 'ibis', ['load_balancer']],
      ]);
      expect(await bring(server, compiled)).toMatchObject({ result: 'applied' });
      expect(await driftNow()).toEqual([]);
    });

    it.each([
      ['of a user defined network', [SERVICE, ['k8s.ovn.org/network', 'blue']]],
      ['that no Service has made', []],
    ])('leave one %s and its places alone', async (_, ids) => {
      await server.transact(...foreign('theirs', ids));
      const theirs = named((await server.dump()).Load_Balancer, 'theirs');
      await bring(server, compiled);
      const { Load_Balancer, Load_Balancer_Group, Logical_Switch } = await server.dump();
      expect(named(Load_Balancer, 'theirs')).toEqual(theirs);
      for (const holder of [named(Load_Balancer_Group, 'clusterLBGroup'), named(Logical_Switch, 'heron')]) {
        expect(JSON.stringify(holder?.load_balancer)).toContain(JSON.stringify(theirs?._uuid));
      }
      expect(await driftNow()).toEqual([]);
    });

    it('are ignored while the feature is off', async () => {
      await bring(server, compiled);
      const before = await server.dump();
      expect(await driftNow({ rows: {} })).toEqual([]);
      await bring(server, firewalls({ harbor: ['drop 192.0.2.0/24'] }));
      const { Load_Balancer, Chassis_Template_Var, Load_Balancer_Group } = await server.dump();
      expect([Load_Balancer, Chassis_Template_Var, Load_Balancer_Group]).toEqual([
        before.Load_Balancer,
        before.Chassis_Template_Var,
        before.Load_Balancer_Group,
      ]);
    });

    it('share the variables of a chassis with other networks, whose variables stay', async () => {
      await bring(server, compiled);
      const variables = [
        ['NODEIP_IPv4_0', '172.20.0.99'],
        ['Service__harbor_gone__TCP__1__node__router__template__IPv4', ''],
        ['blue__Service__harbor_web__TCP__2__node__router__template__IPv4', '10.1.2.3:80'],
      ];
      await update('Chassis_Template_Var', 'chassis-heron', { variables: ['map', variables] }, 'chassis');
      expect(await driftNow()).toEqual([['changed', 'Chassis_Template_Var', 'chassis-heron', ['variables']]]);
      await bring(server, compiled);
      const rows = (await server.dump()).Chassis_Template_Var;
      expect(variablesOf(rows?.find(({ chassis }) => chassis === 'chassis-heron'))).toEqual({
        ...(compiled.rows.Chassis_Template_Var?.['chassis-heron']?.variables as object),
        [String(variables[2]?.[0])]: '10.1.2.3:80',
      });
      expect(await driftNow()).toEqual([]);
    });

    it('go with the variables of a chassis that is gone, unless others have some there', async () => {
      const row = (chassis: string, name: string): Json => {
        return { op: 'insert', table: 'Chassis_Template_Var', row: { chassis, variables: ['map', [[name, '1']]] } };
      };
      await server.transact(row('gone', 'NODEIP_IPv4_0'), row('shared', 'blue__Service__x'));
      await bring(server, compiled);
      const rows = (await server.dump()).Chassis_Template_Var ?? [];
      expect(rows.map(({ chassis }) => chassis).sort()).toEqual(['chassis-heron', 'chassis-ibis', 'shared']);
    });

    it('need the groups, switches and routers that are there', async () => {
      await server.transact({ op: 'delete', table: 'Load_Balancer_Group', where: [['name', '==', 'clusterLBGroup']] });
      render(`${server.folder}/rendered`, compiled);
      await expect(planOf(targetOf(server))).rejects.toThrow(
        "Load_Balancer_Group 'clusterLBGroup' does not exist; needed by Service harbor/crane, Service harbor/quay",
      );
    });
  },
);
