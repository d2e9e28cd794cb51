import { describe, expect, it } from 'vitest';
import { namespace, node } from '../compile/3-index/inventory.js';
import { compareRepositories, pod } from './sides.js';
import type { JsonObject } from '../../src/std/json.js';

/** Nodes with a second network each; `worker-3` is the host of the Service. */
const workers = [1, 2, 3].map((number) =>
  node(
    `worker-${number}`,
    {
      'node-id': `${number + 1}`,
      'node-subnets': `{"default":["10.128.${number}.0/24","fd01:0:0:${number}::/64"]}`,
      'node-primary-ifaddr': `{"ipv4":"192.168.10.${10 + number}/24"}`,
      'host-cidrs': `["192.168.10.${10 + number}/24","10.20.30.${10 + number}/24"]`,
    },
    { 'k8s.ovn.org/egress-assignable': '', 'kubernetes.io/hostname': `worker-${number}` },
  ),
);
const inventory = [namespace('shop'), pod('shop', 'web-0', ['10.128.1.5', 'fd01:0:0:1::5'], {}, 'worker-1')];
const inShop = { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } };

const point = (address: string): JsonObject => ({
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressIP',
  metadata: { name: 'partners' },
  spec: { egressIPs: [address], namespaceSelector: inShop },
});
const gateways = (...addresses: string[]): JsonObject => ({
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'AdminPolicyBasedExternalRoute',
  metadata: { name: 'uplink' },
  spec: { from: { namespaceSelector: inShop }, nextHops: { static: addresses.map((ip) => ({ ip })) } },
});
const service = (spec: JsonObject): JsonObject[] => [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { type: 'LoadBalancer', clusterIPs: ['172.30.0.9'], ports: [{ port: 80 }] },
    status: { loadBalancer: { ingress: [{ ip: '192.0.2.80' }] } },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'web-1', namespace: 'shop', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.128.1.5'], nodeName: 'worker-1' }],
  },
  { apiVersion: 'k8s.ovn.org/v1', kind: 'EgressService', metadata: { name: 'web', namespace: 'shop' }, spec },
];

const OWN = { egressIP: '192.168.10.100', node: 'worker-1' };
const OTHER = { egressIP: '192.168.10.100', node: 'worker-2' };
const SECOND_OF_OWN = { egressIP: '10.20.30.100', node: 'worker-1' };
const SECOND_OF_OTHER = { egressIP: '10.20.30.100', node: 'worker-2' };

interface Resources {
  /** An egress address, and the node that has it. */
  readonly point?: typeof OWN;
  /** A Service whose address the traffic gets (`host`), or that only has a route table. */
  readonly service?: 'host' | 'table';
  /** The host of the Service; absent: `worker-3`. */
  readonly host?: string;
  readonly gateways?: readonly string[];
}

/** Next hops and sources of the pod; '' for what they are without any resource. */
type Egress = readonly [hops: string, sources: string];

function pathWith(resources: Resources, weirYaml: string, nodes = workers): Egress {
  const { point: at, service: by, host = 'worker-3', gateways: hops } = resources;
  const nodeSelector = { matchLabels: { 'kubernetes.io/hostname': host } };
  const objects = [
    ...(at ? [point(at.egressIP)] : []),
    ...(by === 'host' ? service({ sourceIPBy: 'LoadBalancerIP', nodeSelector }) : []),
    ...(by === 'table' ? service({ sourceIPBy: 'Network', network: '1001' }) : []),
    ...(hops ? [gateways(...hops)] : []),
  ];
  const lock = at ? `egressIPs:\n  partners:\n    mark: 50000\n    addresses:\n      ${at.egressIP}: ${at.node}\n` : '';
  const common = { weirYaml, ...(lock === '' ? {} : { lock }) };
  const { comparison } = compareRepositories(
    { objects: [...nodes, ...inventory], ...common },
    { objects: [...nodes, ...inventory, ...objects], ...common },
  );
  const [change, ...more] = comparison.traffic.egress;
  expect(more).toEqual([]);
  return [change?.after.hops.join(' and ') ?? '', change?.after.sources.join(' and ') ?? ''];
}

const TO_POINT: Egress = ['worker-1', '192.168.10.100'];
const TO_OTHER: Egress = ['worker-2', '192.168.10.100'];
const TO_SECOND: Egress = ['worker-1, network 10.20.30.0/24', '10.20.30.100'];
const TO_HOST: Egress = ['the host of worker-3', '192.0.2.80'];
const TO_TABLE: Egress = ["route table 1001 of the pod's node", ''];
const TO_GATEWAY: Egress = ['192.168.10.250', ''];
const NOWHERE_ELSE: Egress = ['', ''];
const v4 = ['192.168.10.250'];

/**
 * OVN-Kubernetes. Policies of the cluster router: with local gateways 501 to the gateway router of the pod's node, then 101 to
 * the host of a Service, then 100 to egress points. On the gateway router of the pod's node its gateways take what comes
 * there, and an egress address of that router is the source. Rules of the host: 5000 route tables of Services, 6000
 * egress addresses of other networks.
 */
