import { type Workspace } from './workspace.js';
import { inNamespace } from './ovn.js';

/** A namespace beside the cluster: a bridge that nodes are plugged into, with addresses to reach. */
export interface Outside {
  readonly namespace: string;
  /**
   * Plugs a network namespace in: makes the interface there and gives nothing back. `hook` tells the interfaces of the
   * outside apart (at most 15 characters).
   */
  readonly plug: (namespace: string, interfaceName: string, hook: string) => Promise<void>;
  /** Plugs a network namespace in with an interface that its kernel has for itself. */
  readonly plugHost: (namespace: string, host: HostInterface, hook: string) => Promise<void>;
  /** The MAC that packets for an address of the bridge's network are sent to; undefined while nobody has answered. */
  readonly neighbour: (address: string) => Promise<string | undefined>;
  /** Makes the outside ask anew who has an address, as it would by itself within a minute. */
  readonly forgetNeighbour: (address: string) => Promise<void>;
}

/** An interface of a node that Open vSwitch has no part in; addresses are CIDRs. */
export interface HostInterface {
  readonly name: string;
  readonly index: number;
  readonly addresses: readonly string[];
}

/**
 * Makes an outside. `addresses` are CIDRs on its bridge: the nodes' next hop, and /32 or /128 addresses that stand for
 * servers anywhere.
 */
export async function openOutside(workspace: Workspace, name: string, addresses: readonly string[]): Promise<Outside> {
  const namespace = await workspace.addNamespace(name);
  const ip = (...args: string[]): Promise<string> => workspace.run(['ip', '-n', namespace, ...args]);
  await ip('link', 'add', 'bridge', 'type', 'bridge', 'mcast_snooping', '0');
  await ip('link', 'set', 'bridge', 'up');
  for (const address of addresses) {
    await ip('address', 'add', address, 'dev', 'bridge', ...withoutDetection(address));
  }
  return {
    namespace,
    plug: async (other, interfaceName, hook) => {
      await ip('link', 'add', hook, 'type', 'veth', 'peer', 'name', interfaceName, 'netns', other);
      await ip('link', 'set', hook, 'master', 'bridge', 'up');
      await giveToSwitch(workspace, other, interfaceName);
      await fillChecksums(workspace, namespace, hook);
    },
    neighbour: async (address) => /lladdr (\S+)/.exec(await ip('neigh', 'show', 'to', address))?.[1],
    forgetNeighbour: async (address) => {
      await ip('neigh', 'delete', address, 'dev', 'bridge');
    },
    plugHost: async (other, { name: interfaceName, index, addresses: own }, hook) => {
      const peer = ['peer', 'name', interfaceName, 'index', String(index), 'netns', other];
      await ip('link', 'add', hook, 'type', 'veth', ...peer);
      await ip('link', 'set', hook, 'master', 'bridge', 'up');
      const inside = (...args: string[]): Promise<string> => workspace.run(['ip', '-n', other, ...args]);
      for (const address of own)
        await inside('address', 'add', address, 'dev', interfaceName, ...withoutDetection(address));
      await inside('link', 'set', interfaceName, 'up');
      await fillChecksums(workspace, namespace, hook);
    },
  };
}

/** The option that makes an IPv6 address usable at once (duplicate address detection takes seconds). */
export function withoutDetection(address: string): readonly string[] {
  return address.includes(':') ? ['nodad'] : [];
}

/**
 * Makes the kernel fill in the checksums of what leaves through an interface. A pair of veths leaves that to the receiver,
 * and the userspace datapath does not do it.
 */
export async function fillChecksums(workspace: Workspace, namespace: string, interfaceName: string): Promise<void> {
  await workspace.run(inNamespace(namespace, ['ethtool', '-K', interfaceName, 'tx', 'off']));
}

/**
 * Brings an interface up for Open vSwitch alone. The userspace datapath reads copies of its packets, so the kernel must
 * not answer them: no ARP for any local address, no IPv6.
 */
export async function giveToSwitch(workspace: Workspace, namespace: string, interfaceName: string): Promise<void> {
  const settings = [
    `echo 8 >/proc/sys/net/ipv4/conf/${interfaceName}/arp_ignore`,
    `echo 1 >/proc/sys/net/ipv6/conf/${interfaceName}/disable_ipv6`,
    `ip link set ${interfaceName} up`,
  ];
  await workspace.run(inNamespace(namespace, ['sh', '-ec', settings.join('\n')]));
}
