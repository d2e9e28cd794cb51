import { expect, it } from 'vitest';
import { discover } from '../../src/discovery/discover.js';
import { findLackingNodes } from '../../src/discovery/nodes.js';
import { renderConfiguration } from '../../src/discovery/render.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { parseConfiguration } from '../../src/settings/configuration/parse.js';
import type { Report } from '../../src/model/diagnostic.js';
import type { JsonObject } from '../../src/std/json.js';

const CONFIG = `[default]
mtu="8901"
cluster-subnets="10.128.0.0/14/23,fd01::/48/64"
; a remark = no setting
[kubernetes]
service-cidrs="172.30.0.0/16,fd02::/112"
platform-type="AWS"
[ovnkubernetesfeature]
enable-egress-ip=true
enable-egress-qos=false
enable-admin-network-policy=true
[gateway]
mode=local
v4-join-subnet="100.65.0.0/16"
`;
const configMap = (data: JsonObject, name = 'ovnkube-config', namespace = 'openshift-ovn-kubernetes'): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace },
  data,
});
const node = (name: string, annotations: Readonly<Record<string, unknown>>): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    annotations: Object.fromEntries(
      Object.entries(annotations).map(([key, value]) => [
        `k8s.ovn.org/${key}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  },
});
const OPERATOR: JsonObject = {
  apiVersion: 'operator.openshift.io/v1',
  kind: 'Network',
  metadata: { name: 'cluster' },
  spec: {
    clusterNetwork: [{ cidr: '10.132.0.0/14', hostPrefix: 24 }],
    serviceNetwork: ['172.31.0.0/16'],
    defaultNetwork: {
      ovnKubernetesConfig: {
        gatewayConfig: { routingViaHost: true, ipv4: { internalMasqueradeSubnet: '169.254.0.0/17' } },
        ipv4: { internalJoinSubnet: '100.66.0.0/16', internalTransitSwitchSubnet: '100.90.0.0/16' },
        mtu: 1300,
      },
    },
  },
};

/** The text of the weir.yaml that is made of objects, which must parse without a finding. */
function write(objects: readonly JsonObject[]): string {
  const text = renderConfiguration(discover(objects), { inventory: [] });
  const reports: Report[] = [];
  expect(parseConfiguration({ path: 'weir.yaml', text }, checkConfiguration, (one) => reports.push(one))).toBeDefined();
  expect(reports).toEqual([]);
  return text;
}
const settingsOf = (text: string): string[] => text.split('\n').filter((line) => /^[a-z]/i.test(line));

it('the configuration of ovnkube gives networks, features, gateway mode, platform and MTU', () => {
  const from = '# ConfigMap openshift-ovn-kubernetes/ovnkube-config';
  expect(settingsOf(write([configMap({ 'ovnkube.conf': CONFIG })]))).toEqual([
    `clusterSubnets: ["10.128.0.0/14/23", "fd01::/48/64"] ${from}`,
    `serviceCIDRs: ["172.30.0.0/16", "fd02::/112"] ${from}`,
    `gatewayMode: local ${from}`,
    `platform: AWS ${from}`,
    `mtu: 8901 ${from}`,
    `features: [egressIP, networkPolicy, adminNetworkPolicy] ${from}`,
    `joinSubnets: ["100.65.0.0/16", "fd98::/64"] ${from} and the default`,
  ]);
});

it('the config map of the manifests of OVN-Kubernetes gives networks and MTU', () => {
  const data = { net_cidr: '10.244.0.0/16/24', svc_cidr: '10.96.0.0/16', mtu: '1400' };
  const text = write([configMap(data, 'ovn-config', 'ovn-kubernetes')]);
  expect(text).toContain('clusterSubnets: ["10.244.0.0/16/24"]');
  expect(text).toContain('serviceCIDRs: ["10.96.0.0/16"]');
  expect(text).toContain('mtu: 1400');
});

it("the network operator's object gives networks and gateway mode", () => {
  const text = write([OPERATOR]);
  for (const line of [
    'clusterSubnets: ["10.132.0.0/14/24"]',
    'serviceCIDRs: ["172.31.0.0/16"]',
    'gatewayMode: local',
    'mtu: 1300',
    'joinSubnets: ["100.66.0.0/16"]',
    'transitSubnets: ["100.90.0.0/16"]',
    'masqueradeSubnets: ["169.254.0.0/17"]',
  ])
    expect(text).toContain(line);
});

it('what ovnkube was started with counts more than what was asked of the operator, and that more than nodes', () => {
  const nodes = [
    node('a', {
      'node-gateway-router-lrp-ifaddr': { ipv4: '100.70.0.2/16' },
      'node-transit-switch-port-ifaddr': { ipv4: '100.71.0.2/16' },
    }),
  ];
  const text = write([...nodes, OPERATOR, configMap({ 'ovnkube.conf': CONFIG.replaceAll(/,fd0[^"]*/g, '') })]);
  expect(text).toContain('joinSubnets: ["100.65.0.0/16"]');
  expect(text).toContain('transitSubnets: ["100.90.0.0/16"]');
  expect(text).toContain('interconnect: true # Node a');
});

it.each([
  ['zones of their own', 'a', 'b', true],
  ['one zone', 'global', 'global', false],
])('nodes in %s tell whether there is interconnect', (_, first, second, interconnect) => {
  const text = write([node('a', { 'zone-name': first }), node('b', { 'zone-name': second })]);
  expect(text).toContain(`interconnect: ${String(interconnect)} # the zones of 2 nodes`);
});

it('what nothing tells is named, and its default holds', () => {
  expect(write([])).toContain(
    '# Not found, so the default holds: ovnKubernetes, clusterSubnets, serviceCIDRs, gatewayMode, platform, ovnSchemaVersion.',
  );
});

it('a hostile name of a node or value of a setting stays in its comment or its quotes', () => {
  const hostile = { ...node('a\nplatform: GCP', { 'node-masquerade-subnet': { ipv4: '169.254.0.0/17' } }) };
  const text = write([
    hostile,
    configMap({ 'ovnkube.conf': '[kubernetes]\nplatform-type="AWS # \\"x: [y"\n[gateway]\nmode=local' }),
  ]);
  expect(settingsOf(text).filter((line) => line.startsWith('platform'))).toEqual([
    'platform: "AWS # \\\\\\"x: [y" # ConfigMap openshift-ovn-kubernetes/ovnkube-config',
  ]);
});

it('a node that lacks annotations is one sentence with all of them', () => {
  const lacking = findLackingNodes([node('a', { 'node-subnets': '{}', 'zone-name': 'a' }), node('b', {})], true);
  expect(lacking).toHaveLength(2);
  expect(lacking[0]).toBe(
    'a lacks k8s.ovn.org/l3-gateway-config, k8s.ovn.org/host-cidrs, k8s.ovn.org/node-primary-ifaddr, k8s.ovn.org/node-chassis-id, k8s.ovn.org/node-id, k8s.ovn.org/node-transit-switch-port-ifaddr: its egress is unknown; it hosts no egress addresses; it has no gateway router; other zones cannot reach it',
  );
});
