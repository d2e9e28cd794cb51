import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/std/json.js';
import { type Rig, TOKEN, startRig } from '../apply/cluster/setup.js';
import { type Server, reason, startServer } from '../apply/northbound/northbound.js';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { nodeObject } from './init-node.js';

const SHOP: JsonObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const SETTINGS: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'ovn-kubernetes', name: 'ovnkube-config' },
  data: { 'ovnkube.conf': '[default]\nmtu="8900"\ncluster-subnets="10.128.0.0/14/23"\n[gateway]\nmode=local\n' },
};
/** A node that tells nothing of networks. */
const BARE: JsonObject = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker-1' } };
const HIDDEN = '/configmaps/ovnkube-config';

const textOf = (folder: string, path = 'weir.yaml'): string => readFileSync(join(folder, path), 'utf8');

describe('weir init --from-cluster', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig();
    for (const object of [nodeObject(1), nodeObject(2), SHOP, SETTINGS]) rig.server.put(object);
  });
  afterAll(async () => {
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
  });
  const init = (folder: string, ...more: readonly string[]) =>
    weir(folder, ['init', '--from-cluster', '--kubeconfig', rig.kubeconfig, ...more]);

  it('writes the settings that the cluster has, with where they were found, and its inventory; nothing is changed there', async () => {
    const folder = scratch();
    const { code, out, err } = await init(folder);
    expect(code).toBe(0);
    expect(out).toContain('2 nodes (2 ready, 2 for egress addresses), 1 namespace');
    expect(textOf(folder)).toContain('mtu: 8900 # ConfigMap ovn-kubernetes/ovnkube-config');
    expect(textOf(folder)).toContain('gatewayMode: local # ConfigMap ovn-kubernetes/ovnkube-config');
    expect(textOf(folder, 'inventory/node.yaml')).toContain('worker-2');
    expect(rig.server.writes()).toEqual([]);
    expect(`${out}${err}${textOf(folder)}`).not.toContain(TOKEN);
  });

  it('says of an object that it may not read, and leaves its settings out', async () => {
    const folder = scratch();
    rig.server.mishap = (request) => (request.includes(HIDDEN) ? { status: 403 } : undefined);
    const { code, err } = await init(folder);
    rig.server.mishap = () => undefined;
    expect(code).toBe(0);
    expect(err).toContain('ovnkube-config');
    expect(textOf(folder)).not.toContain('8900');
    expect(textOf(folder)).toContain('Not found, so the default holds');
  });

  it('writes nothing where the nodes may not be read', async () => {
    const folder = scratch();
    rig.server.mishap = (request) => (request.includes('/api/v1/nodes') ? { status: 403 } : undefined);
    const { code, out } = await init(folder);
    rig.server.mishap = () => undefined;
    expect([code, out, readdirSync(folder)]).toEqual([1, '', []]);
  });
});

describe.skipIf(reason !== undefined)(`weir init --northbound${reason ? ` (${reason})` : ''}`, () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
    const port = (name: string, networks: readonly string[]): JsonObject => ({
      op: 'insert',
      table: 'Logical_Router_Port',
      'uuid-name': name.replaceAll('-', '_'),
      row: { name, mac: '0a:58:64:41:00:01', networks: ['set', [...networks]] },
    });
    const ports = [port('rtoj-ovn_cluster_router', ['100.65.0.1/16']), port('rtots-worker-1', ['100.89.0.2/16'])];
    const references = ports.map((one) => ['named-uuid', one['uuid-name'] ?? '']);
    const row = { name: 'ovn_cluster_router', ports: ['set', references] };
    await server.transact(...ports, { op: 'insert', table: 'Logical_Router', row });
  });
  afterAll(() => {
    server.close();
  });

  it('takes the version of the schema and the networks of the cluster router from a database', async () => {
    const folder = scratch({ 'nodes.json': JSON.stringify(BARE) });
    const words = ['init', '--from-inventory', 'nodes.json', '--northbound', server.database];
    expect(await weir(folder, words)).toMatchObject({ code: 0 });
    expect(textOf(folder)).toMatch(/ovnSchemaVersion: "7\.\d+\.\d+" # the Northbound database/);
    expect(textOf(folder)).toContain('joinSubnets: ["100.65.0.0/16"] # the Northbound database');
    expect(textOf(folder)).toContain('transitSubnets: ["100.89.0.0/16"] # the Northbound database');
  });

  it('reads the first of the databases that a must-gather keeps in an archive, and says which', async () => {
    const folder = scratch();
    const store = 'must-gather/must-gather.local.1/image/network_logs';
    mkdirSync(join(folder, store, 'ovnk_database_store'), { recursive: true });
    const objects = join(folder, 'must-gather/must-gather.local.1/image/cluster-scoped-resources/core');
    mkdirSync(objects, { recursive: true });
    writeFileSync(join(objects, 'nodes.json'), JSON.stringify(BARE));
    for (const name of ['pod-b_nbdb', 'pod-a_nbdb', 'pod-a_sbdb'])
      copyFileSync(server.database, join(folder, store, 'ovnk_database_store', name));
    const path = `${store}/ovnk_database_store.tar.gz`;
    execFileSync('tar', ['-czf', path, '-C', store, 'ovnk_database_store'], { cwd: folder });
    const init = (...more: string[]): ReturnType<typeof weir> =>
      weir(folder, ['init', '--from-must-gather', 'must-gather', ...more]);
    const { code, err } = await init();
    expect([code, textOf(folder)]).toEqual([
      0,
      expect.stringMatching(/ovnSchemaVersion: "7\.\d+\.\d+" # the Northbound database/),
    ]);
    expect(textOf(folder)).toContain('# the zones of 1 node\n');
    expect(err).toContain(
      `read schema version and networks from ${path}/ovnk_database_store/pod-a_nbdb, the first of 2`,
    );
    truncateSync(join(folder, store, 'ovnk_database_store/pod-a_nbdb'), 2 ** 29);
    execFileSync('tar', ['-czf', path, '-C', store, 'ovnk_database_store'], { cwd: folder });
    const bomb = await init('--force');
    expect([bomb.code, bomb.err]).toEqual([
      0,
      expect.stringMatching(/skipped the OVN databases: .* contains more than [0-9]+ bytes/),
    ]);
    writeFileSync(join(folder, path), 'broken');
    const again = await init('--force');
    expect([again.code, textOf(folder)]).toEqual([0, expect.not.stringContaining('ovnSchemaVersion:')]);
    expect(again.err).toContain(`skipped the OVN databases: ${path} is not a complete gzip file`);
  });

  it('writes nothing where the file is no database', async () => {
    const folder = scratch({ 'nodes.json': JSON.stringify(BARE), 'nb.db': 'no database\n' });
    const { code, err } = await weir(folder, ['init', '--from-inventory', 'nodes.json', '--northbound', 'nb.db']);
    expect(code).toBe(1);
    expect(err).toContain('this is not a dump of a Northbound database');
    expect(readdirSync(folder).sort()).toEqual(['nb.db', 'nodes.json']);
  });
});
