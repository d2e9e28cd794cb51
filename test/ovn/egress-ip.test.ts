import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAvailable } from '../../src/northbound/schema/version.js';
import { type Workspace, openWorkspace } from '../rig/workspace.js';
import type { TestCluster, TestNode } from './cluster.js';
import { eventually } from '../rig/eventually.js';
import { egressIP } from './egress.js';
import { describeEachRelease, showingLogs } from './releases.js';
import { type RunningCluster, startCluster, tcp, udp } from './running-cluster.js';

const WEB = '203.0.113.10';
const WEB6 = '2001:db8:a::10';
/** Behind the nodes' own interfaces only. */
const ARCHIVE = '198.51.100.20';
const ARCHIVE6 = '2001:db8:c::20';

const EGRESS = '192.168.50.100';
const EGRESS6 = 'fd00:50::100';
const SECONDARY_EGRESS = '10.20.30.200';
const SECONDARY_EGRESS6 = 'fd20::200';

const OAK = '192.168.50.12';
const OAK6 = 'fd00:50::12';
const ELM = '192.168.50.13';

const ASSIGNABLE = { 'k8s.ovn.org/egress-assignable': '' };
const oak: TestNode = { name: 'oak', id: 2 };
const elm: TestNode = { name: 'elm', id: 3, inSecondary: true };

const CLUSTER: TestCluster = {
  families: ['IPv4', 'IPv6'],
  interconnect: false,
  gatewayMode: 'shared',
  nodes: [oak, { ...elm, labels: ASSIGNABLE }],
  namespaces: ['harbor', 'wharf', 'depot', 'attic', 'open'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5, labels: { app: 'crane' } },
    { namespace: 'harbor', name: 'tug', node: 'elm', number: 6, labels: { app: 'crane' } },
    { namespace: 'harbor', name: 'buoy', node: 'oak', number: 7 },
    { namespace: 'wharf', name: 'skiff', node: 'oak', number: 8 },
    { namespace: 'depot', name: 'cart', node: 'oak', number: 9 },
    { namespace: 'depot', name: 'rack', node: 'elm', number: 10 },
    { namespace: 'attic', name: 'chest', node: 'oak', number: 11 },
    { namespace: 'open', name: 'gull', node: 'oak', number: 12 },
    { namespace: 'open', name: 'tern', node: 'elm', number: 13 },
  ],
  resources: [
    egressIP('harbor', EGRESS, 'harbor', { app: 'crane' }),
    egressIP('wharf', EGRESS6, 'wharf'),
    egressIP('depot', SECONDARY_EGRESS, 'depot'),
    egressIP('attic', SECONDARY_EGRESS6, 'attic'),
  ],
};

/** Northbound schema of OVN 24.03, whose QoS rules can set the mark that replies of an EgressIP's pods carry. */
const MARK_SINCE = '7.3.0';

