import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { gatewayBridgeFlows } from './gateway-bridge.js';
import { call } from './json-rpc.js';
import { configureHost } from './node-host.js';
import { type OvnRelease, inNamespace } from './ovn.js';
import { type HostInterface, type Outside, fillChecksums, giveToSwitch, withoutDetection } from './outside.js';
import { type Command, type Daemon, type Workspace, warningsIn } from './workspace.js';

/** What a node is made of; addresses are CIDRs unless they are called bare. */
export interface NodeNetwork {
  /** At most 11 characters, because an interface is called `k8s-<name>`. */
  readonly name: string;
  readonly chassisId: string;
  readonly gateway: {
    readonly mac: string;
    readonly addresses: readonly string[];
    readonly nextHops: readonly string[];
  };
  /** Name of the logical port of the external bridge. */
  readonly localnetPort: string;
  readonly management: {
    readonly mac: string;
    readonly addresses: readonly string[];
    readonly gateways: readonly string[];
  };
  readonly clusterSubnets: readonly string[];
  readonly interconnect: boolean;
  /** Local gateway mode: the node itself routes and translates what its pods send out. */
  readonly localGateway: boolean;
  /** Interfaces to the secondary outside. */
  readonly hostInterfaces: readonly HostInterface[];
}

/** A pod's interface: CIDRs of its addresses, bare addresses of its gateways. */
export interface PodNetwork {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly mac: string;
  readonly addresses: readonly string[];
  readonly gateways: readonly string[];
}

/** A running node. */
export interface RunningNode {
  readonly namespace: string;
  /**
   * Makes a pod's namespace with its interface on the node's integration bridge, and gives the namespace's name. `early`
   * is called with it before the bridge has the interface.
   */
  readonly addPod: (pod: PodNetwork, early?: (namespace: string) => Promise<void>) => Promise<string>;
  /** Programs the external bridge; needed again whenever the logical port of the bridge was made anew. */
  readonly connectGateway: () => Promise<void>;
  /** Runs an Open vSwitch or OVN program with the node's sockets. */
  readonly run: (program: string, ...args: string[]) => Promise<string>;
  /** What ovn-controller has logged as a warning or an error. */
  readonly controllerWarnings: () => readonly string[];
  /** Kills all programs of the node at once. From then on it neither forwards nor answers a packet. */
  readonly die: () => void;
}

/** Starts a node in a network namespace: Open vSwitch with its userspace datapath, and ovn-controller. */
export async function startNode(
  workspace: Workspace,
  release: OvnRelease,
  node: NodeNetwork,
  southbound: string,
  outside: Outside,
): Promise<RunningNode> {
  const namespace = await workspace.addNamespace(`node-${node.name}`);
  const folder = join(workspace.folder, `node-${node.name}`);
  mkdirSync(folder);
  const command = (program: string, ...args: string[]): Command =>
    inNamespace(namespace, release.command('env', `OVS_RUNDIR=${folder}`, `OVN_RUNDIR=${folder}`, program, ...args));
  const run = (program: string, ...args: string[]): Promise<string> => workspace.run(command(program, ...args));
  const start = (program: string, ...args: string[]): Daemon =>
    workspace.start(
      `${node.name}-${program}`,
      command(program, ...args, '-vfile:off', '-vsyslog:off', '-vconsole:info'),
    );

  const socket = join(folder, 'db.sock');
  await run('ovsdb-tool', 'create', join(folder, 'conf.db'), '/usr/share/openvswitch/vswitch.ovsschema');
  const database = start('ovsdb-server', `--remote=punix:${socket}`, '--unixctl=none', join(folder, 'conf.db'));
  await eventually('the switch database answers', () => call(socket, 'list_dbs', []));
  await outside.plug(namespace, 'uplink', node.name);
  await run('ovs-vsctl', '--no-wait', ...configure(node, southbound));
  const vswitchd = start(
    'ovs-vswitchd',
    '--disable-system',
    `--unixctl=${join(folder, 'vswitchd.ctl')}`,
    `unix:${socket}`,
  );
  await run('ovs-vsctl', '--timeout=120', 'wait-until', 'Interface', 'br-ex', 'ofport=65534');
  await configureHost(workspace, namespace, node);
  const controller = start('ovn-controller', `unix:${socket}`);

  return {
    namespace,
    run,
    addPod: (pod, early) => addPod(workspace, namespace, run, pod, early),
    connectGateway: async () => {
      const patch = `patch-${node.localnetPort}-to-br-int`;
      await run('ovs-vsctl', '--timeout=120', 'wait-until', 'Interface', patch, 'ofport>0');
      const port = async (name: string): Promise<number> =>
        Number(await run('ovs-vsctl', 'get', 'Interface', name, 'ofport'));
      const flows = gatewayBridgeFlows(await port('uplink'), await port(patch));
      const file = join(folder, 'br-ex.flows');
      writeFileSync(file, flows.join('\n'));
      await run('ovs-ofctl', '-O', 'OpenFlow13', 'replace-flows', 'br-ex', file);
    },
    controllerWarnings: () => warningsIn(controller.log()),
    die: () => {
      for (const { stop } of [vswitchd, controller, database]) stop();
    },
  };
}

