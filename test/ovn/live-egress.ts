import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../src/std/json.js';
import { type Rig, startRig } from '../apply/cluster/setup.js';
import { MORE_KINDS, writeRepository } from '../cli/live/cluster.js';
import { type Running, run, startWatch } from '../cli/live/run.js';
import { openDoor } from '../rig/door.js';
import { eventually } from '../rig/eventually.js';
import { type RunningNetwork, startNetwork } from '../rig/network.js';
import type { OvnRelease } from '../rig/ovn.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import { type TestCluster, type TestNode, type TestPod, networkOf } from './cluster.js';
import { compileCluster, transactionsOf } from './compile.js';
import { configurationOf, inventoryOf } from './manifests.js';

/** A running cluster whose rows and assignments are written by live appliers alone. */
export interface LiveCluster {
  readonly workspace: Workspace;
  readonly rig: Rig;
  readonly network: RunningNetwork;
  /** Logs of all appliers. */
  readonly logs: () => string;
  /** Writes a node into the API server. */
  readonly putNode: (node: TestNode) => void;
  /** Creates a pod in the API server. */
  readonly createPod: (pod: TestPod) => void;
  /** Waits until all nodes have installed the reroute of an address to a next hop. */
  readonly waitForReroute: (address: string, hop: string) => Promise<void>;
  /** Makes the interface of a pod. `early`: called with its network namespace before the switch has the interface. */
  readonly plugPod: (pod: TestPod, early: (namespace: string) => Promise<void>) => Promise<void>;
  /** Kills a node with the appliers on it. */
  readonly killNode: (name: string) => void;
  readonly close: () => Promise<void>;
}

/** Settings of a live cluster. */
export interface LiveClusterOptions {
  readonly lock: string;
  /** Address of the outside. */
  readonly outside: string;
  /** Node on which the cluster applier runs. */
  readonly clusterApplierOn: string;
  /** Seconds between probes. */
  readonly period: number;
}

/** Starts a cluster, an applier for each of its zones, and one for the cluster. */
export async function startLiveCluster(
  release: OvnRelease,
  cluster: TestCluster,
  { lock, outside, clusterApplierOn, period }: LiveClusterOptions,
): Promise<LiveCluster> {
  const workspace = openWorkspace();
  const rig = await startRig();
  rig.server.kinds.push(...MORE_KINDS);
  for (const object of [...inventoryOf(cluster), ...cluster.resources]) rig.server.put(object as JsonObject);
  const folder = writeRepository(rig, {
    'weir.yaml': JSON.stringify({ ...configurationOf(cluster, release.schemaVersion), manifests: ['egress/*.json'] }),
    'weir.lock.yaml': lock,
    ...Object.fromEntries(cluster.resources.map((one, index) => [`egress/${index}.json`, JSON.stringify(one)])),
  });
  expectSuccess(await run({ cwd: folder }, 'compile', '--policy'));
  const transactions = transactionsOf(compileCluster(cluster, release.schemaVersion));
  const network = await startNetwork(workspace, release, networkOf(cluster, [outside], []), transactions);
  const nodeNamespace = network.nodes.get(clusterApplierOn)?.namespace ?? '';
  const door = await openDoor(workspace, nodeNamespace, Number(new URL(rig.server.url).port));
  const live = ['--live', '--policy-bundle', 'weir.policy.json', '--kubeconfig', rig.kubeconfig];
  const appliers = new Map<string, Running>();
  for (const [zone, { remote }] of network.databases) {
    const words = ['northbound', '--zone', zone, '--remote', remote, ...live];
    appliers.set(zone, startWatch({ cwd: folder, interval: 3600 }, ...words));
  }
  const enter = ['ip', 'netns', 'exec', nodeNamespace];
  const words = ['cluster', ...live, '--no-lease', '--probe-interval', String(period), '--probe-timeout', '1'];
  appliers.set('', startWatch({ cwd: folder, interval: 3600, enter }, ...words));
  const logs = (): string => [...appliers].map(([name, { logs }]) => `==> applier ${name}\n${logs()}`).join('\n');
  for (const [, applier] of appliers) {
    await eventually('an applier is in sync', () => /"msg":"(?:in sync|applied)"/.test(applier.logs()));
  }
  return {
    workspace,
    rig,
    network,
    logs,
    putNode: (node) => {
      rig.server.put(inventoryOf({ ...cluster, nodes: [node], pods: [] })[0] as JsonObject);
    },
    createPod: (pod) => {
      rig.server.put(inventoryOf({ ...cluster, pods: [pod] }).at(-1) as JsonObject);
    },
    waitForReroute: async (address, hop) => {
      const databases = [...network.databases.values()];
      await eventually(`${address} is rerouted to ${hop}`, async () => {
        const rows = await Promise.all(databases.map((database) => database.rows('Logical_Router_Policy')));
        return rows
          .flat()
          .some(({ match, nexthops }) => match === `ip4.src == ${address}` && isDeepStrictEqual(nexthops, hop));
      });
      for (const database of databases) await database.nbctl('--wait=hv', 'sync');
    },
    plugPod: async (pod, early) => {
      const [described] = networkOf({ ...cluster, pods: [pod] }, [], []).pods;
      const node = network.nodes.get(pod.node);
      if (!described || !node) throw new Error(`no node ${pod.node}`);
      await node.addPod(described, early);
    },
    killNode: (name) => {
      network.nodes.get(name)?.die();
      appliers.get(name)?.kill('SIGKILL');
    },
    close: async () => {
      for (const { kill, ended } of appliers.values()) {
        kill('SIGKILL');
        await ended;
      }
      workspace.close();
      door.close();
      await rig.server.close();
      rmSync(rig.folder, { recursive: true });
    },
  };
}

function expectSuccess({ status, err }: { readonly status: number | null; readonly err: string }): void {
  if (status !== 0) throw new Error(err);
}
