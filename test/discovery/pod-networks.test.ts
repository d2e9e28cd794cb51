import { expect, it } from 'vitest';
import { discover } from '../../src/discovery/discover.js';
import { guessClusterSubnets } from '../../src/discovery/pod-networks.js';
import { renderConfiguration } from '../../src/discovery/render.js';
import type { JsonObject } from '../../src/std/json.js';

const node = (name: string, spec: JsonObject, annotations: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, annotations },
  spec,
  status: { addresses: [{ type: 'InternalIP', address: '192.168.10.11' }] },
});
const pod = (name: string, ...ips: string[]): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop' },
  spec: {},
  status: { podIP: ips[0] ?? '', podIPs: ips.map((ip) => ({ ip })) },
});
const subnets = (...texts: string[]): JsonObject => ({
  'k8s.ovn.org/node-subnets': JSON.stringify({ default: texts }),
});

it.each([
  [
    'podCIDRs of nodes',
    [node('a', { podCIDRs: ['10.244.0.0/24'] }), node('b', { podCIDR: '10.244.7.0/24' })],
    ['10.244.0.0/16/24'],
  ],
  [
    'subnets of OVN-Kubernetes',
    [node('a', {}, subnets('10.60.2.0/23', 'fd00:60:0:2::/64'))],
    ['10.60.0.0/16/23', 'fd00:60::/48/64'],
  ],
  ['addresses of pods', [pod('a', '172.20.3.4'), pod('b', '172.20.9.9')], ['172.20.0.0/16/24']],
  [
    'pods beside nodes',
    [node('a', { podCIDR: '10.244.0.0/24' }), pod('a', '10.244.0.9'), pod('b', '10.250.1.2')],
    ['10.244.0.0/16/24', '10.250.0.0/16/24'],
  ],
  ['a subnet that is larger than others', [node('a', { podCIDR: '10.0.0.0/15' })], ['10.0.0.0/15/15']],
])('pod networks are guessed from %s', (_, objects, expected) => {
  expect(guessClusterSubnets(objects)?.value).toEqual(expected);
});

it('nothing is guessed if the default contains all, or pods have the addresses of their hosts', () => {
  expect(guessClusterSubnets([node('a', {}, subnets('10.128.2.0/23')), pod('a', '10.128.2.7')])).toBeUndefined();
  expect(guessClusterSubnets([node('a', {}), pod('proxy', '192.168.10.11')])).toBeUndefined();
  expect(guessClusterSubnets([])).toBeUndefined();
});

it('a new weir.yaml marks the guess', () => {
  const settings = discover([node('a', { podCIDR: '10.244.0.0/24' })]);
  expect(renderConfiguration(settings, { inventory: [] })).toContain(
    'clusterSubnets: ["10.244.0.0/16/24"] # a guess from the subnets of 1 node: correct it if the cluster has another',
  );
});
