import type { Service, ServicePort } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { CanonicalAddress, Prefix } from '../../../../net/address.js';
import { contains } from '../../../../net/prefix.js';
import { hasAffinityTimeout } from '../../../../ovn-kubernetes/affinity.js';
import { type Backends, backendsOf } from './backends.js';

/** Virtual addresses on one port, and what is behind them. */
export interface BalancedPort {
  readonly protocol: ServicePort['protocol'];
  readonly port: number;
  /** `node`: the addresses of each node's host, for a node port. */
  readonly addresses: readonly CanonicalAddress[] | 'node';
  readonly backends: Backends;
  /** From outside, only the endpoints of the node that is asked count. */
  readonly isExternalLocal: boolean;
  /** Texts of the addresses for which, from inside, only the endpoints of the node that asks count. */
  readonly internalLocal: ReadonlySet<string>;
}

/** The ports of a Service by the load balancers that they belong to; each list in the order of the ports. */
export interface BalancedPorts {
  /** Of load balancers that are on all switches and gateway routers alike. */
  readonly cluster: readonly BalancedPort[];
  /** Of load balancers with variables of the chassis. */
  readonly template: readonly BalancedPort[];
  /** Of load balancers of single nodes. */
  readonly perNode: readonly BalancedPort[];
}

/** OVN-Kubernetes: where node ports, external addresses and cluster addresses of a Service go. */
export function balancedPortsOf(service: Service, configuration: Configuration): BalancedPorts {
  const { keepsTrafficLocal, keepsInternalTrafficLocal, clusterIPs } = service;
  const ports = { cluster: [] as BalancedPort[], template: [] as BalancedPort[], perNode: [] as BalancedPort[] };
  const external = externalAddresses(service);
  const isTemplated =
    configuration.serviceTemplates &&
    !keepsTrafficLocal &&
    !hasAffinityTimeout(service, configuration.release.services);
  const internalLocal = keepsInternalTrafficLocal
    ? textsIn(configuration.serviceCIDRs, [...clusterIPs, ...external])
    : NONE;
  for (const port of service.ports) {
    const backends = backendsOf(port, service, configuration.release.services);
    const common = { protocol: port.protocol, port: port.port, backends, isExternalLocal: false, internalLocal: NONE };
    if (port.nodePort !== 0) {
      const nodePort = {
        ...common,
        port: port.nodePort,
        addresses: 'node',
        isExternalLocal: keepsTrafficLocal,
      } as const;
      ports[isTemplated ? 'template' : 'perNode'].push(nodePort);
    }
    const isSplit = keepsTrafficLocal && external.length > 0;
    if (isSplit) ports.perNode.push({ ...common, addresses: external, isExternalLocal: true });
    const addresses = isSplit ? clusterIPs : [...clusterIPs, ...external];
    const isPerNode = keepsInternalTrafficLocal || hasHostEndpoint(backends, configuration);
    ports[isPerNode ? 'perNode' : 'cluster'].push({ ...common, addresses, internalLocal });
  }
  return ports;
}

const NONE: ReadonlySet<string> = new Set();

/** An ingress of a Service that is no LoadBalancer any more does not count. */
function externalAddresses({ externalIPs, isLoadBalancer, ingress }: Service): readonly CanonicalAddress[] {
  return [...externalIPs, ...(isLoadBalancer ? ingress.filter((address) => address !== undefined) : [])];
}

/** An endpoint outside of the pod network is on its host, where a gateway router sees it under another address. */
function hasHostEndpoint({ addresses }: Backends, { clusterSubnets }: Configuration): boolean {
  const subnets = clusterSubnets.map(({ prefix }) => prefix);
  return addresses.some((address) => !isIn(subnets, address));
}

function textsIn(prefixes: readonly Prefix[], addresses: readonly CanonicalAddress[]): ReadonlySet<string> {
  return new Set(addresses.flatMap((address) => (isIn(prefixes, address) ? [address.text] : [])));
}

function isIn(prefixes: readonly Prefix[], address: CanonicalAddress): boolean {
  return prefixes.some((prefix) => contains(prefix, address));
}
