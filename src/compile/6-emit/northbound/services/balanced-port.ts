import type { Service, ServicePort } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { CanonicalAddress, Prefix } from '../../../../net/address.js';
import { contains } from '../../../../net/prefix.js';
import { hasAffinityTimeout } from '../../../../ovn-kubernetes/affinity.js';
import { type Backends, backendsOf } from './backends.js';

/** Virtual addresses on one port, and their backends. */
export interface BalancedPort {
  readonly protocol: ServicePort['protocol'];
  readonly port: number;
  /** `node` stands for the addresses of each node's host, for a node port. */
  readonly addresses: readonly CanonicalAddress[] | 'node';
  readonly backends: Backends;
  /** If true, requests from outside reach only endpoints on the node that receives them. */
  readonly isExternalLocal: boolean;
  /** Texts of the addresses for which requests from inside reach only endpoints on the client's node. */
  readonly internalLocal: ReadonlySet<string>;
}

/** Ports of a Service by the type of their load balancers. Each list is in the order of the ports. */
export interface BalancedPorts {
  /** Ports of load balancers that are the same on all switches and gateway routers. */
  readonly cluster: readonly BalancedPort[];
  /** Ports of load balancers with variables of the chassis. */
  readonly template: readonly BalancedPort[];
  /** Ports of load balancers of single nodes. */
  readonly perNode: readonly BalancedPort[];
}

/**
 * Assigns node ports, external addresses and cluster addresses of a Service to load balancers, as OVN-Kubernetes does.
 */
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

/**
 * Returns the external addresses of a Service. An ingress of a Service that is no longer a LoadBalancer does not count.
 */
function externalAddresses({ externalIPs, isLoadBalancer, ingress }: Service): readonly CanonicalAddress[] {
  return [...externalIPs, ...(isLoadBalancer ? ingress.filter((address) => address !== undefined) : [])];
}

/**
 * Returns true if an endpoint is outside of the pod network. It is on its host, which a gateway router sees under
 * another address.
 */
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
