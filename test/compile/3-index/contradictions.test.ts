import { describe, expect, it } from 'vitest';
import { clusterOf, node, pod } from './inventory.js';
import type { JsonObject } from '../../../src/std/json.js';

const subnets = (...texts: string[]): JsonObject => ({ 'node-subnets': JSON.stringify({ default: texts }) });
const gateway = (mode: string): JsonObject => ({
  'l3-gateway-config': JSON.stringify({
    default: { mode, 'interface-id': 'x', 'mac-address': '0a:58:00:00:00:01', 'ip-addresses': ['192.168.1.1/24'] },
  }),
});
const facts = (objects: readonly JsonObject[], weirYaml = ''): string[] =>
  clusterOf(objects, weirYaml).reports.map(({ code, severity }) => `${severity} ${code}`);

describe('weir.yaml is held against the inventory:', () => {
  it('nodes within its networks are not spoken of', () => {
    expect(facts([node('a', { ...subnets('10.128.2.0/23'), ...gateway('shared') })])).toEqual([]);
  });

  it.each([
    ['a node subnet outside', subnets('10.244.0.0/24'), 'error configuration/node-subnet-outside'],
    ['a node subnet wider than the network', subnets('10.128.0.0/13'), 'error configuration/node-subnet-outside'],
    ['a family that is off', subnets('10.128.2.0/23', 'fd01::/64'), 'error configuration/family-off'],
    ['another gateway mode', gateway('local'), 'error configuration/other-gateway-mode'],
    [
      'a join address outside',
      { 'node-gateway-router-lrp-ifaddr': '{"ipv4":"100.65.0.2/16"}' },
      'error configuration/join-address-outside',
    ],
    [
      'a join address of the later annotation outside',
      { 'node-gateway-router-lrp-ifaddrs': '{"default":{"ipv4":"100.65.0.2/16"}}' },
      'error configuration/join-address-outside',
    ],
    [
      'another masquerade subnet',
      { 'node-masquerade-subnet': '{"ipv4":"169.254.0.0/17"}' },
      'error configuration/other-masquerade-subnet',
    ],
    [
      'an address on the transit switch',
      { 'node-transit-switch-port-ifaddr': '{"ipv4":"100.88.0.2/16"}' },
      'warning configuration/interconnect-off',
    ],
  ])('%s is said once for two nodes', (_, annotations, expected) => {
    expect(facts([node('a', annotations), node('b', annotations)])).toEqual([expected]);
  });

  it('nodes of both gateway modes are warned of: no value fits all', () => {
    expect(facts([node('a', gateway('local')), node('b', gateway('shared'))])).toEqual([
      'warning configuration/other-gateway-mode',
    ]);
  });

  it('a pod address outside is an error, once for all pods', () => {
    const pods = ['x', 'y'].map((name, index) => pod(name, {}, { podIPs: [{ ip: `10.244.0.${index + 9}` }] }));
    expect(facts([node('a'), ...pods])).toEqual(['error configuration/pod-address-outside']);
  });

  it('pods of the host network, finished pods and pods of the hybrid overlay have other addresses', () => {
    const status = { podIPs: [{ ip: '10.244.0.9' }] };
    const pods = [
      pod('host', { hostNetwork: true }, status),
      pod('done', {}, { ...status, phase: 'Succeeded' }),
      pod('windows', { nodeName: 'a' }, status),
    ];
    expect(facts([node('a', { 'hybrid-overlay-node-subnet': '10.244.0.0/24' }), ...pods])).toEqual([]);
  });

  describe('the platform', () => {
    const EGRESS = JSON.stringify([{ interface: 'eni-1', ifaddr: { ipv4: '10.0.0.0/24' }, capacity: { ipv4: 9 } }]);
    const machine = (name: string, scheme: string, isAttached = true): JsonObject => {
      const { metadata, ...rest } = node(name);
      const annotations = isAttached ? { 'cloud.network.openshift.io/egress-ipconfig': EGRESS } : {};
      return {
        ...rest,
        metadata: { ...(metadata as JsonObject), annotations },
        spec: scheme ? { providerID: `${scheme}:///x` } : {},
      };
    };
    const infrastructure = (type: string): JsonObject => ({
      apiVersion: 'config.openshift.io/v1',
      kind: 'Infrastructure',
      metadata: { name: 'cluster' },
      status: { platformStatus: { type } },
    });
    const said = 'error configuration/other-platform';

    it.each([
      ['a cloud attaches addresses, and it is none', [machine('a', 'aws'), machine('b', 'aws')], '', [said]],
      ['a cloud that is not named attaches addresses, and it is none', [machine('a', '')], '', [said]],
      ['another cloud attaches addresses', [machine('a', 'gce')], 'AWS', [said]],
      ['it is spelt in another way', [machine('a', 'aws')], 'aws', [said]],
      ['OpenShift names a cloud, and it is none', [node('a'), infrastructure('Azure')], '', [said]],
      ['OpenShift names none, and it is a cloud', [node('a'), infrastructure('BareMetal')], 'AWS', [said]],
      ['it is that of the nodes', [machine('a', 'openstack'), infrastructure('OpenStack')], 'OpenStack', []],
      ['the cloud is not named', [machine('a', '')], 'AWS', []],
      ['neither is a cloud', [node('a'), machine('b', 'vsphere', false), infrastructure('VSphere')], 'BareMetal', []],
      [
        'the machines are of a cloud that may have no part in it',
        [machine('a', 'aws', false)],
        '',
        ['warning configuration/other-platform'],
      ],
    ])('is held against nodes and Infrastructure: %s', (_, objects, platform, expected) => {
      const platforms = facts(objects, platform === '' ? '' : `platform: ${platform}`);
      expect(platforms.filter((one) => one.endsWith('other-platform'))).toEqual(expected);
    });
  });
});
