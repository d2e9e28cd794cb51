import { namespace, node } from '../compile/3-index/inventory.js';
import { type Repository, firewall, pod, qos } from './sides.js';
import { type Json, type JsonObject, asObject } from '../../src/std/json.js';

/** A change as somebody would propose it: the repository before and after. */
export interface PullRequest {
  readonly before: Repository;
  readonly after: Repository;
}

const allow = (to: JsonObject, ...ports: number[]): Json => rule('Allow', to, ports);
const deny = (to: JsonObject, ...ports: number[]): Json => rule('Deny', to, ports);
const cidr = (cidrSelector: string): JsonObject => ({ cidrSelector });
const name = (dnsName: string): JsonObject => ({ dnsName });
const ALL = cidr('0.0.0.0/0');

function rule(type: string, to: JsonObject, ports: readonly number[]): Json {
  return { type, to, ...(ports.length > 0 ? { ports: ports.map((port) => ({ protocol: 'TCP', port })) } : {}) };
}

function egressNode(number: number, isUsable = true): JsonObject {
  const annotations = {
    'node-id': `${number + 1}`,
    'node-subnets': `{"default":["10.128.${number}.0/24"]}`,
    'node-primary-ifaddr': `{"ipv4":"192.168.10.${10 + number}/24"}`,
    'host-cidrs': `["192.168.10.${10 + number}/24"]`,
    'node-chassis-id': `00000000-0000-4000-8000-00000000000${number}`,
    'l3-gateway-config': JSON.stringify({
      default: {
        mode: 'shared',
        'interface-id': `br-ex_worker-${number}`,
        'mac-address': `52:54:00:00:00:${String(number).padStart(2, '0')}`,
        'ip-addresses': [`192.168.10.${10 + number}/24`],
        'next-hops': ['192.168.10.1'],
        'node-port-enable': 'true',
        'vlan-id': '0',
      },
    }),
  };
  return node(`worker-${number}`, annotations, isUsable ? { 'k8s.ovn.org/egress-assignable': '' } : {});
}

/** Where the gateway mode is that of weir.yaml alone. */
function withoutGateway(object: JsonObject): JsonObject {
  const metadata = asObject(object.metadata) ?? {};
  const { 'k8s.ovn.org/l3-gateway-config': gateway, ...annotations } = asObject(metadata.annotations) ?? {};
  return gateway === undefined ? object : { ...object, metadata: { ...metadata, annotations } };
}

const inventory = [
  ...[1, 2, 3].map((number) => egressNode(number)),
  namespace('shop'),
  namespace('blog'),
  pod('shop', 'web-0', ['10.128.1.5'], { app: 'web' }, 'worker-1'),
  pod('shop', 'web-1', ['10.128.2.5'], { app: 'web' }, 'worker-2'),
  pod('shop', 'db-0', ['10.128.3.5'], { app: 'db' }, 'worker-3'),
];
const egressIP = (ip: string, label: string): JsonObject => ({
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressIP',
  metadata: { name: 'partners' },
  spec: {
    egressIPs: [ip],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } },
    podSelector: { matchLabels: { app: label } },
  },
});
const service = (ip: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { type: 'LoadBalancer', clusterIP: '172.30.0.9', clusterIPs: ['172.30.0.9'], ports: [{ port: 80 }] },
  status: { loadBalancer: { ingress: [{ ip }] } },
});
const ON_WORKER_2 = { addresses: ['10.128.2.5'], nodeName: 'worker-2' };
const slice: JsonObject = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'web-1', namespace: 'shop', labels: { 'kubernetes.io/service-name': 'web' } },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.128.1.5'], nodeName: 'worker-1' }, ON_WORKER_2],
};
const egressService = (nodeName: string, network?: string): JsonObject => ({
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressService',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    sourceIPBy: 'LoadBalancerIP',
    nodeSelector: { matchLabels: { 'kubernetes.io/hostname': nodeName } },
    ...(network === undefined ? {} : { network }),
  },
});
const hosts = [1, 2, 3].map((number) => {
  const { metadata, ...rest } = egressNode(number) as { metadata: { labels: JsonObject } };
  return {
    ...rest,
    metadata: { ...metadata, labels: { ...metadata.labels, 'kubernetes.io/hostname': `worker-${number}` } },
  };
});
const gateways = (...ips: string[]): JsonObject => ({
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'AdminPolicyBasedExternalRoute',
  metadata: { name: 'uplink' },
  spec: {
    from: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } } },
    nextHops: { static: ips.map((ip) => ({ ip })) },
  },
});
const ofTeamB: JsonObject = {
  ...gateways(),
  spec: {
    from: { namespaceSelector: { matchLabels: { team: 'b' } } },
    nextHops: { static: [{ ip: '192.168.10.250' }] },
  },
};
const UPLINK = { ip: '192.168.50.10/24', gateway: '192.168.50.1' };
const BACKUP = { ip: '192.168.60.10/24', gateway: '192.168.60.1' };
const routerOf = (redirect: JsonObject, addresses: Json[], master?: string): JsonObject => ({
  apiVersion: 'network.operator.openshift.io/v1',
  kind: 'EgressRouter',
  metadata: { name: 'mail', namespace: 'shop' },
  spec: {
    mode: 'Redirect',
    redirect,
    addresses,
    networkInterface: { macvlan: { mode: 'Bridge', ...(master === undefined ? {} : { master }) } },
  },
});
const router = (...rules: Json[]): JsonObject => routerOf({ redirectRules: rules }, [UPLINK]);
const MAIL = { destinationIP: '203.0.113.25', port: 25, protocol: 'TCP' };
const routerWith = (addresses: Json[], master?: string): JsonObject =>
  routerOf({ redirectRules: [MAIL] }, addresses, master);