describeEachRelease('an EgressIP', (release) => {
  if (!isAvailable(MARK_SINCE, release.schemaVersion)) {
    it.skip(`left out: schema ${release.schemaVersion} has no QoS mark, so Weir compiles no EgressIP for it`);
    return;
  }
  describe.each([
    ['with one zone per node', { ...CLUSTER, interconnect: true }],
    ['with one zone', CLUSTER],
  ])('%s', (_, description) => {
    let workspace: Workspace;
    let cluster: RunningCluster;

    beforeAll(async () => {
      workspace = openWorkspace();
      cluster = await showingLogs(workspace, () =>
        startCluster(workspace, release, description, [WEB, WEB6], [ARCHIVE, ARCHIVE6]),
      );
    });
    afterAll(() => {
      workspace.close();
    });

    /** Tests one fact; a failure prints the logs of every program. */
    const fact = (name: string, test: () => void | Promise<void>): void => {
      it(name, () => showingLogs(workspace, test), 60_000);
    };

    fact('is the source of what its pods send, through the node that has it', async () => {
      expect(await cluster.reach('harbor/crane', tcp(WEB), udp(WEB))).toEqual([EGRESS, EGRESS]);
      expect(await cluster.reach('harbor/tug', tcp(WEB))).toEqual([EGRESS]);
      expect(await cluster.holderOf(EGRESS)).toBe('elm');
    });

    fact('of IPv6 is so too, and only for IPv6', async () => {
      expect(await cluster.reach('wharf/skiff', tcp(WEB6), udp(WEB6), tcp(WEB))).toEqual([EGRESS6, EGRESS6, OAK]);
      expect(await cluster.reach('harbor/crane', tcp(WEB6))).toEqual([OAK6]);
      expect(await cluster.holderOf(EGRESS6)).toBe('elm');
    });

    fact('leaves pods that it does not select the address of their node', async () => {
      expect(await cluster.reach('harbor/buoy', tcp(WEB))).toEqual([OAK]);
      expect(await cluster.reach('open/gull', tcp(WEB), tcp(WEB6))).toEqual([OAK, OAK6]);
      expect(await cluster.reach('open/tern', tcp(WEB))).toEqual([ELM]);
    });

    fact('is no source of what its pods send to other pods', async () => {
      expect(await cluster.reach('harbor/crane', tcp('10.128.2.12'), tcp('10.128.3.13'))).toEqual([
        '10.128.2.5',
        '10.128.2.5',
      ]);
      expect(await cluster.reach('wharf/skiff', tcp('fd01:0:0:2::12'), tcp('fd01:0:0:3::13'))).toEqual([
        'fd01:0:0:2::8',
        'fd01:0:0:2::8',
      ]);
      expect(await cluster.reach('depot/cart', tcp('10.128.3.13'))).toEqual(['10.128.2.9']);
    });

    fact('is no source of what its pods send to nodes', async () => {
      expect(await cluster.reach('harbor/crane', tcp(OAK), tcp(ELM))).toEqual(['10.128.2.5', OAK]);
      expect(await cluster.reach('wharf/skiff', tcp(OAK6))).toEqual(['fd01:0:0:2::8']);
    });

    fact('in a network of a host leaves through the interface that has the network', async () => {
      expect(await cluster.fail('depot/cart', tcp(ARCHIVE), tcp(ARCHIVE6))).toEqual([undefined, undefined]);
      expect(await cluster.setUpHosts()).toEqual(['elm']);
      expect(await cluster.reach('depot/cart', tcp(ARCHIVE), udp(ARCHIVE))).toEqual([
        SECONDARY_EGRESS,
        SECONDARY_EGRESS,
      ]);
      expect(await cluster.reach('depot/rack', tcp(ARCHIVE))).toEqual([SECONDARY_EGRESS]);
      expect(await cluster.reach('attic/chest', tcp(ARCHIVE6), udp(ARCHIVE6))).toEqual([
        SECONDARY_EGRESS6,
        SECONDARY_EGRESS6,
      ]);
      expect(await cluster.fail('open/gull', tcp(ARCHIVE), tcp(ARCHIVE6))).toEqual([undefined, undefined]);
    });

    fact('meets flows that ovn-controller made of every logical flow', () => {
      expect(cluster.flowWarnings()).toEqual([]);
    });

    fact('moves when its node is assignable no more', async () => {
      await cluster.recompile({ nodes: [{ ...oak, labels: ASSIGNABLE }, elm] });
      // OVN announces an IPv4 address that moved, but not an IPv6 address.
      await cluster.forgetHolderOf(EGRESS6);
      await eventually('the outside knows the new node', async () => {
        await cluster.reach('harbor/crane', tcp(WEB));
        return (await cluster.holderOf(EGRESS)) === 'oak';
      });
      expect(await cluster.reach('harbor/crane', tcp(WEB), udp(WEB))).toEqual([EGRESS, EGRESS]);
      expect(await cluster.reach('harbor/tug', tcp(WEB))).toEqual([EGRESS]);
      expect(await cluster.reach('wharf/skiff', tcp(WEB6))).toEqual([EGRESS6]);
      expect(await cluster.holderOf(EGRESS6)).toBe('oak');
    });
  });
});
