import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import type { TestCluster } from './cluster.js';
import { egressFirewall, egressQoS } from './egress.js';
import { describeEachRelease, showingLogs } from './releases.js';
import { type RunningCluster, startCluster, tcp, udp } from './running-cluster.js';

const ALLOWED = '203.0.113.10';
const DENIED = '192.0.2.30';
const ALLOWED6 = '2001:db8:a::10';
const DENIED6 = '2001:db8:b::20';

const CLUSTER: TestCluster = {
  families: ['IPv4', 'IPv6'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3 },
  ],
  namespaces: ['harbor', 'open'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6 },
    { namespace: 'open', name: 'tern', node: 'elm', number: 7 },
  ],
  resources: [
    egressFirewall(
      'harbor',
      { type: 'Allow', to: { cidrSelector: '203.0.113.0/24' } },
      { type: 'Allow', to: { cidrSelector: '2001:db8:a::/48' } },
      { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
      { type: 'Deny', to: { cidrSelector: '::/0' } },
    ),
    egressQoS('harbor', { dscp: 46 }),
  ],
};

describeEachRelease('a managed cluster', (release) => {
  describe.each([
    ['with one zone per node and shared gateways', { ...CLUSTER, interconnect: true }],
    ['with one zone per node and local gateways', { ...CLUSTER, interconnect: true, gatewayMode: 'local' as const }],
    ['with one zone and local gateways', { ...CLUSTER, gatewayMode: 'local' as const }],
    ['with IPv6 only', { ...CLUSTER, families: ['IPv6' as const] }],
  ])('%s', (_, description) => {
    let workspace: Workspace;
    let cluster: RunningCluster;
    const hasIPv4 = description.families.includes('IPv4');

    beforeAll(async () => {
      workspace = openWorkspace();
      const outside = hasIPv4 ? [ALLOWED, DENIED, ALLOWED6, DENIED6] : [ALLOWED6, DENIED6];
      cluster = await showingLogs(workspace, () => startCluster(workspace, release, description, outside));
    });
    afterAll(() => {
      workspace.close();
    });

    it("lets pods of both nodes out with their node's address", () =>
      showingLogs(workspace, async () => {
        if (hasIPv4) {
          expect(await cluster.reach('harbor/crane', tcp(ALLOWED), udp(ALLOWED))).toEqual([
            '192.168.50.12',
            '192.168.50.12',
          ]);
          expect(await cluster.reach('harbor/tug', tcp(ALLOWED))).toEqual(['192.168.50.13']);
        }
        expect(await cluster.reach('harbor/crane', tcp(ALLOWED6))).toEqual(['fd00:50::12']);
        expect(await cluster.reach('harbor/tug', tcp(ALLOWED6))).toEqual(['fd00:50::13']);
      }));

    it('drops on both nodes what an EgressFirewall denies, and for its namespace only', () =>
      showingLogs(workspace, async () => {
        const denied = [...(hasIPv4 ? [tcp(DENIED), udp(DENIED)] : []), tcp(DENIED6)];
        const answers = await Promise.all(['harbor/crane', 'harbor/tug'].map((pod) => cluster.fail(pod, ...denied)));
        expect(new Set(answers.flat())).toEqual(new Set([undefined]));
        expect(await cluster.reach('open/tern', ...denied)).not.toContain(undefined);
      }));

    it('carries packets between pods of two nodes past a firewall that denies everything', () =>
      showingLogs(workspace, async () => {
        if (hasIPv4) expect(await cluster.reach('harbor/crane', tcp('10.128.3.7'))).toEqual(['10.128.2.5']);
        expect(await cluster.reach('harbor/crane', tcp('fd01:0:0:3::7'))).toEqual(['fd01:0:0:2::5']);
        expect(await cluster.reach('open/tern', tcp('fd01:0:0:2::5'))).toEqual(['fd01:0:0:3::7']);
      }));

    it('marks the packets of pods on both nodes', () =>
      showingLogs(workspace, async () => {
        expect(await cluster.dscpOf('harbor/crane', udp(ALLOWED6))).toBe(46);
        expect(await cluster.dscpOf('harbor/tug', udp(ALLOWED6))).toBe(46);
        expect(await cluster.dscpOf('open/tern', udp(ALLOWED6))).toBe(0);
      }));
  });
});
