import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { configurationOf, inventoryOf } from '../../ovn/manifests.js';
import { type TestCluster, hostInterfaces } from '../../ovn/cluster.js';
import { egressIP } from '../../ovn/egress.js';
import { openDoor } from '../../rig/door.js';
import { inNamespace } from '../../rig/ovn.js';
import { type Workspace, openWorkspace } from '../../rig/workspace.js';
import type { JsonObject } from '../../../src/std/json.js';
import { MORE_KINDS, writeRepository } from './cluster.js';
import type { Start } from './run.js';

/** Address of the EgressIP, in the network of the interfaces that the nodes have beside those of Open vSwitch. */
export const EGRESS = '10.20.30.200';

const LABELS = { 'k8s.ovn.org/egress-assignable': '' };

/** Two nodes that can have the address, and a pod that sends from it. */
export const CLUSTER: TestCluster = {
  families: ['IPv4'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2, inSecondary: true, labels: LABELS },
    { name: 'elm', id: 3, inSecondary: true, labels: LABELS },
  ],
  namespaces: ['depot'],
  pods: [{ namespace: 'depot', name: 'cart', node: 'oak', number: 5 }],
  resources: [egressIP('depot', EGRESS, 'depot')],
};

/** An API server, a repository and a network namespace that stands for the host of the node `oak`. */
export interface LiveHost {
  readonly rig: Rig;
  readonly workspace: Workspace;
  /** Folder of the repository. */
  readonly folder: string;
  /** How the command starts on the host, where the API server can be reached. */
  readonly start: Start;
  /** Words of the command that name the node and its checkpoints. */
  readonly words: readonly string[];
  /** Runs a program on the host. */
  readonly on: (command: string) => Promise<string>;
  /** Addresses, rules and routes of the host, and its table of nftables, as the tools list them. */
  readonly snapshot: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Puts what an API server would tell of a test cluster there, and gives the objects. */
export function serve({ server }: Rig, cluster: TestCluster): void {
  for (const object of [...inventoryOf(cluster), ...cluster.resources]) server.put(object as JsonObject);
}

/** Writes the status that assigns the address to a node. */
export function assign({ server }: Rig, node: string): void {
  const [resource] = CLUSTER.resources;
  const metadata = { name: 'depot', annotations: { 'k8s.ovn.org/egressip-mark': '50000' } };
  server.put({ ...(resource as JsonObject), metadata, status: { items: [{ egressIP: EGRESS, node }] } });
}

/** Makes all of it. */
export async function openLiveHost(): Promise<LiveHost> {
  const workspace = openWorkspace();
  const rig = await startRig();
  rig.server.kinds.push(...MORE_KINDS);
  serve(rig, CLUSTER);
  assign(rig, 'oak');
  const folder = writeRepository(rig, {
    'weir.yaml': JSON.stringify({ ...configurationOf(CLUSTER, '7.3.0'), manifests: ['egress.json'] }),
    'egress.json': JSON.stringify(CLUSTER.resources[0]),
    'weir.lock.yaml': `egressIPs:\n  depot:\n    mark: 50000\n    addresses:\n      ${EGRESS}: oak\n`,
  });
  const namespace = await openHostNamespace(workspace);
  const door = await openDoor(workspace, namespace, Number(new URL(rig.server.url).port));
  const on = (command: string): Promise<string> => workspace.run(inNamespace(namespace, ['sh', '-c', command]));
  const state = join(workspace.folder, 'state');
  mkdirSync(state, { mode: 0o700 });
  return {
    rig,
    workspace,
    folder,
    start: { cwd: folder, enter: ['ip', 'netns', 'exec', namespace] },
    words: ['node', '--node', 'oak', '--state', state],
    on,
    snapshot: () =>
      on('nft list table inet weir; ip -4 rule; ip -4 route show table all; ip -o address show scope global'),
    close: async () => {
      workspace.close();
      door.close();
      await rig.server.close();
    },
  };
}

/** A network namespace with the interfaces that the node `oak` has. */
async function openHostNamespace(workspace: Workspace): Promise<string> {
  const namespace = await workspace.addNamespace('oak');
  const ip = (line: string): Promise<string> => workspace.run(['ip', '-n', namespace, ...line.split(' ')]);
  const [oak] = CLUSTER.nodes;
  for (const { name, index, addresses } of oak ? hostInterfaces(CLUSTER, oak) : []) {
    await ip(`link add ${name} index ${index} type veth peer wire`);
    // Link-local addresses come when they like.
    for (const end of [name, 'wire']) await ip(`link set ${end} addrgenmode none up`);
    for (const address of addresses) await ip(`address add ${address} dev ${name}`);
  }
  return namespace;
}
