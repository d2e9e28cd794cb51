import { formatSocket } from '../../../../net/address.js';
import { CLUSTER_LB_GROUP } from '../topology/load-balancer-groups.js';
import type { BalancedPort } from './balanced-port.js';
import { type LoadBalancer, type Rule, byProtocol } from './load-balancer.js';

/** The load balancers that are the same everywhere: one a protocol, for the addresses of all ports. */
export function clusterWideBalancers(ports: readonly BalancedPort[]): readonly LoadBalancer[] {
  const attached = { switches: [], routers: [], groups: [CLUSTER_LB_GROUP] };
  return byProtocol(ports)
    .map(([protocol, own]) => ({ scope: 'cluster', protocol, rules: own.flatMap(rulesOf), options: {}, attached }))
    .filter(({ rules }) => rules.length > 0);
}

function rulesOf({ addresses, port, backends }: BalancedPort): Rule[] {
  if (addresses === 'node') return [];
  return addresses.map((address) => ({
    vip: formatSocket(address.text, port),
    targets: backends.targets[address.family].text,
  }));
}