/** Arguments of ovs-vsctl that make the bridges and tell ovn-controller where it is. */
function configure(node: NodeNetwork, southbound: string): readonly string[] {
  const encapsulation = (node.gateway.addresses[0] ?? '').split('/', 1)[0] ?? '';
  const settings = {
    'system-id': node.chassisId,
    'ovn-remote': southbound,
    'ovn-encap-type': 'geneve',
    'ovn-encap-ip': encapsulation,
    'ovn-bridge-mappings': 'physnet:br-ex',
    'ovn-bridge-datapath-type': 'netdev',
    'ovn-is-interconn': String(node.interconnect),
  };
  const quoted = Object.entries(settings).map(([key, value]) => `external_ids:${key}="${value}"`);
  const bridge = (name: string): string[] => ['add-br', name, '--', 'set', 'Bridge', name, 'datapath_type=netdev'];
  const management = `k8s-${node.name}`;
  return [
    ...['init', '--', 'set', 'Open_vSwitch', '.', ...quoted],
    ...['--', ...bridge('br-int'), 'fail_mode=secure'],
    ...['--', ...bridge('br-ex'), 'fail_mode=secure', `other_config:hwaddr="${node.gateway.mac}"`],
    ...['--', 'add-port', 'br-ex', 'uplink'],
    ...['--', 'add-port', 'br-int', management],
    ...['--', 'set', 'Interface', management, 'type=internal', `mac="${node.management.mac}"`],
    `external_ids:iface-id="${management}"`,
  ];
}

async function addPod(
  workspace: Workspace,
  nodeNamespace: string,
  run: RunningNode['run'],
  pod: PodNetwork,
  early?: (namespace: string) => Promise<void>,
): Promise<string> {
  const namespace = await workspace.addNamespace(`${pod.namespace}-${pod.name}`);
  const hook = `pod-${pod.mac.replaceAll(':', '').slice(-10)}`;
  const ip = (...args: string[]): Promise<string> => workspace.run(['ip', '-n', namespace, ...args]);
  const ends = [`eth0 address ${pod.mac} mtu 1400 type veth`, `peer name ${hook} netns ${nodeNamespace}`];
  await ip('link', 'add', ...ends.join(' ').split(' '));
  for (const address of pod.addresses) await ip('address', 'add', address, 'dev', 'eth0', ...withoutDetection(address));
  await ip('link', 'set', 'eth0', 'up');
  for (const gateway of pod.gateways) await ip('route', 'add', 'default', 'via', gateway, 'dev', 'eth0');
  await fillChecksums(workspace, namespace, 'eth0');
  await giveToSwitch(workspace, nodeNamespace, hook);
  await early?.(namespace);
  const ids = [`iface-id="${pod.namespace}_${pod.name}"`, `iface-id-ver="${pod.uid}"`].map(
    (id) => `external_ids:${id}`,
  );
  await run('ovs-vsctl', 'add-port', 'br-int', hook, '--', 'set', 'Interface', hook, ...ids);
  return namespace;
}
