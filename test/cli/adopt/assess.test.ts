import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/cli/commands/adopt/assess.js';
import { findContainers } from '../../../src/cli/commands/adopt/containers.js';
import { ovnkubePod } from './ovnkube.js';

const OPENSHIFT = 'openshift-ovn-kubernetes';
const configMap = (name: string, data: Record<string, string>) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: OPENSHIFT }, data },
});
const CONFIG = configMap('ovnkube-config', {
  'ovnkube.conf':
    '[ovnkubernetesfeature]\nenable-egress-ip=true\nenable-egress-qos=false\nenable-egress-firewall=true\n',
});
const SCRIPT = configMap('ovnkube-script-lib', {
  'ovnkube-lib.sh': 'exec /usr/bin/ovnkube \\\n  --enable-multicast \\\n',
});
const controller = (more: object = {}) =>
  ovnkubePod({ name: 'ovnkube-node-a', node: 'a', container: 'ovnkube-controller', ...more });
const everyNode = () => true;

describe('the containers of ovnkube', () => {
  it('have the flags of OpenShift, whose file and script are ConfigMaps', () => {
    const files = { config: CONFIG, script: SCRIPT };
    const [one, ...others] = findContainers([controller({ namespace: OPENSHIFT })], files, everyNode);
    expect(others).toEqual([]);
    const place = `in ConfigMap ${OPENSHIFT}/ovnkube-config`;
    expect([...(one?.enabled ?? [])]).toEqual([
      ['egressFirewall', `enable-egress-firewall ${place}`],
      ['egressIP', `enable-egress-ip ${place}`],
    ]);
    expect([...(one?.keeping ?? [])]).toEqual(['enable-multicast']);
  });

  it('follow a flag before a file, and the whole word of a flag', () => {
    const args = ['--enable-egress-ip=false', '--enable-egress-firewall-more', '--enable-egress-qos=true'];
    const [one] = findContainers([controller({ args, namespace: OPENSHIFT })], { config: CONFIG }, everyNode);
    expect([...(one?.enabled.keys() ?? [])]).toEqual(['egressFirewall', 'egressQoS']);
  });

  it('count for their zone, unless their pod has ended', () => {
    const pods = [controller(), controller({ name: 'ovnkube-node-b', node: 'b' }), controller({ phase: 'Failed' })];
    expect(findContainers(pods, {}, (node) => node === 'b').map(({ pods: names }) => names)).toEqual([
      ['ovn-kubernetes/ovnkube-node-b'],
    ]);
    expect(findContainers(pods, {}, everyNode).map(({ pods: names }) => names)).toEqual([
      ['ovn-kubernetes/ovnkube-node-a', 'ovn-kubernetes/ovnkube-node-b'],
    ]);
  });
});

describe('the assessment of a zone', () => {
  const rowsOf = (kind: string) => [{ kind, equal: 3, changes: [] }];
  const running = { containers: findContainers([controller()], {}, everyNode), leases: [] };
  const absent = { containers: [], leases: [] };

  it('is not ready for a kind without a flag while ovnkube runs', () => {
    expect(assess(rowsOf('NetworkPolicy'), absent)).toMatchObject({ verdict: 'ready' });
    expect(assess(rowsOf('NetworkPolicy'), running)).toMatchObject({
      verdict: 'not ready',
      reasons: [
        "networkPolicy: ovnkube has no flag for it, and writes these rows as long as it runs, so remove it from 'features'",
      ],
    });
    expect(assess(rowsOf('Service'), running).reasons).toHaveLength(1);
  });

  it('is not ready for routes that each start of ovnkube removes', () => {
    expect(assess(rowsOf('AdminPolicyBasedExternalRoute'), running).reasons).toEqual([
      "multiExternalGateway: ovnkube removes the routes to external gateways at each start without the flag, so remove it from 'features'",
    ]);
  });

  it('is ready for a feature whose flag is off', () => {
    expect(assess(rowsOf('EgressQoS'), running)).toMatchObject({
      verdict: 'ready',
      features: [{ feature: 'egressQoS', controllers: 'off' }],
    });
  });
});
