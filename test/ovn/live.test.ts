import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/std/json.js';
import { type Rig, startRig } from '../apply/cluster/setup.js';
import { aCycle, writeRepository } from '../cli/live/cluster.js';
import { run, startWatch } from '../cli/live/run.js';
import { eventually } from '../rig/eventually.js';
import { type RunningNetwork, startNetwork } from '../rig/network.js';
import { type Probe, send, startServer } from '../rig/traffic.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestCluster, type TestPod, networkOf } from './cluster.js';
import { compileCluster, transactionsOf } from './compile.js';
import { egressFirewall } from './egress.js';
import { configurationOf, inventoryOf } from './manifests.js';
import { describeEachRelease, showingLogs } from './releases.js';
import { tcp } from './running-cluster.js';

const WEB = '203.0.113.10';
const OTHER = '192.0.2.30';
const OAK = '192.168.50.12';

const crane: TestPod = { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 };
const buoy: TestPod = { ...crane, name: 'buoy', number: 6 };
const vault: TestPod = { ...crane, name: 'vault', number: 7, labels: { app: 'vault' } };
const tug: TestPod = { ...crane, name: 'tug', number: 8 };

const CLUSTER: TestCluster = {
  families: ['IPv4'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [{ name: 'oak', id: 2 }],
  namespaces: ['harbor'],
  pods: [crane],
  resources: [
    egressFirewall(
      'harbor',
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } },
      { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
    ),
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { namespace: 'harbor', name: 'vault' },
      spec: { podSelector: { matchLabels: { app: 'vault' } }, policyTypes: ['Egress'], egress: [] },
    },
  ],
};

describeEachRelease('a live applier of a zone', (release) => {
  let workspace: Workspace;
  let rig: Rig;
  let network: RunningNetwork;
  let folder: string;
  const namespaces = new Map<string, string>();

  beforeAll(async () => {
    workspace = openWorkspace();
    rig = await startRig();
    for (const object of inventoryOf(CLUSTER)) rig.server.put(object as JsonObject);
    folder = writeRepository(rig, {
      'weir.yaml': JSON.stringify({
        ...configurationOf(CLUSTER, release.schemaVersion),
        manifests: ['egress/*.json'],
      }),
      ...Object.fromEntries(CLUSTER.resources.map((one, index) => [`egress/${index}.json`, JSON.stringify(one)])),
    });
    expect(await run({ cwd: folder }, 'compile', '--policy')).toMatchObject({ status: 0 });
    await showingLogs(workspace, async () => {
      const transactions = transactionsOf(compileCluster(CLUSTER, release.schemaVersion));
      network = await startNetwork(workspace, release, networkOf(CLUSTER, [WEB, OTHER], []), transactions);
      await startServer(workspace, network.outside.namespace, [WEB, OTHER], [80]);
    });
    for (const [name, namespace] of network.pods) namespaces.set(name, namespace);
  });
  afterAll(async () => {
    workspace.close();
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
  });

  /** Tests one fact; a failure prints the logs of every program. */
  const fact = (name: string, test: () => Promise<void>): void => {
    it(name, () => showingLogs(workspace, test));
  };
  const words = (): string[] => [
    ...['northbound', '--zone', 'global', '--remote', network.databases.get('global')?.remote ?? '', '--wait', 'hv'],
    ...['--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', rig.kubeconfig],
  ];
  const apply = () => run({ cwd: folder }, 'apply', ...words());
  /** Starts a pod on its node, as the API server then tells. */
  const start = async (pod: TestPod): Promise<void> => {
    const alone = { ...CLUSTER, pods: [pod] };
    const [described] = networkOf(alone, [], []).pods;
    const running = network.nodes.get(pod.node);
    if (!described || !running) throw new Error(`no node ${pod.node}`);
    namespaces.set(`${pod.namespace}/${pod.name}`, await running.addPod(described));
    rig.server.put(inventoryOf(alone).at(-1) as JsonObject);
  };
  const reach = (pod: string, probe: Probe): Promise<string | undefined> =>
    send(workspace, namespaces.get(`harbor/${pod}`) ?? '', probe);
  const fail = (pod: string, probe: Probe): Promise<string | undefined> =>
    send(workspace, namespaces.get(`harbor/${pod}`) ?? '', probe, 'dropped');

  fact(
    'marks the rows that compile made of the same inventory in files as its own, and changes nothing else',
    async () => {
      const { status, out } = await apply();
      expect(status).toBe(0);
      const fields = out.split('\n').filter((line) => line.startsWith('      '));
      expect(out).toMatch(new RegExp(`^northbound global: ${fields.length} changed\n`));
      expect([...new Set(fields)]).toEqual(['      external_ids  (none) → weir-egress/zone=global']);
      expect(await apply()).toMatchObject({ status: 0, out: 'northbound global: in sync\n', err: '' });
      expect(await reach('crane', tcp(WEB))).toBe(OAK);
    },
  );

  fact('lets packets of a new pod pass, and drops what the EgressFirewall denies, after one cycle', async () => {
    await start(buoy);
    expect(await fail('buoy', tcp(WEB))).toBe(undefined);
    expect(await apply()).toMatchObject({ status: 0, err: '' });
    expect(await reach('buoy', tcp(WEB))).toBe(OAK);
    expect(await fail('buoy', tcp(OTHER))).toBe(undefined);
  });

  fact('serves pods in the first cycle that lists them, each as the policies say that select it', async () => {
    const watching = watch();
    await aCycle(watching);
    await start(vault);
    await start(tug);
    await aCycle(watching);
    expect(await reach('tug', tcp(WEB))).toBe(OAK);
    expect(await fail('vault', tcp(WEB))).toBe(undefined);
    // The policy selects the pod no more.
    rig.server.put(inventoryOf({ ...CLUSTER, pods: [{ ...vault, labels: {} }] }).at(-1) as JsonObject);
    await aCycle(watching);
    expect(await reach('vault', tcp(WEB))).toBe(OAK);
  });

  fact('lets packets pass as before while there is no API server', async () => {
    const watching = watch();
    await aCycle(watching);
    rig.server.mishap = () => 'reset';
    rig.server.watches.cut();
    await eventually('the failure is logged', () => watching.logs().includes('nothing is changed'));
    expect(await reach('tug', tcp(WEB))).toBe(OAK);
    expect(await fail('tug', tcp(OTHER))).toBe(undefined);
    rig.server.mishap = () => undefined;
  });

  fact('takes the port of a pod away in the first cycle that does not list it', async () => {
    const watching = watch();
    await aCycle(watching);
    rig.server.drop('Pod', 'tug');
    await aCycle(watching);
    expect(await fail('tug', tcp(WEB))).toBe(undefined);
    expect(await reach('crane', tcp(WEB))).toBe(OAK);
  });

  function watch(): ReturnType<typeof startWatch> {
    const watching = startWatch({ cwd: folder }, ...words());
    onTestFinished(async () => {
      watching.kill('SIGKILL');
      await watching.ended;
    });
    return watching;
  }
});
