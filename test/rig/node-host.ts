import type { NodeNetwork } from './node.js';
import { inNamespace } from './ovn.js';
import { withoutDetection } from './outside.js';
import type { Workspace } from './workspace.js';

/**
 * Gives the node itself its addresses and routes, on the external bridge and the management port, and in local gateway mode
 * the forwarding and the source NAT that OVN-Kubernetes' node agent sets up there.
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
  if (node.localGateway) await forward(workspace, namespace, node.clusterSubnets);
}

function addressLine(address: string, interfaceName: string): string {
  return ['address', 'add', address, 'dev', interfaceName, ...withoutDetection(address)].join(' ');
}

async function forward(workspace: Workspace, namespace: string, clusterSubnets: readonly string[]): Promise<void> {
  const rules = clusterSubnets.map((subnet) => {
    const family = subnet.includes(':') ? 'ip6' : 'ip';
    return `oifname "br-ex" ${family} saddr ${subnet} masquerade`;
  });
  const script = [
    'echo 1 >/proc/sys/net/ipv4/ip_forward',
    'echo 1 >/proc/sys/net/ipv6/conf/all/forwarding',
    'exec nft "$1"',
  ].join('\n');
  const table = `table inet rig { chain postrouting { type nat hook postrouting priority srcnat; ${rules.join('; ')}; }; }`;
  await workspace.run(inNamespace(namespace, ['sh', '-ec', script, 'sh', table]));
}