const meetings: readonly (readonly [string, Resources, Egress, Egress])[] = [
  ['nothing', {}, NOWHERE_ELSE, NOWHERE_ELSE],
  ['an egress address of its node', { point: OWN }, TO_POINT, TO_POINT],
  ['an egress address of another node', { point: OTHER }, TO_OTHER, TO_OTHER],
  ['an egress address of another network', { point: SECOND_OF_OWN }, TO_SECOND, TO_SECOND],
  ['a Service', { service: 'host' }, TO_HOST, TO_HOST],
  ['a route table', { service: 'table' }, NOWHERE_ELSE, TO_TABLE],
  ['gateways', { gateways: v4 }, TO_GATEWAY, TO_GATEWAY],
  ['an egress address and a Service', { point: OWN, service: 'host' }, TO_HOST, TO_HOST],
  ['an egress address and a route table', { point: OWN, service: 'table' }, TO_POINT, TO_POINT],
  ['an egress address of another network and a Service', { point: SECOND_OF_OWN, service: 'host' }, TO_HOST, TO_HOST],
  [
    'an egress address of another network of its node and a route table',
    { point: SECOND_OF_OWN, service: 'table' },
    TO_SECOND,
    TO_TABLE,
  ],
  [
    'an egress address of another network of another node and a route table',
    { point: SECOND_OF_OTHER, service: 'table' },
    ['worker-2, network 10.20.30.0/24', '10.20.30.100'],
    ['worker-2, network 10.20.30.0/24', '10.20.30.100'],
  ],
  [
    'an egress address of its node and gateways',
    { point: OWN, gateways: v4 },
    ['192.168.10.250', '192.168.10.100'],
    ['192.168.10.250', '192.168.10.100'],
  ],
  ['an egress address of another node and gateways', { point: OTHER, gateways: v4 }, TO_OTHER, TO_GATEWAY],
  ['an egress address of another network and gateways', { point: SECOND_OF_OWN, gateways: v4 }, TO_SECOND, TO_GATEWAY],
  ['a Service and gateways', { service: 'host', gateways: v4 }, TO_HOST, TO_GATEWAY],
  ['a route table and gateways', { service: 'table', gateways: v4 }, TO_GATEWAY, TO_GATEWAY],
  [
    'an egress address of its node, a Service and gateways',
    { point: OWN, service: 'host', gateways: v4 },
    TO_HOST,
    ['192.168.10.250', '192.168.10.100'],
  ],
  [
    'an egress address of another node, a Service and gateways',
    { point: OTHER, service: 'host', gateways: v4 },
    TO_HOST,
    TO_GATEWAY,
  ],
  [
    'a Service, and gateways of the other family',
    { service: 'host', gateways: ['fd00:10::fe'] },
    ['fd00:10::fe and the host of worker-3', '192.0.2.80'],
    ['fd00:10::fe and the host of worker-3', '192.0.2.80'],
  ],
];

/** The same where no address is translated for gateways: the pod's own goes to them, and is what its node's router sends. */
const untranslated: readonly (readonly [string, Resources, Egress, Egress])[] = [
  ['nothing', {}, NOWHERE_ELSE, NOWHERE_ELSE],
  ['an egress address of its node', { point: OWN }, TO_POINT, TO_POINT],
  ['gateways', { gateways: v4 }, ['192.168.10.250', "the pod's own"], ['192.168.10.250', "the pod's own"]],
  [
    'an egress address of its node and gateways',
    { point: OWN, gateways: v4 },
    ['192.168.10.250', "the pod's own"],
    ['192.168.10.250', "the pod's own"],
  ],
  [
    'an egress address of another node and gateways',
    { point: OTHER, gateways: v4 },
    TO_OTHER,
    ['192.168.10.250', "the pod's own"],
  ],
  ['a Service and gateways', { service: 'host', gateways: v4 }, TO_HOST, ['192.168.10.250', "the pod's own"]],
];

describe('the traffic of a pod with', () => {
  const families = 'ipFamilies: [IPv4, IPv6]\n';
  const cases = [
    ...meetings.map(([what, resources, ...egress]) => ({ what, resources, egress, weirYaml: families })),
    ...untranslated.map(([what, resources, ...egress]) => ({
      what: `${what}, not translated for gateways`,
      resources,
      egress,
      weirYaml: `${families}disableSnatMultipleGateways: true\n`,
    })),
  ];
  it.each(cases)('$what goes where the highest policy sends it', ({ resources, egress: [shared, local], weirYaml }) => {
    expect({
      shared: pathWith(resources, `${weirYaml}gatewayMode: shared\n`),
      local: pathWith(resources, `${weirYaml}gatewayMode: local\n`),
    }).toEqual({ shared, local });
  });

  it('a Service whose host nothing can reach goes where it goes without the Service', () => {
    const unreached = node('worker-3', {}, { 'kubernetes.io/hostname': 'worker-3' });
    const nodes = [...workers.slice(0, 2), unreached];
    expect(pathWith({ point: OWN, service: 'host' }, families, nodes)).toEqual(TO_POINT);
  });

  it('a Service whose host nothing can reach has its address where the host is that of its node', () => {
    const weirYaml = `${families}interconnect: true\n`;
    expect(pathWith({ service: 'host', host: 'worker-1' }, `${weirYaml}gatewayMode: local\n`)).toEqual([
      '',
      '192.0.2.80',
    ]);
    expect(pathWith({ service: 'host', host: 'worker-3' }, `${weirYaml}gatewayMode: local\n`)).toEqual(NOWHERE_ELSE);
    expect(pathWith({ service: 'host', host: 'worker-1' }, `${weirYaml}gatewayMode: shared\n`)).toEqual(NOWHERE_ELSE);
  });
});
