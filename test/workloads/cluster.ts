/** What tells two clusters apart that should be the same. */
export interface ClusterParts {
  /** Second octet of the pod network, and third of the nodes. */
  readonly number: number;
  readonly replicas: number;
  readonly firewall?: string;
  readonly policy?: string;
  /** Further resources. */
  readonly others?: string;
  /** Further pods, see `podText`. */
  readonly pods?: readonly string[];
  readonly servicePort?: number;
}

export const FIREWALL = `
    - { type: Allow, to: { nodeSelector: { matchLabels: { node-role.kubernetes.io/infra: '' } } } }
    - { type: Allow, to: { dnsName: api.example.com }, ports: [{ protocol: TCP, port: 443 }] }
    - { type: Allow, to: { cidrSelector: 203.0.113.0/24 } }
    - { type: Deny, to: { cidrSelector: 0.0.0.0/0 } }`;

export const POLICY = `
  podSelector: { matchLabels: { app: db } }
  policyTypes: [Ingress]
  ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ protocol: TCP, port: 5432 }] }]`;

/** Returns the files of a cluster: a shop of two workloads, whose names end in what its controllers made up. */
export function clusterFiles({
  number,
  replicas,
  firewall = FIREWALL,
  policy = POLICY,
  others = '',
  pods: more = [],
  servicePort = 5432,
}: ClusterParts) {
  const roles = ['worker', 'worker', 'infra'];
  const nodes = roles.map((role, index) => nodeText(number, index, role));
  const pods = Array.from({ length: replicas }, (_, index) => podText('web', number, index));
  return {
    'weir.yaml': `interconnect: true\nmanifests: [egress.yaml]\ninventory: [inventory.yaml]\nclusterSubnets: [10.${number}.0.0/16/23]\n`,
    'inventory.yaml': [
      ...nodes,
      NAMESPACE,
      ...pods,
      podText('db', number, 40),
      ...more,
      SERVICE.replace('5432', `${servicePort}`),
    ].join('---\n'),
    'egress.yaml': [
      `apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: { name: default, namespace: shop }\nspec:\n  egress:${firewall}\n`,
      `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: db, namespace: shop }\nspec:${policy}\n`,
      ...(others === '' ? [] : [others]),
    ].join('---\n'),
  };
}

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop, labels: { team: shop } }\n';
const SERVICE =
  'apiVersion: v1\nkind: Service\nmetadata: { name: db, namespace: shop }\nspec: { selector: { app: db }, ports: [{ name: sql, port: 5432, protocol: TCP }] }\n';

function nodeText(number: number, index: number, role: string): string {
  const address = `192.168.${number}.${10 + index}`;
  const annotations = {
    'node-subnets': `{"default": ["10.${number}.${2 * index}.0/23"]}`,
    'host-cidrs': `["${address}/24"]`,
    'node-primary-ifaddr': `{"ipv4": "${address}/24"}`,
    'l3-gateway-config': `{"default": {"mode": "shared", "interface-id": "br", "mac-address": "52:54:00:00:00:0${index}", "ip-addresses": ["${address}/24"], "next-hops": ["192.168.${number}.1"], "node-port-enable": "true", "vlan-id": "0"}}`,
    'node-id': `${index + 2}`,
    'node-chassis-id': `00000000-0000-4000-8000-00000000000${index}`,
    'node-transit-switch-port-ifaddr': `{"ipv4": "100.88.0.${index + 2}/16"}`,
    'zone-name': `c${number}-${index}`,
  };
  const lines = Object.entries(annotations).map(([key, value]) => `    k8s.ovn.org/${key}: '${value}'\n`);
  return `apiVersion: v1\nkind: Node\nmetadata:\n  name: c${number}-${index}\n  labels: { node-role.kubernetes.io/${role}: '', k8s.ovn.org/egress-assignable: '' }\n  annotations:\n${lines.join('')}`;
}

/** Returns a replica of a Deployment. */
export function podText(app: string, number: number, index: number): string {
  const node = index % 2;
  return [
    'apiVersion: v1\nkind: Pod\nmetadata:',
    `  name: ${app}-${number}abc-${index}`,
    '  namespace: shop',
    `  labels: { app: ${app}, pod-template-hash: h${number} }`,
    `  annotations: { k8s.ovn.org/pod-networks: '{"default": {"ip_addresses": ["10.${number}.${2 * node}.${5 + index}/23"], "mac_address": "0a:58:0a:00:0${node}:${10 + index}"}}' }`,
    `  ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: ${app}-h${number}, controller: true, uid: '1' }]`,
    `spec: { nodeName: c${number}-${node} }\n`,
  ].join('\n');
}
