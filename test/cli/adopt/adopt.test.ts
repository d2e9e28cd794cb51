import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNorthboundTarget } from '../../../src/apply/northbound/target.js';
import { capturePrinted } from '../../../src/cli/process/print.js';
import { runProgram } from '../../../src/cli/program.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import {
  ZONE,
  type Server,
  firewalls,
  groupOf,
  reason,
  render,
  startServer,
} from '../../apply/northbound/northbound.js';
import { ovnkubeLease, ovnkubePod, zoneNode } from './ovnkube.js';

const FIREWALL_ON = { OVN_EGRESSFIREWALL_ENABLE: 'true', OVN_EGRESSQOS_ENABLE: 'true' };
const MANAGER = {
  ...{ name: 'ovnkube-control-plane-6f5-x2b', node: 'heron', container: 'ovnkube-cluster-manager', hash: '6f5' },
  owner: { kind: 'ReplicaSet', name: 'ovnkube-control-plane-6f5' },
};
const CONTROLLER = { name: 'ovnkube-node-k8x', node: 'heron', container: 'ovnkube-controller' };

describe.skipIf(reason !== undefined)(`weir adopt${reason ? ` (${reason})` : ''}`, () => {
  let server: Server;
  let rig: Rig;
  beforeAll(async () => {
    server = await startServer();
    render(
      server.folder,
      firewalls({ shop: ['drop 203.0.113.0/24', 'allow 198.51.100.0/24'], harbor: ['drop 0.0.0.0/0'] }),
    );
  });
  afterAll(() => {
    server.close();
  });
  beforeEach(async () => {
    await server.reset();
    rig = await startRig();
    rig.server.put(zoneNode('heron', 'global'));
    // The rows of ovnkube are those of Weir, since they have the same ids and text.
    const source = { remotes: [{ protocol: 'unix', path: server.socket } as const] };
    const target = createNorthboundTarget({ output: server.folder, zone: ZONE, source });
    const planned = await target.plan();
    expect(planned).toMatchObject({ result: 'planned' });
    if (planned.result === 'planned') expect(await planned.plan.apply()).toMatchObject({ result: 'applied' });
    await target.close();
  });
  afterEach(async () => {
    await rig.server.close();
    rmSync(rig.folder, { recursive: true });
  });

  const adopt = async (...words: readonly string[]) => {
    const before = JSON.stringify(await server.dump());
    const remote = ['--remote', `unix:${server.socket}`, '--kubeconfig', rig.kubeconfig];
    const printed = await capturePrinted(() =>
      runProgram(['node', 'weir', 'adopt', server.folder, '--zone', ZONE, ...remote, ...words]),
    );
    expect(rig.server.writes()).toEqual([]);
    expect(JSON.stringify(await server.dump())).toBe(before);
    return { code: printed.result, out: printed.stdout, err: printed.stderr };
  };

  it('is ready if the rows are equal and no controller acts on them', async () => {
    expect(await adopt()).toEqual({
      code: 0,
      out: [
        'zone global: ready',
        '',
        'FEATURE         EQUAL  CHANGE  CREATE  REMOVE  FOREIGN  OVNKUBE',
        'egressFirewall  5      0       0       0       0',
        '',
        'Steps:',
        '  1. `weir apply northbound --zone global`, and start the applier of the zone',
        'Way back: stop the appliers, then turn the flags on. ovnkube finds the rows again, and keeps equal ones.',
        '',
      ].join('\n'),
      err: 'weir: `weir apply northbound --zone global` takes the rows over\n',
    });
  });

  it('lists the flags that must be off, of the cluster manager first, and the effect until the next apply', async () => {
    const multicast = { OVN_MULTICAST_ENABLE: 'true' };
    rig.server.put(ovnkubePod({ ...CONTROLLER, env: { ...FIREWALL_ON, ...multicast } }));
    rig.server.put(ovnkubePod({ ...MANAGER, env: FIREWALL_ON }));
    rig.server.put(ovnkubeLease('ovn-kubernetes-master', 'heron', 20));
    expect(await adopt()).toEqual({
      code: 2,
      out: [
        'zone global: ready after 2 flags are off',
        '',
        'FEATURE         EQUAL  CHANGE  CREATE  REMOVE  FOREIGN  OVNKUBE',
        'egressFirewall  5      0       0       0       0        on',
        'Lease ovn-kubernetes/ovn-kubernetes-master: held by heron',
        '',
        'Steps:',
        '  1. Cordon the nodes of the zone until step 4. Until then:',
        '     egressFirewall: no rule applies to new pods of a namespace without multicast',
        '  2. Turn off, in this order, and wait for the pods:',
        '     OVN_EGRESSFIREWALL_ENABLE in container ovnkube-cluster-manager of Deployment ovn-kubernetes/ovnkube-control-plane',
        '     OVN_EGRESSFIREWALL_ENABLE in container ovnkube-controller of DaemonSet ovn-kubernetes/ovnkube-node',
        "  3. `weir adopt --zone global` again, which reports 'ready'",
        '  4. `weir apply northbound --zone global`, start the applier of the zone, and uncordon the nodes',
        'Way back: stop the appliers, then turn the flags on. ovnkube finds the rows again, and keeps equal ones.',
        '',
        'Also on, without rows in this zone:',
        '  OVN_EGRESSQOS_ENABLE in container ovnkube-cluster-manager of Deployment ovn-kubernetes/ovnkube-control-plane',
        '  OVN_EGRESSQOS_ENABLE in container ovnkube-controller of DaemonSet ovn-kubernetes/ovnkube-node',
        '',
      ].join('\n'),
      err: '',
    });
  });

  it('is not ready while the start of ovnkube without the flag would remove the rules', async () => {
    rig.server.put(ovnkubePod({ ...CONTROLLER, env: {} }));
    const { code, out } = await adopt();
    expect(code).toBe(2);
    expect(out).toMatch(
      /^zone global: not ready\n {2}egressFirewall: ovnkube removes the port groups of namespaces with the rules at each start without the flag, unless --enable-multicast is on\n/,
    );
    expect(out).not.toContain('Steps:');
  });

  it('shows each differing row with the object and the columns', async () => {
    const id = 'default-network-controller:EgressFirewall:shop:0';
    const [acl] = (await server.dump()).ACL?.filter((row) => JSON.stringify(row).includes(id)) ?? [];
    expect(acl).toBeDefined();
    const where = [['priority', '==', 9999]];
    await server.transact({ op: 'update', table: 'ACL', where, row: { action: 'drop' } });
    await server.transact({
      op: 'update',
      table: 'Port_Group',
      where: [['name', '==', groupOf('harbor')]],
      row: { acls: ['set', []] },
    });
    const { code, out } = await adopt();
    expect(code).toBe(2);
    expect(out).toBe(
      [
        'zone global: not ready',
        '  2 rows differ',
        '',
        'FEATURE         EQUAL  CHANGE  CREATE  REMOVE  FOREIGN  OVNKUBE',
        'egressFirewall  3      1       1       0       0',
        '',
        'Differences, live → Weir:',
        '',
        'EgressFirewall harbor/default',
        '  + ACL default-network-controller:EgressFirewall:harbor:0',
        '',
        'EgressFirewall shop/default',
        '  ~ ACL default-network-controller:EgressFirewall:shop:1',
        '      action  drop → allow',
        '',
      ].join('\n'),
    );
  });

  it('is not ready while a Lease is held by a program whose flags are unknown, and ignores an expired one', async () => {
    rig.server.put(ovnkubeLease('ovn-kubernetes-master', 'elsewhere', 20));
    rig.server.put(ovnkubePod({ ...CONTROLLER, env: { OVN_MULTICAST_ENABLE: 'true' } }));
    expect((await adopt()).out).toContain(
      'the Lease ovn-kubernetes/ovn-kubernetes-master is held by elsewhere, which is in no pod there, so its flags are unknown',
    );
    rig.server.put(ovnkubeLease('ovn-kubernetes-master', 'elsewhere', 140));
    expect((await adopt()).code).toBe(0);
  });

  it('fails without an answer about the controllers', async () => {
    rig.server.mishap = (request) => (request.includes('/pods') ? { status: 403, message: 'no rights' } : undefined);
    const { code, out, err } = await adopt();
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('adopt global: the Pods of ovn-kubernetes cannot be listed: ');
  });

  it('prints all facts as JSON', async () => {
    rig.server.put(ovnkubePod({ ...CONTROLLER, env: FIREWALL_ON, args: ['--enable-multicast'] }));
    const { code, out } = await adopt('--format', 'json');
    expect(code).toBe(2);
    const place = 'OVN_EGRESSFIREWALL_ENABLE in container ovnkube-controller of DaemonSet ovn-kubernetes/ovnkube-node';
    expect(JSON.parse(out)).toMatchObject({
      zone: 'global',
      verdict: 'after flags',
      reasons: [],
      features: [{ feature: 'egressFirewall', equal: 5, changes: [], controllers: 'on' }],
      flags: [{ feature: 'egressFirewall', place }],
      containers: [{ scope: 'zone', pods: ['ovn-kubernetes/ovnkube-node-k8x'] }],
    });
  });
});
