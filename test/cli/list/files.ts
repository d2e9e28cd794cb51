const node = (name: string, number: number, hop = ''): string => `apiVersion: v1
kind: Node
metadata:
  name: ${name}
  labels: {k8s.ovn.org/egress-assignable: ''}
  annotations:
    k8s.ovn.org/node-id: '${number}'
    k8s.ovn.org/node-chassis-id: 00000000-0000-4000-8000-00000000000${number}
    k8s.ovn.org/node-subnets: '{"default": ["10.128.${2 * number}.0/23"]}'
    k8s.ovn.org/node-primary-ifaddr: '{"ipv4": "192.0.2.${number}/24"}'
    k8s.ovn.org/host-cidrs: '["192.0.2.${number}/24"]'
    k8s.ovn.org/l3-gateway-config: '{"default": {"mode": "shared", "interface-id": "br-ex_${name}",
      "mac-address": "02:00:00:00:00:0${number}", "ip-addresses": ["192.0.2.${number}/24"], "next-hops": ["${hop}"]}}'
`;
const namespace = (name: string): string => `apiVersion: v1
kind: Namespace
metadata: {name: ${name}, labels: {team: ${name}}}
`;
const pod = (path: string, on: string, address: string, more = ''): string => {
  const [where = '', name = ''] = path.split('/');
  return `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: ${where}, labels: {app: ${name}}}
spec: {nodeName: ${on}${more}}
status: {phase: Running, podIPs: [{ip: ${address}}]}
`;
};

/** An EgressIP for the namespaces of a team. */
export const egressIP = (
  name: string,
  team: string,
  ...addresses: readonly string[]
): string => `apiVersion: k8s.ovn.org/v1
kind: EgressIP
metadata: {name: ${name}}
spec: {egressIPs: [${addresses.join(', ')}], namespaceSelector: {matchLabels: {team: ${team}}}}
`;

const FIREWALL = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec:
  egress:
    - {type: Allow, to: {cidrSelector: 203.0.113.0/24}}
    - {type: Deny, to: {cidrSelector: 0.0.0.0/1}}
    - {type: Deny, to: {cidrSelector: 128.0.0.0/1}}
`;
const QOS = `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: {name: default, namespace: shop}
spec: {egress: [{dscp: 46, dstCIDR: 203.0.113.0/24, podSelector: {matchLabels: {app: web}}}]}
`;
const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: limit, namespace: shop}
spec: {podSelector: {matchLabels: {app: web}}, policyTypes: [Egress], egress: [{}]}
`;

/**
 * Files of a repository: `payments` leaves with two addresses of its own at two nodes, `orders` will when it has pods, the pods of
 * `shop` leave alike at two nodes but are limited and marked otherwise, and one of `watch` is on the network of its host.
 */
export const FILES: Readonly<Record<string, string>> = {
  'weir.yaml': 'manifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n',
  'inventory/nodes.yaml': [node('elm', 4, '192.0.2.1'), node('oak', 5, '192.0.2.2')].join('---\n'),
  'inventory/namespaces.yaml': ['shop', 'payments', 'orders', 'watch'].map(namespace).join('---\n'),
  'inventory/pods.yaml': [
    pod('payments/till', 'elm', '10.128.8.5'),
    pod('shop/web', 'elm', '10.128.8.6'),
    pod('shop/db', 'oak', '10.128.10.6'),
    pod('shop/cache', 'elm', '10.128.8.7'),
    pod('watch/probe', 'oak', '192.0.2.5', ', hostNetwork: true'),
  ].join('---\n'),
  'egress/ferry.yaml': egressIP('ferry', 'payments', '192.0.2.20', '192.0.2.110'),
  'egress/tram.yaml': egressIP('tram', 'orders', '192.0.2.30'),
  'egress/shop.yaml': [FIREWALL, QOS, POLICY].join('---\n'),
};
