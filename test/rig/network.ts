import { type Databases, startDatabases } from './databases.js';
import { type NodeNetwork, type PodNetwork, type RunningNode, startNode } from './node.js';
import { type OvnRelease } from './ovn.js';
import { type Outside, openOutside } from './outside.js';
import { type Workspace } from './workspace.js';

/** Nodes and pods of a cluster, and in which zone's databases they are. */
export interface ClusterNetwork {
  readonly nodes: readonly (NodeNetwork & { readonly zone: string })[];
  readonly pods: readonly (PodNetwork & { readonly node: string })[];
  /** CIDRs of the outside: next hops of the nodes and addresses of servers. */
  readonly outsideAddresses: readonly string[];
  /** The same of the network behind the nodes' own interfaces; none: there is no such network. */
  readonly secondaryAddresses: readonly string[];
}

/** A cluster whose packets move. */
export interface RunningNetwork {
  readonly outside: Outside;
  /** The network behind the nodes' own interfaces. */
  readonly secondary: Outside | undefined;
  /** Databases by the name of their zone. */
  readonly databases: ReadonlyMap<string, Databases>;
  /** Nodes by name. */
  readonly nodes: ReadonlyMap<string, RunningNode>;
  /** Network namespaces of pods, by `<namespace>/<name>`. */
  readonly pods: ReadonlyMap<string, string>;
  /** Replaces what the zones hold and waits until the nodes have it installed. */
  readonly replace: (transactions: ReadonlyMap<string, string>) => Promise<void>;
}

/**
 * Starts everything that a cluster's packets need: databases, nodes and pods, each in a network namespace, joined by an
 * outside. `transactions` holds a transaction file per zone. In interconnect mode (several zones) every zone's Southbound
 * database is told of the chassis of the others, as OVN-Kubernetes' zone controller does.
 */
export async function startNetwork(
  workspace: Workspace,
  release: OvnRelease,
  network: ClusterNetwork,
  transactions: ReadonlyMap<string, string>,
): Promise<RunningNetwork> {
  const databases = new Map<string, Databases>();
  for (const [zone, text] of transactions) {
    const remote = network.nodes.filter((node) => node.zone !== zone);
    const started = await startDatabases(workspace, release, zone, text, remote.map(chassisOf));
    started.startNorthd();
    databases.set(zone, started);
  }
  const outside = await openOutside(workspace, 'outside', network.outsideAddresses);
  const hasSecondary = network.secondaryAddresses.length > 0;
  const secondary = hasSecondary ? await openOutside(workspace, 'secondary', network.secondaryAddresses) : undefined;
  const nodes = new Map<string, RunningNode>();
  const pods = new Map<string, string>();
  for (const node of network.nodes) {
    const running = await startNode(workspace, release, node, databaseOf(databases, node.zone).remote, outside);
    nodes.set(node.name, running);
    for (const own of node.hostInterfaces)
      await secondary?.plugHost(running.namespace, own, `${node.name}-${own.index}`);
    for (const pod of network.pods.filter(({ node: name }) => name === node.name)) {
      pods.set(`${pod.namespace}/${pod.name}`, await running.addPod(pod));
    }
  }
  const settle = async (): Promise<void> => {
    for (const [zone, database] of databases) {
      await bindRemotePorts(database);
      await database.waitForControllers(
        ...network.nodes.filter((node) => node.zone === zone).map(({ chassisId }) => chassisId),
      );
    }
    for (const { connectGateway } of nodes.values()) await connectGateway();
  };
  await settle();
  return {
    outside,
    secondary,
    databases,
    nodes,
    pods,
    replace: async (texts) => {
      for (const [zone, text] of texts) await databaseOf(databases, zone).replace(text);
      await settle();
    },
  };
}

/**
 * Binds the ports of other zones' nodes to their chassis. Newer releases of ovn-northd do it by themselves; with older ones
 * OVN-Kubernetes' zone controller did.
 */
async function bindRemotePorts(database: Databases): Promise<void> {
  await database.waitForNorthd();
  for (const { name, type, options } of await database.rows('Logical_Switch_Port')) {
    if (type !== 'remote') continue;
    const [, pairs] = options as ['map', [string, string][]];
    const chassis = new Map(pairs).get('requested-chassis') ?? '';
    await database.sbctl('--may-exist', 'lsp-bind', name as string, chassis);
  }
}

function databaseOf(databases: ReadonlyMap<string, Databases>, zone: string): Databases {
  const found = databases.get(zone);
  if (!found) throw new Error(`no transaction for zone ${zone}`);
  return found;
}

function chassisOf({ chassisId, gateway }: NodeNetwork): { chassisId: string; address: string; isRemote: boolean } {
  return { chassisId, address: (gateway.addresses[0] ?? '').split('/', 1)[0] ?? '', isRemote: true };
}
