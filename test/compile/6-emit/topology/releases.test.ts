import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../../src/model/configuration.js';
import { releaseCalled } from '../../../../src/ovn-kubernetes/releases/index.js';
import { type Topology, nodeOf, podOf, topologyOf } from './fixture.js';

const heron = nodeOf('heron', 2, { zone: 'heron' });
const otter = nodeOf('otter', 3, { zone: 'otter', hasEncapIPs: false });

/** The rows of the zone of one of two nodes, whose neighbour tells no tunnel addresses. */
function zoneOf(release: string, overrides: Partial<Configuration> = {}): Topology {
  const configuration = { interconnect: true, release: releaseCalled(release), ...overrides };
  return topologyOf('heron', [heron, otter], configuration, [podOf('heron', 'duck', ['10.60.2.7'])]);
}

type Entries = Readonly<Record<string, string>>;

const optionsOf = ({ row }: Topology, table: string, key: string) => (row(table, key)?.options ?? {}) as Entries;
const idsOf = ({ row }: Topology, table: string, key: string) => (row(table, key)?.external_ids ?? {}) as Entries;
const masquerade = 'GR_heron|169.254.169.0/29|169.254.169.4|rtoe-GR_heron';
const remote = 'ovn_cluster_router|10.60.3.0/24|100.88.0.3';

describe('the base rows of a release', () => {
  it.each([
    ['openshift-4.15', 'heron', undefined],
    ['1.0', 'heron', undefined],
    ['1.1', 'heron', 'otter'],
    ['1.2', 'heron', 'otter'],
    ['1.3', 'chassis-heron', 'chassis-otter'],
    ['next', 'chassis-heron', 'chassis-otter'],
  ])('%s asks for chassis in its way', (release, ofPod, ofRemote) => {
    const zone = zoneOf(release);
    expect(optionsOf(zone, 'Logical_Switch_Port', 'pond_duck')['requested-chassis']).toBe(ofPod);
    expect(optionsOf(zone, 'Logical_Switch_Port', 'tstor-otter')['requested-chassis']).toBe(ofRemote);
  });

  it.each([
    ['openshift-4.15', false],
    ['1.0', false],
    ['1.1', true],
    ['1.3', true],
  ])('%s has what came with v1.1: %s', (release, has) => {
    const zone = zoneOf(release);
    const router = optionsOf(zone, 'Logical_Router', 'GR_heron');
    expect(router).toHaveProperty('dynamic_neigh_routers', has ? 'false' : 'true');
    expect(Object.keys(optionsOf(zone, 'Logical_Router_Port', 'rtos-heron'))).toEqual(has ? ['gateway_mtu'] : []);
    expect(Object.keys(idsOf(zone, 'Logical_Router_Static_Route', masquerade))).toEqual(
      has ? ['k8s.ovn.org/node-masquerade-subnet'] : [],
    );
  });

  it.each([
    ['openshift-4.15', true],
    ['1.0', true],
    ['1.1', false],
    ['1.3', false],
  ])('%s leads to remote nodes without tunnel addresses: %s', (release, leads) => {
    const { keys } = zoneOf(release);
    expect(keys('Logical_Router_Static_Route').includes(remote)).toBe(leads);
  });

  it.each([
    ['openshift-4.15', {}, []],
    ['1.0', {}, []],
    ['1.0', { gatewayMode: 'local' }, ['10.60.2.2']],
    ['1.0', { features: new Set([]) }, ['100.64.0.2']],
    ['1.0', { interconnect: false }, ['100.64.0.2']],
    ['1.1', {}, ['100.64.0.2']],
  ] as const)('%s with %o leads the subnet of a node to %s', (release, overrides, nextHops) => {
    const { keys } = zoneOf(release, { features: new Set(['egressIP']), ...overrides });
    const prefix = 'ovn_cluster_router|10.60.2.0/24|';
    const found = keys('Logical_Router_Static_Route').filter((key) => key.startsWith(prefix) && key.includes('src-ip'));
    expect(found.map((key) => key.slice(prefix.length).split('|')[0])).toEqual(nextHops);
  });

  it('lead to remote nodes without a network before v1.1', () => {
    expect(idsOf(zoneOf('1.0'), 'Logical_Router_Static_Route', remote)).toEqual({ 'ic-node': 'otter' });
  });

  it('count the topology and announce addresses only with EgressIP in openshift-4.15', () => {
    const routerIds = (release: string) => idsOf(zoneOf(release), 'Logical_Router', 'ovn_cluster_router');
    expect(routerIds('openshift-4.15')).toEqual({ 'k8s-cluster-router': 'yes', 'k8s-ovn-topo-version': '5' });
    expect(routerIds('1.0')).toEqual({ 'k8s-cluster-router': 'yes' });
    const announces = (release: string, overrides: Partial<Configuration> = {}) =>
      'nat-addresses' in optionsOf(zoneOf(release, overrides), 'Logical_Switch_Port', 'etor-GR_heron');
    expect([announces('openshift-4.15'), announces('1.0')]).toEqual([false, true]);
    expect(announces('openshift-4.15', { features: new Set(['egressIP']) })).toBe(true);
  });
});
