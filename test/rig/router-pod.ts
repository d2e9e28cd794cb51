import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OvnRelease, inNamespace } from './ovn.js';
import { withoutDetection } from './outside.js';
import type { Workspace } from './workspace.js';

/** What a pod gets from its network and from Multus. Addresses are CIDRs. */
export interface RouterPod {
  readonly name: string;
  /** Of its own network, and the routers there. */
  readonly eth0: readonly { readonly address: string; readonly gateway: string }[];
  readonly net1: {
    readonly mode: string;
    readonly addresses: readonly string[];
    readonly sysctls: Readonly<Record<string, string>>;
  };
}

/** Network namespaces of a node, of clients of its pods, and the interface of the node that leads out. */
export interface RouterNode {
  readonly namespace: string;
  readonly master: string;
  readonly clients: string;
}

/**
 * Makes the network namespace of a pod as a node does: `eth0` leads to the clients, `net1` is a macvlan on an interface of
 * the node. Like a node with strict settings it filters by the reverse path.
 */
export async function startRouterPod(workspace: Workspace, node: RouterNode, pod: RouterPod): Promise<string> {
  const namespace = await workspace.addNamespace(pod.name);
  const inside = (...args: string[]): Promise<string> => workspace.run(['ip', '-n', namespace, ...args]);
  const set = (name: string, value: string): Promise<string> =>
    workspace.run(inNamespace(namespace, ['sh', '-ec', 'echo "$1" >"/proc/sys/$0"', name.replaceAll('.', '/'), value]));
  await set('net.ipv4.conf.all.rp_filter', '1');
  await set('net.ipv4.conf.default.rp_filter', '1');
  await workspace.run([
    'ip',
    '-n',
    node.clients,
    'link',
    'add',
    pod.name,
    'type',
    'veth',
    'peer',
    'name',
    'eth0',
    'netns',
    namespace,
  ]);
  await workspace.run(['ip', '-n', node.clients, 'link', 'set', pod.name, 'up']);
  await inside('link', 'set', 'eth0', 'up');
  for (const { address, gateway } of pod.eth0) {
    const length = address.includes(':') ? 128 : 32;
    await inside('address', 'add', address, 'dev', 'eth0', ...withoutDetection(address));
    await inside('route', 'add', `${gateway}/${length}`, 'dev', 'eth0');
    await inside('route', 'add', 'default', 'via', gateway, 'dev', 'eth0');
  }
  const macvlan = ['name', `m-${pod.name}`, 'type', 'macvlan', 'mode', pod.net1.mode] as const;
  await workspace.run(['ip', '-n', node.namespace, 'link', 'add', 'link', node.master, ...macvlan]);
  await workspace.run(['ip', '-n', node.namespace, 'link', 'set', `m-${pod.name}`, 'netns', namespace, 'name', 'net1']);
  for (const address of pod.net1.addresses) {
    await inside('address', 'add', address, 'dev', 'net1', ...withoutDetection(address));
  }
  await inside('link', 'set', 'net1', 'up');
  for (const [name, value] of Object.entries(pod.net1.sysctls)) await set(name, value);
  return namespace;
}

/**
 * Runs a file of a pod (file name → text) with a program, as a container does that has no capability but NET_ADMIN. The
 * program is the release's own. Throws what it refuses.
 */
export async function runInPod(
  workspace: Workspace,
  release: OvnRelease,
  namespace: string,
  files: ReadonlyMap<string, string>,
  program: readonly string[],
  file: string,
): Promise<void> {
  const folder = join(workspace.folder, namespace);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const capabilities = ['--bounding-set', '-all,+net_admin', '--inh-caps', '-all'];
  const command = release.command('setpriv', ...capabilities, ...program, join(folder, file));
  await workspace.run(inNamespace(namespace, command));
}
