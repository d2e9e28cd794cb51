import type { Service, ServicePort } from '../../../../model/cluster.js';
import { type Family, FAMILIES } from '../../../../net/address.js';
import { routerTargetsVariable } from '../../../../ovn-kubernetes/template-variables.js';
import type { BalancedPort } from './balanced-port.js';
import { type LoadBalancer, type BalancerRule, byProtocol } from './load-balancer.js';
import type { MasqueradeAddresses } from './masquerade.js';
import type { BalancingNode } from './nodes.js';
import { throughHost } from './per-node.js';
import { type ChassisVariables, type NodeVariables, setVariable } from './variables.js';
import { LOAD_BALANCER_GROUP } from '../../../../ovn-kubernetes/row-names.js';

/** Inputs of the load balancers with variables of a zone. */
export interface TemplateContext {
  readonly nodes: readonly BalancingNode[];
  readonly nodeVariables: NodeVariables;
  readonly masquerade: MasqueradeAddresses;
  /** Receives the variables for targets. */
  readonly variables: ChassisVariables;
}

/**
 * Returns the load balancers of node ports that differ between nodes only by variables of the chassis, before equal
 * ones are merged. There is one for switches and one for gateway routers, per protocol and family. OVN-Kubernetes makes
 * those of a family if nodes have addresses of it, even for a Service without the family.
 */
export function templateBalancers(
  service: Service,
  ports: readonly BalancedPort[],
  context: TemplateContext,
): LoadBalancer[] {
  const families = FAMILIES.filter((family) => context.nodeVariables.names[family].length > 0);
  return byProtocol(ports).flatMap(([protocol, own]) =>
    families.flatMap((family) => balancersOf(service, protocol, own, family, context)),
  );
}

function balancersOf(
  service: Service,
  protocol: ServicePort['protocol'],
  ports: readonly BalancedPort[],
  family: Family,
  context: TemplateContext,
): LoadBalancer[] {
  const names = context.nodeVariables.names[family];
  const balancer = (place: 'switch' | 'router', group: string, targetsOf: (port: BalancedPort) => string) => {
    const scope = `node_${place}_template_${family}`;
    const rules = ports.flatMap((balanced): BalancerRule[] => {
      const targets = targetsOf(balanced);
      return names.map((name) => ({ vip: `^${name}:${balanced.port}`, targets }));
    });
    const options = { template: 'true', 'address-family': family.toLowerCase() };
    return { scope, protocol, rules, options, attached: { switches: [], routers: [], groups: [group] } };
  };
  return [
    balancer('switch', LOAD_BALANCER_GROUP.switches, ({ backends }) => backends.targets[family].text),
    balancer('router', LOAD_BALANCER_GROUP.routers, (port) => routerTargets(service, port, family, context)),
  ];
}

/** Returns the targets of gateway routers: the same text for all, or a variable if any node needs other targets. */
function routerTargets(service: Service, balanced: BalancedPort, family: Family, context: TemplateContext): string {
  const { nodes, masquerade, variables } = context;
  const { targets } = balanced.backends;
  const everywhere = targets[family].text;
  const texts = nodes.map((node) => [node.chassisId, throughHost(targets, node, masquerade)[family].text] as const);
  if (texts.every(([, text]) => text === everywhere)) return everywhere;
  const { protocol, port: nodePort } = balanced;
  const name = routerTargetsVariable(service, protocol, nodePort, family);
  for (const [chassis, text] of texts) if (chassis !== undefined) setVariable(variables, chassis, name, text);
  return `^${name}`;
}
