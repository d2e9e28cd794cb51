import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { packetOf } from '../../src/trace/packet.js';
import { type TestCluster, podAddress } from '../ovn/cluster.js';
import { egressIP, egressQoS, egressService } from '../ovn/egress.js';
import { readWorld } from './read-world.js';

const SCHEMA_VERSION = '7.12.0';
const POD = { namespace: 'pier', name: 'crane', node: 'oak', number: 5, labels: { app: 'voice' } } as const;
const OUTSIDE = '203.0.113.5';

/** A pod that leaves by other resources than its node, and that the first of two rules selects. */
const clusterWith = (...resources: readonly object[]): TestCluster => ({
  families: ['IPv4'],
  interconnect: true,
  gatewayMode: 'shared',
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, labels: { role: 'infra', 'k8s.ovn.org/egress-assignable': '' }, inSecondary: true },
  ],
  namespaces: ['pier'],
  pods: [POD],
  resources: [...resources, egressQoS('pier', { dscp: 46, podSelector: { matchLabels: POD.labels } }, { dscp: 10 })],
});

const service = egressService({
  namespace: 'pier',
  name: 'front',
  ingress: ['192.0.2.99'],
  endpoints: ['10.128.2.5 oak'],
  nodeLabels: { role: 'infra' },
});

/** The DSCP value of a packet in the rows, and whether expectations about two values hold. */
function valuesOf(cluster: TestCluster, release: string) {
  const world = readWorld(cluster, SCHEMA_VERSION, release);
  const packet = packetOf(podAddress(cluster, POD, 'IPv4'), OUTSIDE, 'TCP', 443);
  const { paths } = world.tracer().tracePacket({ type: 'pod', namespace: POD.namespace, name: POD.name }, packet);
  const expectations = [46, 10].map((dscp) => ({
    name: `value ${dscp}`,
    from: { namespace: POD.namespace },
    to: { cidr: '203.0.113.0/24' },
    dscp,
  }));
  const file = { path: 'expectations.yaml', text: JSON.stringify({ expectations }) };
  const parsed = parseExpectations([file], checkConfiguration, ({ message }) => {
    throw new Error(message);
  });
  const [voice, other] = parsed.map((one) => evaluate(one, world).length === 0);
  return { traced: paths.map(({ end }) => end.packet.dscp), holds: { 46: voice, 10: other } };
}

describe('packets that leave through the host of another zone', () => {
  const clusters = [
    ['an EgressService', clusterWith(...service)],
    ['an EgressIP of a secondary network', clusterWith(egressIP('ferry', '10.20.30.200', 'pier'))],
  ] as const;

  it.each(clusters)('are marked again there in old releases, for %s', (_, cluster) => {
    expect(valuesOf(cluster, '1.2')).toEqual({ traced: [10], holds: { 46: false, 10: true } });
  });

  it.each(clusters)('keep their mark in new releases, for %s', (_, cluster) => {
    expect(valuesOf(cluster, '1.3')).toEqual({ traced: [46], holds: { 46: true, 10: false } });
  });

  it('keep their mark in all releases if they leave through the gateway of another zone', () => {
    const cluster = clusterWith(egressIP('ferry', '192.168.50.200', 'pier'));
    expect(valuesOf(cluster, '1.2')).toEqual({ traced: [46], holds: { 46: true, 10: false } });
  });
});
