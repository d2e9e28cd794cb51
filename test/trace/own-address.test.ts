import { expect, it } from 'vitest';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { judge } from '../../src/expectations/report.js';
import type { ExpectationContext } from '../../src/expectations/world.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { packetOf } from '../../src/trace/packet.js';
import type { TestCluster } from '../ovn/cluster.js';
import { egressService } from '../ovn/egress.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { readWorld } from './read-world.js';

const CLIENT = '198.51.100.9';
const CRANE = '10.128.2.5';
const CLUSTER: TestCluster = {
  ...TWO_NODES,
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, labels: { egress: 'yes' } },
  ],
  pods: ['crane', 'winch'].map((name, index) => {
    return { namespace: 'harbor', name, node: 'oak', number: 5 + index, labels: { app: name } };
  }),
  resources: [...served('barge', '192.0.2.80', `${CRANE} oak`), ...served('raft', '192.0.2.81', '10.128.2.6 oak')],
};

function served(name: string, address: string, endpoint: string): readonly object[] {
  const nodeLabels = { egress: 'yes' };
  return egressService({ namespace: 'harbor', name, ingress: [address], endpoints: [endpoint], nodeLabels });
}

/** What is said where clients outside cannot connect to a port of a pod. */
function reportsOf(world: ExpectationContext, pod: string, port: string): ReturnType<typeof judge>['reports'] {
  const to = { namespace: 'harbor', labels: { app: pod }, ports: [port] };
  const text = JSON.stringify({ expectations: [{ name: 'they connect', from: 'outside', to, reachable: true }] });
  const [one] = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, (problem) => {
    throw new Error(problem.message);
  });
  if (!one) throw new Error('the expectation is lost');
  return judge(one, evaluate(one, world), world).reports;
}

it.each([
  ['TCP', true],
  ['UDP', false],
  ['SCTP', false],
] as const)(
  'of what comes over %s to the own address of a pod of an EgressService, a trace and expectations say alike that replies come back: %s',
  (protocol, comesBack) => {
    const world = readWorld(CLUSTER, '7.11.0');
    const origin = { type: 'outside', node: 'oak' } as const;
    const { verdict } = world.tracer().tracePacket(origin, packetOf(CLIENT, CRANE, protocol, 5000));
    const reports = reportsOf(world, 'crane', `5000/${protocol}`);
    expect([verdict, reports.length]).toEqual(comesBack ? ['delivered', 0] : ['dropped', 1]);
    if (comesBack) return;
    expect(reports[0]?.message).toContain(
      `dropped by EgressService harbor/barge, 'replies to clients of the own address of the pod go through host elm and are lost: UDP; SCTP'`,
    );
    expect(reports[0]?.packetPath?.[0]).toBe('delivered, but its replies are dropped');
  },
);

it('the EgressService that is named is that of the pod, where others take the replies of other pods', () => {
  const world = readWorld(CLUSTER, '7.11.0');
  const messagesOf = (pod: string): string[] => reportsOf(world, pod, '53/UDP').map(({ message }) => message);
  expect(messagesOf('crane')).toEqual([expect.stringContaining('by EgressService harbor/barge')]);
  expect(messagesOf('winch')).toEqual([expect.stringContaining('by EgressService harbor/raft')]);
});