const fallbackRouter = (fallbackIP?: string): JsonObject =>
  routerOf({ redirectRules: [MAIL], ...(fallbackIP === undefined ? {} : { fallbackIP }) }, [UPLINK]);
const lock = 'egressIPs:\n  partners:\n    mark: 50000\n    addresses:\n      192.168.10.100: worker-1\n';
const of = (...objects: JsonObject[]): Repository => ({ objects: [...inventory, ...objects] });
const teams = Array.from({ length: 40 }, (_, index) => `team-${String(index).padStart(2, '0')}`);

/** Changes that a platform team sees, by what they are about. */
export const pullRequests: Readonly<Record<string, PullRequest>> = {
  'allow-a-partner': {
    before: of(firewall('shop', allow(name('api.example.com'), 443), deny(ALL)), firewall('blog', deny(ALL))),
    after: of(
      firewall('shop', allow(name('api.example.com'), 443), allow(cidr('203.0.113.0/24'), 443, 8443), deny(ALL)),
      firewall('blog', allow(cidr('203.0.113.0/24'), 443, 8443), deny(ALL)),
    ),
  },
  'rename-a-host': {
    before: of(firewall('shop', allow(name('old.example.com'), 443), deny(ALL))),
    after: of(firewall('shop', allow(name('new.example.com'), 443), deny(ALL))),
  },
  'tidy-up': {
    before: of(firewall('shop', allow(cidr('203.0.113.0/25')), allow(cidr('203.0.113.128/25')), deny(ALL))),
    after: of(firewall('shop', allow(cidr('203.0.113.0/24')), deny(ALL))),
  },
  'deny-by-default-everywhere': {
    before: of(...teams.map((team) => firewall(team, allow(cidr('203.0.113.0/24'))))),
    after: of(...teams.map((team) => firewall(team, allow(cidr('203.0.113.0/24')), deny(ALL)))),
  },
  'remove-a-firewall': {
    before: of(
      firewall('shop', deny(name('tracker.example.com')), deny(cidr('10.0.0.0/8')), deny(cidr('192.168.10.0/24'), 22)),
    ),
    after: of(),
  },
  'take-a-node-out': {
    before: { objects: [...inventory, egressIP('192.168.10.100', 'web')], lock },
    after: { objects: [egressNode(1, false), ...inventory.slice(1), egressIP('192.168.10.100', 'web')], lock },
  },
  'another-egress-address': {
    before: { objects: [...inventory, egressIP('192.168.10.100', 'web')], lock },
    after: { objects: [...inventory, egressIP('192.168.10.101', 'web')], lock },
  },
  'a-node-with-the-address-of-an-egress-ip': {
    before: { objects: [...inventory, egressIP('192.168.10.100', 'web')], lock },
    after: { objects: [...inventory, egressNode(90), egressIP('192.168.10.100', 'web')], lock },
  },
  'serve-other-pods': {
    before: { objects: [...inventory, egressIP('192.168.10.100', 'web')], lock },
    after: { objects: [...inventory, egressIP('192.168.10.100', 'db')], lock },
  },
  'mark-voice': {
    before: of(qos('shop', { dscp: 10, podSelector: { matchLabels: { app: 'web' } } })),
    after: of(
      qos(
        'shop',
        { dscp: 46, dstCIDR: '203.0.113.0/24', podSelector: { matchLabels: { app: 'web' } } },
        { dscp: 10, podSelector: { matchLabels: { app: 'web' } } },
      ),
    ),
  },
  'a-service-with-its-own-source': {
    before: {
      objects: [...hosts, ...inventory.slice(3), service('192.0.2.80'), slice, egressIP('192.168.10.100', 'web')],
      lock,
    },
    after: {
      objects: [
        ...hosts,
        ...inventory.slice(3),
        service('192.0.2.80'),
        slice,
        egressIP('192.168.10.100', 'web'),
        egressService('worker-3'),
      ],
      lock,
    },
  },
  'another-host-for-a-service': {
    before: { objects: [...hosts, ...inventory.slice(3), service('192.0.2.80'), slice, egressService('worker-3')] },
    after: { objects: [...hosts, ...inventory.slice(3), service('192.0.2.80'), slice, egressService('worker-2')] },
  },
  'a-second-gateway': {
    before: of(gateways('192.168.10.250')),
    after: of(gateways('192.168.10.250', '192.168.10.251')),
  },
  'another-mail-server-behind-a-router': {
    before: of(router({ destinationIP: '203.0.113.25', port: 25, protocol: 'TCP' })),
    after: of(
      router(
        { destinationIP: '203.0.113.26', port: 25, protocol: 'TCP' },
        { destinationIP: '203.0.113.26', port: 587, protocol: 'TCP', targetPort: 2587 },
      ),
    ),
  },
  'gateways-that-see-the-pods': {
    before: of(gateways('192.168.10.250')),
    after: { ...of(gateways('192.168.10.250')), weirYaml: 'disableSnatMultipleGateways: true\n' },
  },
  'gateways-for-pods-with-an-egress-address': {
    before: { objects: [...inventory, egressIP('192.168.10.100', 'web')], lock },
    after: { objects: [...inventory, egressIP('192.168.10.100', 'web'), gateways('192.168.10.250')], lock },
  },
  'gateways-that-see-pods-with-an-egress-address': {
    before: { objects: [...inventory, egressIP('192.168.10.100', 'web'), gateways('192.168.10.250')], lock },
    after: {
      objects: [...inventory, egressIP('192.168.10.100', 'web'), gateways('192.168.10.250')],
      weirYaml: 'disableSnatMultipleGateways: true\n',
      lock,
    },
  },
  'local-gateways-for-pods-with-an-egress-address-or-a-service': {
    before: {
      objects: [
        ...[
          ...hosts.map(withoutGateway),
          ...inventory.slice(3),
          service('192.0.2.80'),
          { ...slice, endpoints: [ON_WORKER_2] },
        ],
        ...[egressService('worker-3'), egressIP('192.168.10.100', 'web'), gateways('192.168.10.250')],
      ],
      lock,
    },
    after: {
      objects: [
        ...[
          ...hosts.map(withoutGateway),
          ...inventory.slice(3),
          service('192.0.2.80'),
          { ...slice, endpoints: [ON_WORKER_2] },
        ],
        ...[egressService('worker-3'), egressIP('192.168.10.100', 'web'), gateways('192.168.10.250')],
      ],
      weirYaml: 'gatewayMode: local\n',
      lock,
    },
  },
  'other-labels-of-a-namespace': {
    before: of(
      namespace('later', { labels: { team: 'a' } }),
      pod('later', 'job-0', ['10.128.1.9'], {}, 'worker-1'),
      ofTeamB,
    ),
    after: of(
      namespace('later', { labels: { team: 'b' } }),
      pod('later', 'job-0', ['10.128.1.9'], {}, 'worker-1'),
      ofTeamB,
    ),
  },
  'a-route-table-for-a-service': {
    before: { objects: [...hosts, ...inventory.slice(3), service('192.0.2.80'), slice, egressService('worker-3')] },
    after: {
      objects: [...hosts, ...inventory.slice(3), service('192.0.2.80'), slice, egressService('worker-3', 'vrf-blue')],
    },
  },
  'a-router-that-leaves-through-its-other-address': {
    before: of(routerWith([UPLINK, BACKUP])),
    after: of(routerWith([BACKUP, UPLINK])),
  },
  'a-router-on-another-interface': {
    before: of(routerWith([UPLINK])),
    after: of(routerWith([UPLINK], 'eth5')),
  },
  'no-fallback-behind-a-router-any-more': {
    before: of(fallbackRouter('203.0.113.25')),
    after: of(fallbackRouter()),
  },
};
