import type { OvnRelease } from '../rig/ovn.js';
import { applyHostFiles } from '../rig/host-files.js';
import { startNetwork } from '../rig/network.js';
import { type Probe, captureDscp, countFirstPackets, isRefused, send, startServer } from '../rig/traffic.js';
import type { Workspace } from '../rig/workspace.js';
import { type TestCluster, gatewayMac, networkOf, nodeAddress } from './cluster.js';
import { compileCluster, compileHosts, transactionsOf } from './compile.js';

/** A compiled cluster whose packets move. Pods are named `<namespace>/<name>`. */
export interface RunningCluster {
  /** The addresses that the servers saw the pod's probes from. */
  readonly reach: (pod: string, ...probes: Probe[]) => Promise<(string | undefined)[]>;
  /** The same for probes that are expected to be dropped: undefined for each. */
  readonly fail: (pod: string, ...probes: Probe[]) => Promise<(string | undefined)[]>;
  /** How many first packets of TCP connections a pod sends to probes, and how many of them each of other pods receives. */
  readonly countFirstPackets: (
    pod: string,
    receivers: readonly string[],
    ...probes: Probe[]
  ) => Promise<{ readonly sent: number; readonly received: readonly number[] }>;
  /** Whether TCP probes of the pod are answered by a reset. */
  readonly refuse: (pod: string, ...probes: Probe[]) => Promise<boolean[]>;
  /** The same as `reach`, `fail` and `refuse` for probes from outside. */
  readonly reachFromOutside: (...probes: Probe[]) => Promise<(string | undefined)[]>;
  readonly failFromOutside: (...probes: Probe[]) => Promise<(string | undefined)[]>;
  readonly refuseFromOutside: (...probes: Probe[]) => Promise<boolean[]>;
  /** The DSCP value of the pod's UDP packets when they arrive outside. */
  readonly dscpOf: (pod: string, probe: Probe) => Promise<number>;
  /** The node that the outside sends packets for an address to; undefined while it knows of none. */
  readonly holderOf: (address: string) => Promise<string | undefined>;
  /** Makes the outside ask anew which node has an address. */
  readonly forgetHolderOf: (address: string) => Promise<void>;
  /** What the controllers of all nodes could not translate into flows: matches that do not parse, and the like. */
  readonly flowWarnings: () => readonly string[];
  /** Compiles the cluster again with other resources or nodes, and loads the result into the databases. */
  readonly recompile: (changes: Partial<Pick<TestCluster, 'resources' | 'nodes'>>) => Promise<void>;
  /** Loads the compiled files of the nodes' hosts with `nft` and `ip`, and gives the names of the nodes that have some. */
  readonly setUpHosts: (changes?: Partial<Pick<TestCluster, 'resources' | 'nodes'>>) => Promise<readonly string[]>;
  /** Makes the outside send packets for an address to a node, as a load balancer's announcement does. */
  readonly announce: (address: string, nodeName: string) => Promise<void>;
}

/**
 * Compiles a cluster, builds it, and starts TCP and UDP servers: outside on the given addresses (ports 80, 443 and 8080), on
 * every node and in every pod (port 80), and in the secondary network on the addresses that it is given (port 80).
 */
export async function startCluster(
  workspace: Workspace,
  release: OvnRelease,
  cluster: TestCluster,
  outside: readonly string[],
  secondary: readonly string[] = [],
): Promise<RunningCluster> {
  const compile = (input: TestCluster): ReadonlyMap<string, string> =>
    transactionsOf(compileCluster(input, release.schemaVersion));
  const network = await startNetwork(workspace, release, networkOf(cluster, outside, secondary), compile(cluster));
  const inside = [...network.nodes.values()].map(({ namespace }) => namespace).concat(...network.pods.values());
  await Promise.all([
    startServer(workspace, network.outside.namespace, outside, [80, 443, 8080]),
    ...(network.secondary ? [startServer(workspace, network.secondary.namespace, secondary, [80])] : []),
    ...inside.map((namespace) => startServer(workspace, namespace, ['0.0.0.0', '::'], [80])),
  ]);
  const namespaceOf = (pod: string): string => {
    const namespace = network.pods.get(pod);
    if (namespace === undefined) throw new Error(`no pod ${pod}`);
    return namespace;
  };
  const reach: RunningCluster['reach'] = (pod, ...probes) =>
    Promise.all(probes.map((probe) => send(workspace, namespaceOf(pod), probe)));
  const refuse = (namespace: string, probes: readonly Probe[]): Promise<boolean[]> =>
    Promise.all(probes.map(({ address, port = 0 }) => isRefused(workspace, namespace, address, port)));
  return {
    reach,
    countFirstPackets: (pod, receivers, ...probes) =>
      countFirstPackets(workspace, namespaceOf(pod), receivers.map(namespaceOf), () =>
        Promise.all(probes.map((probe) => send(workspace, namespaceOf(pod), probe, 'dropped'))),
      ),
    refuse: (pod, ...probes) => refuse(namespaceOf(pod), probes),
    reachFromOutside: (...probes) =>
      Promise.all(probes.map((probe) => send(workspace, network.outside.namespace, probe))),
    failFromOutside: (...probes) =>
      Promise.all(probes.map((probe) => send(workspace, network.outside.namespace, probe, 'dropped'))),
    refuseFromOutside: (...probes) => refuse(network.outside.namespace, probes),
    fail: (pod, ...probes) => Promise.all(probes.map((probe) => send(workspace, namespaceOf(pod), probe, 'dropped'))),
    dscpOf: (pod, probe) => {
      // The replies come from the probe's port, not to it.
      const filter = `dst host ${probe.address} and udp dst port ${probe.port ?? 0}`;
      return captureDscp(workspace, network.outside.namespace, 'bridge', filter, () => reach(pod, probe));
    },
    holderOf: async (address) => {
      const mac = await network.outside.neighbour(address);
      return cluster.nodes.find((node) => gatewayMac(node) === mac)?.name;
    },
    forgetHolderOf: network.outside.forgetNeighbour,
    flowWarnings: () =>
      [...network.nodes.values()]
        .flatMap(({ controllerWarnings }) => controllerWarnings())
        .filter((line) => /\|(lflow|expr|lex)\|/.test(line)),
    recompile: (changes) => network.replace(compile({ ...cluster, ...changes })),
    announce: async (address, nodeName) => {
      const node = cluster.nodes.find(({ name }) => name === nodeName);
      if (!node) throw new Error(`no node ${nodeName}`);
      const hop = nodeAddress(node, address.includes(':') ? 'IPv6' : 'IPv4');
      await workspace.run(['ip', '-n', network.outside.namespace, 'route', 'replace', address, 'via', hop]);
    },
    setUpHosts: async (changes = {}) => {
      const hosts = compileHosts({ ...cluster, ...changes }, release.schemaVersion);
      for (const [node, files] of hosts) {
        const running = network.nodes.get(node);
        if (!running) throw new Error(`no node ${node}`);
        await applyHostFiles(workspace, running.namespace, files);
      }
      return [...hosts.keys()];
    },
  };
}

export function tcp(address: string, port = 80): Probe {
  return { protocol: 'tcp', address, port };
}

export function udp(address: string, port = 80): Probe {
  return { protocol: 'udp', address, port };
}

export function icmp(address: string): Probe {
  return { protocol: 'icmp', address };
}
