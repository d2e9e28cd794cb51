import type { JsonObject } from '../../../src/std/json.js';

/** The parts of the Kubernetes API's objects that the tests write (networking.k8s.io/v1, policy.networking.k8s.io/v1alpha1). */
export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: string[];
  }[];
}

export interface NetworkPolicyPeer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

export interface NetworkPolicyPort {
  readonly protocol?: string;
  readonly port?: number;
  readonly endPort?: number;
}

export interface NetworkPolicyRule {
  readonly from?: readonly NetworkPolicyPeer[];
  readonly to?: readonly NetworkPolicyPeer[];
  readonly ports?: readonly NetworkPolicyPort[];
}

export interface NetworkPolicy {
  readonly kind: 'NetworkPolicy';
  readonly namespace: string;
  readonly name: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly NetworkPolicyRule[];
    readonly egress?: readonly NetworkPolicyRule[];
  };
}

export interface AdminPeer {
  readonly namespaces?: Selector;
  readonly pods?: { readonly namespaceSelector: Selector; readonly podSelector: Selector };
  readonly networks?: readonly string[];
}

export interface AdminPort {
  readonly portNumber?: { readonly protocol: string; readonly port: number };
  readonly portRange?: { readonly protocol: string; readonly start: number; readonly end: number };
  readonly namedPort?: string;
}

export interface AdminRule {
  readonly action: 'Allow' | 'Deny' | 'Pass';
  readonly from?: readonly AdminPeer[];
  readonly to?: readonly AdminPeer[];
  readonly ports?: readonly AdminPort[];
}

export interface AdminPolicy<Kind = 'AdminNetworkPolicy' | 'BaselineAdminNetworkPolicy'> {
  readonly kind: Kind;
  readonly name: string;
  readonly spec: {
    readonly priority?: number;
    readonly subject: Pick<AdminPeer, 'namespaces' | 'pods'>;
    readonly ingress?: readonly AdminRule[];
    readonly egress?: readonly AdminRule[];
  };
}

export interface Firewall {
  readonly kind: 'EgressFirewall';
  readonly namespace: string;
  readonly spec: {
    readonly egress: readonly {
      readonly type: 'Allow' | 'Deny';
      readonly to: { readonly cidrSelector: string };
      readonly ports?: readonly { readonly protocol: string; readonly port: number }[];
    }[];
  };
}

export interface TestPod {
  readonly namespace: string;
  readonly name: string;
  readonly address: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly ports: readonly { readonly name: string; readonly protocol: string; readonly containerPort: number }[];
}

export interface TestNamespace {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface TestWorld {
  readonly namespaces: readonly TestNamespace[];
  readonly pods: readonly TestPod[];
  readonly policies: readonly (
    NetworkPolicy | AdminPolicy<'AdminNetworkPolicy'> | AdminPolicy<'BaselineAdminNetworkPolicy'> | Firewall
  )[];
}

const API_VERSIONS = {
  NetworkPolicy: 'networking.k8s.io/v1',
  AdminNetworkPolicy: 'policy.networking.k8s.io/v1alpha1',
  BaselineAdminNetworkPolicy: 'policy.networking.k8s.io/v1alpha1',
  EgressFirewall: 'k8s.ovn.org/v1',
} as const;

/** The manifests of a cluster: its namespaces, its pods on the node `worker-a`, and its policies. */
export function manifestsOf({ namespaces, pods, policies }: TestWorld): JsonObject[] {
  const objects = [
    ...namespaces.map(({ name, labels }) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } })),
    ...pods.map(({ namespace, name, address, labels, ports }) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace, name, labels },
      spec: { nodeName: 'worker-a', containers: [{ name: 'main', ports }] },
      status: { podIPs: [{ ip: address }] },
    })),
    ...policies.map(({ kind, spec, ...names }) => ({
      apiVersion: API_VERSIONS[kind],
      kind,
      metadata: { name: 'default', ...names },
      spec,
    })),
  ];
  return objects as unknown as JsonObject[];
}
