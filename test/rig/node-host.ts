import type { NodeNetwork } from './node.js';
import { inNamespace } from './ovn.js';
import { withoutDetection } from './outside.js';
import type { Workspace } from './workspace.js';

/**
 * Gives the node itself its addresses and routes, on the external bridge and the management port, and in local gateway mode
 * the source NAT that OVN-Kubernetes' node agent sets up there. Where it is a router of pods' traffic, it forwards.
 */
export async function configureHost(workspace: Workspace, namespace: string, node: NodeNetwork): Promise<void> {
  const management = `k8s-${node.name}`;
  const lines = [
    ...node.gateway.addresses.map((address) => addressLine(address, 'br-ex')),
    ...node.management.addresses.map((address) => addressLine(address, management)),
    'link set br-ex up',
    `link set ${management} up`,
    ...node.gateway.nextHops.map((hop) => `route add default via ${hop} dev br-ex`),
    ...node.clusterSubnets.flatMap((subnet) => {
      const gateway = node.management.gateways.find((address) => address.includes(':') === subnet.includes(':'));
      return gateway === undefined ? [] : [`route add ${subnet} via ${gateway} dev ${management}`];
    }),
  ];
  for (const line of lines) await workspace.run(['ip', '-n', namespace, ...line.split(' ')]);
  const rules = node.localGateway ? node.clusterSubnets.map(translation) : [];
  if (node.localGateway || node.hostInterfaces.length > 0) await forward(workspace, namespace, rules);
}

function addressLine(address: string, interfaceName: string): string {
  return ['address', 'add', address, 'dev', interfaceName, ...withoutDetection(address)].join(' ');
}

function translation(subnet: string): string {
  const family = subnet.includes(':') ? 'ip6' : 'ip';
  return `oifname "br-ex" ${family} saddr ${subnet} masquerade`;
}

/**
 * Makes the node a router of its pods' packets. What comes in from outside stays with the node, or else it would carry
 * packets that were sent to the wrong node on to the right one.
 */
async function forward(workspace: Workspace, namespace: string, rules: readonly string[]): Promise<void> {
  const settings = [
    'echo 1 >/proc/sys/net/ipv4/ip_forward',
    'echo 1 >/proc/sys/net/ipv6/conf/all/forwarding',
    'exec nft "$1"',
  ].join('\n');
  const table = [
    'table inet rig {',
    'chain forward { type filter hook forward priority filter; iifname "br-ex" oifname "br-ex" drop; };',
    `chain postrouting { type nat hook postrouting priority srcnat + 1; ${rules.join('; ')}; };`,
    '}',
  ].join(' ');
  await workspace.run(inNamespace(namespace, ['sh', '-ec', settings, 'sh', table]));
}
