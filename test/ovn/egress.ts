import type { TestPod } from './cluster.js';
import { endpointSlices } from './service.js';

/** A rule of an EgressFirewall, as the resource writes it. */
export interface FirewallRule {
  readonly type: 'Allow' | 'Deny';
  readonly to:
    | { readonly cidrSelector: string }
    | { readonly dnsName: string }
    | { readonly nodeSelector: { readonly matchLabels: Readonly<Record<string, string>> } };
  readonly ports?: readonly { readonly protocol: 'TCP' | 'UDP' | 'SCTP'; readonly port: number }[];
}

/** A rule of an EgressQoS, as the resource writes it. */
export interface QosRule {
  readonly dscp: number;
  readonly dstCIDR?: string;
  readonly podSelector?: { readonly matchLabels: NonNullable<TestPod['labels']> };
}

interface Resource<Kind, Rule> {
  readonly apiVersion: 'k8s.ovn.org/v1';
  readonly kind: Kind;
  readonly metadata: { readonly namespace: string; readonly name: 'default' };
  readonly spec: { readonly egress: readonly Rule[] };
}

export type EgressFirewall = Resource<'EgressFirewall', FirewallRule>;
export type EgressQoS = Resource<'EgressQoS', QosRule>;

/** The EgressFirewall of a namespace. */
export function egressFirewall(namespace: string, ...egress: FirewallRule[]): EgressFirewall {
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressFirewall',
    metadata: { namespace, name: 'default' },
    spec: { egress },
  };
}

/** The EgressQoS of a namespace. */
export function egressQoS(namespace: string, ...egress: QosRule[]): EgressQoS {
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressQoS',
    metadata: { namespace, name: 'default' },
    spec: { egress },
  };
}

/** An EgressIP for the pods of a namespace that carry all given labels. */
export function egressIP(
  name: string,
  address: string,
  namespace: string,
  podLabels: NonNullable<TestPod['labels']> = {},
): object {
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'EgressIP',
    metadata: { name },
    spec: {
      egressIPs: [address],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
      podSelector: { matchLabels: podLabels },
    },
  };
}

/** What an EgressService is about: addresses of the load balancer, and endpoints as `<address> <node>`. */
export interface ServiceFacts {
  readonly namespace: string;
  readonly name: string;
  readonly ingress: readonly string[];
  readonly endpoints: readonly string[];
  readonly nodeLabels?: Readonly<Record<string, string>>;
  readonly network?: string;
}

/** A Service of type LoadBalancer, its slices of both families, and the EgressService for it. */
export function egressService(facts: ServiceFacts): readonly object[] {
  const { namespace, name, ingress, endpoints, nodeLabels = {}, network = '' } = facts;
  return [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { namespace, name },
      spec: { type: 'LoadBalancer', clusterIP: 'None', ports: [{ port: 80 }] },
      status: { loadBalancer: { ingress: ingress.map((ip) => ({ ip })) } },
    },
    ...endpointSlices({ namespace, name, endpoints }),
    {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressService',
      metadata: { namespace, name },
      spec: { sourceIPBy: 'LoadBalancerIP', nodeSelector: { matchLabels: nodeLabels }, network },
    },
  ];
}
