import { endpointSlices } from '../ovn/service.js';

/** The node port of every Service here. */
export const NODE_PORT = 30_080;

/** What an EgressService is about: addresses of the load balancer, and endpoints as `<address> <node>`. */
export interface EgressServiceFacts {
  readonly namespace: string;
  readonly name: string;
  readonly ingress: readonly string[];
  readonly endpoints: readonly string[];
  readonly clusterIPs?: readonly string[];
  readonly keepsTrafficLocal?: boolean;
  readonly network?: string;
  readonly sourceIPBy?: 'LoadBalancerIP' | 'Network';
}

/** A Service of type LoadBalancer with a node port, its slices, and the EgressService for it. */
export function egressServiceOf(facts: EgressServiceFacts): readonly object[] {
  const { namespace, name, ingress, endpoints, clusterIPs = [], keepsTrafficLocal = false } = facts;
  const { network = '', sourceIPBy = 'LoadBalancerIP' } = facts;
  return [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { namespace, name },
      spec: {
        type: 'LoadBalancer',
        clusterIP: clusterIPs[0] ?? 'None',
        clusterIPs: clusterIPs.length > 0 ? clusterIPs : ['None'],
        externalTrafficPolicy: keepsTrafficLocal ? 'Local' : 'Cluster',
        ports: [{ port: 80, nodePort: NODE_PORT }],
      },
      status: { loadBalancer: { ingress: ingress.map((ip) => ({ ip })) } },
    },
    ...endpointSlices({ namespace, name, endpoints }),
    {
      apiVersion: 'k8s.ovn.org/v1',
      kind: 'EgressService',
      metadata: { namespace, name },
      spec: { sourceIPBy, nodeSelector: { matchLabels: { egress: 'yes' } }, network },
    },
  ];
}
