import { formatSocket } from '../../../../net/address.js';
import type { BalancedPort } from './balanced-port.js';
import { type LoadBalancer, type BalancerRule, byProtocol } from './load-balancer.js';
import { LOAD_BALANCER_GROUP } from '../../../../ovn-kubernetes/row-names.js';

/** Returns the load balancers that are the same everywhere: one per protocol, for the addresses of all ports. */
export function clusterWideBalancers(ports: readonly BalancedPort[]): readonly LoadBalancer[] {
  const attached = { switches: [], routers: [], groups: [LOAD_BALANCER_GROUP.cluster] };
  return byProtocol(ports)
    .map(([protocol, own]) => ({ scope: 'cluster', protocol, rules: own.flatMap(rulesOf), options: {}, attached }))
    .filter(({ rules }) => rules.length > 0);
}

function rulesOf({ addresses, port, backends }: BalancedPort): BalancerRule[] {
  if (addresses === 'node') return [];
  return addresses.map((address) => ({
    vip: formatSocket(address.text, port),
    targets: backends.targets[address.family].text,
  }));
}
