import { formatSocket } from '../../../../net/address.js';
import type { ServicePort } from '../../../../model/cluster.js';
import type { BalancedPort } from './balanced-port.js';
import { type LoadBalancer, type BalancerRule, byProtocol } from './load-balancer.js';
import type { MasqueradeAddresses } from './masquerade.js';
import type { BalancingNode } from './nodes.js';
import { type FamilyBalancerTargets } from './balancer-targets.js';
import { sameList } from '../../../../std/same-items.js';

/** Rules of a node: for its switch, for its gateway router, and for that router if the traffic keeps its source. */
interface NodeRules {
  readonly onSwitch: BalancerRule[];
  readonly onRouter: BalancerRule[];
  readonly onRouterLocal: BalancerRule[];
}

/** Returns the load balancers of single nodes, before equal ones are merged: node by node, one per protocol. */
export function perNodeBalancers(
  ports: readonly BalancedPort[],
  nodes: readonly BalancingNode[],
  masquerade: MasqueradeAddresses,
): LoadBalancer[] {
  const protocols = byProtocol(ports);
  return nodes.flatMap((node) =>
    protocols.flatMap(([protocol, own]) => balancersOf(node, protocol, rulesOf(node, own, masquerade))),
  );
}

function balancersOf(node: BalancingNode, protocol: ServicePort['protocol'], rules: NodeRules): LoadBalancer[] {
  const { onSwitch, onRouter, onRouterLocal } = rules;
  const { name, switchName, routerName } = node;
  const switches = [switchName];
  const routers = routerName === undefined ? [] : [routerName];
  const balancer = (
    place: string,
    own: readonly BalancerRule[],
    attached: Partial<LoadBalancer['attached']>,
  ): LoadBalancer => ({
    scope: `${place}_${name}`,
    protocol,
    rules: own,
    options: place === 'node_local_router' ? { skip_snat: 'true' } : {},
    attached: { switches: [], routers: [], groups: [], ...attached },
  });
  if (routerName !== undefined && onSwitch.length > 0 && areEqual(onSwitch, onRouter)) {
    return [balancer('node_router+switch', onRouter, { switches, routers })];
  }
  return [
    balancer('node_router', routerName === undefined ? [] : onRouter, { routers }),
    balancer('node_local_router', routerName === undefined ? [] : onRouterLocal, { routers }),
    balancer('node_switch', onSwitch, { switches }),
  ].filter((one) => one.rules.length > 0);
}

function areEqual(a: readonly BalancerRule[], b: readonly BalancerRule[]): boolean {
  return sameList(a, b, (one, other) => one.vip === other.vip && one.targets === other.targets);
}

function rulesOf(node: BalancingNode, ports: readonly BalancedPort[], masquerade: MasqueradeAddresses): NodeRules {
  const rules: NodeRules = { onSwitch: [], onRouter: [], onRouterLocal: [] };
  for (const port of ports) addRules(rules, node, port, masquerade);
  return rules;
}

function addRules(
  rules: NodeRules,
  node: BalancingNode,
  balanced: BalancedPort,
  masquerade: MasqueradeAddresses,
): void {
  const { port, backends, isExternalLocal, internalLocal } = balanced;
  const isNodePort = balanced.addresses === 'node';
  const ofHost = node.hasNodePorts ? node.hostAddresses : [];
  const everywhere = backends.targets;
  const here = isExternalLocal || internalLocal.size > 0 ? backends.onNode(node) : everywhere;
  const routed = throughHost(isExternalLocal ? here : everywhere, node, masquerade);
  for (const address of balanced.addresses === 'node' ? ofHost : balanced.addresses) {
    const { family, text: written } = address;
    const vip = formatSocket(written, port);
    if (isExternalLocal && isNodePort) {
      // A host forwards node port traffic that must stay on the node to this address.
      const handedOn = formatSocket(masquerade.localNodePorts[family].text, port);
      rules.onSwitch.push({ vip: handedOn, targets: here[family].text });
    }
    rules.onSwitch.push({ vip, targets: (internalLocal.has(written) ? here : everywhere)[family].text });
    const { text, isEmpty } = routed[family];
    (isExternalLocal && !isEmpty ? rules.onRouterLocal : rules.onRouter).push({ vip, targets: text });
  }
}

/**
 * Returns the targets as a gateway router reaches them. OVN-Kubernetes: it shares its addresses with the host, so it
 * reaches endpoints there under the host's masquerade address.
 */
export function throughHost(
  { IPv4, IPv6 }: FamilyBalancerTargets,
  { gatewayAddresses }: BalancingNode,
  { host }: MasqueradeAddresses,
): FamilyBalancerTargets {
  return { IPv4: IPv4.replace(gatewayAddresses, host.IPv4), IPv6: IPv6.replace(gatewayAddresses, host.IPv6) };
}
