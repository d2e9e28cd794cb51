import type { Json, JsonObject } from '../../src/model/manifest.js';
import { namespace, node } from '../resolve/inventory.js';
import { type Repository, firewall, pod, qos } from './sides.js';

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
    'node-subnets': `{"default":["10.128.${number}.0/24"]}`,
    'node-primary-ifaddr': `{"ipv4":"192.168.10.${10 + number}/24"}`,
    'host-cidrs': `["192.168.10.${10 + number}/24"]`,
  };
  return node(`worker-${number}`, annotations, isUsable ? { 'k8s.ovn.org/egress-assignable': '' } : {});
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
};
