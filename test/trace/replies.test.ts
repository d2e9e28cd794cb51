import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { judge } from '../../src/expectations/report.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import type { PacketOrigin } from '../../src/trace/origin.js';
import { packetOf } from '../../src/trace/packet.js';
import { groupTraces } from '../../src/trace/query/groups.js';
import { createTracer } from '../../src/trace/trace.js';
import type { TestCluster } from '../ovn/cluster.js';
import { egressIP, egressService } from '../ovn/egress.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { compileRows } from './compile-rows.js';
import { readWorld } from './read-world.js';

const WEB = '203.0.113.10';
const CLIENT = '198.51.100.9';
const OAK = '192.168.50.12';
const ELM = '192.168.50.13';
const CRANE = '10.128.2.5';
const CLUSTER: TestCluster = {
  ...TWO_NODES,
  nodes: [
    { name: 'oak', id: 2, inSecondary: true },
    { name: 'elm', id: 3, inSecondary: true, labels: { egress: 'yes', 'k8s.ovn.org/egress-assignable': '' } },
  ],
};
const crane: PacketOrigin = { type: 'pod', namespace: 'harbor', name: 'crane' };
const atOak: PacketOrigin = { type: 'outside', node: 'oak' };
const atElm: PacketOrigin = { type: 'outside', node: 'elm' };

const barge = egressService({
  namespace: 'harbor',
  name: 'barge',
  ingress: ['192.0.2.80'],
  endpoints: [`${CRANE} oak`],
  nodeLabels: { egress: 'yes' },
});
const route = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'AdminPolicyBasedExternalRoute',
  metadata: { name: 'far' },
  spec: {
    from: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'harbor' } } },
    nextHops: { static: [{ ip: '192.168.50.101' }] },
  },
};

/** A NodePort Service of the crane at port 30000. */
function nodePort(externalTrafficPolicy: 'Cluster' | 'Local'): object[] {
  return serviceOfCrane('ferry', { clusterIP: '172.16.1.10', externalTrafficPolicy }, 30_000);
}

function serviceOfCrane(name: string, spec: object, port: number): object[] {
  const ports = [{ name: 'web', protocol: 'TCP', port: 80, nodePort: port }];
  return service(name, { type: 'NodePort', ...spec, ports }, [`${CRANE} oak`]);
}

/** The verdict about a packet, and the lines about its replies: where, what, and the object that decides. */
function trace(
  resources: readonly object[],
  origin: PacketOrigin,
  destination: string,
  port = 80,
  cluster: Partial<TestCluster> = {},
): readonly string[] {
  const { state } = compileRows({ ...CLUSTER, ...cluster, resources }, '7.11.0');
  const source = origin.type === 'pod' ? CRANE : CLIENT;
  const { verdict, paths } = createTracer(state).tracePacket(origin, packetOf(source, destination, 'TCP', port));
  const replies = paths.flatMap(({ stages }) => stages.filter(({ stage }) => stage === 'reply'));
  const lines = replies.map(({ at, text, decidedBy }) => `${at}: ${text}${decidedBy ? `, ${decidedBy.kind}` : ''}`);
  return [verdict, ...lines];
}

describe('replies to a pod', () => {
  it('come to its node, whose gateway router translates them back', () => {
    expect(trace([], crane, WEB)).toEqual([
      'delivered',
      `oak: return to node oak, which has ${OAK}`,
      `GR_oak: back to ${CRANE}`,
    ]);
  });

  it('of an EgressIP come to the node that has the address, and from there to the node of the pod', () => {
    expect(trace([egressIP('ferry', '192.168.50.100', 'harbor')], crane, WEB)).toEqual([
      'delivered',
      'elm: return to node elm, which has 192.168.50.100',
      `GR_elm: back to ${CRANE}, EgressIP`,
      'transit_switch: to zone oak',
    ]);
  });

  it('of an EgressIP in a network of hosts come to the host of the node', () => {
    expect(trace([egressIP('ferry', '10.20.30.200', 'harbor')], crane, WEB)).toEqual([
      'delivered',
      'host elm: return to node elm, which has 10.20.30.200',
      `host elm: back to ${CRANE}, EgressIP`,
      'transit_switch: to zone oak',
    ]);
  });

  it('of an EgressService come to its host, where the address of the load balancer must be announced', () => {
    expect(trace(barge, crane, WEB)).toEqual([
      'delivered',
      'host elm: return to node elm if it announces 192.0.2.80',
      `host elm: back to ${CRANE}, EgressService`,
      'transit_switch: to zone oak',
    ]);
  });
});

describe('replies to the outside', () => {
  it('go back through the gateway router that has given the packet its own address', () => {
    expect(trace(nodePort('Cluster'), atElm, ELM, 30_000)).toEqual([
      'delivered',
      'transit_switch: to zone elm',
      `GR_elm: back to ${CLIENT}`,
      `elm: leave node elm from ${ELM} to 192.168.50.1, Service`,
    ]);
  });

  it('of pods of an EgressIP are marked, and so stay on their route', () => {
    const resources = [egressIP('ferry', '192.168.50.100', 'harbor'), ...nodePort('Local')];
    expect(trace(resources, atOak, OAK, 30_000)).toEqual([
      'delivered',
      'oak: mark 42, EgressIP',
      'ovn_cluster_router: stays on its route',
      `oak: leave node oak from ${OAK} to 192.168.50.1, Service`,
    ]);
  });

  it('of endpoints of an EgressService are lost where the packet kept its source', () => {
    expect(trace([...barge, ...nodePort('Local')], atOak, OAK, 30_000)).toEqual([
      'dropped',
      'ovn_cluster_router: to 100.88.0.3, EgressService',
      'transit_switch: to zone elm',
      'ovn_cluster_router: to 10.128.3.2, EgressService',
      `elm: leave node elm from ${CRANE}: the client drops them, because it has not sent to that address`,
    ]);
  });

  it('of pods with an external route return to the hop that the packet came from', () => {
    expect(trace([route, ...nodePort('Local')], atOak, OAK, 30_000)).toEqual([
      'delivered',
      `GR_oak: to the hop that the packet came from, by the route of ${CRANE}/32, AdminPolicyBasedExternalRoute`,
      `oak: leave node oak from ${OAK} to the hop that the packet came from, Service`,
    ]);
  });

  it('of what came to the own address of a pod leave with it: the gateway router tracks what it has not changed', () => {
    expect(trace([], atOak, CRANE)).toEqual(['delivered', `oak: leave node oak from ${CRANE} to 192.168.50.1`]);
    expect(trace([egressIP('ferry', '192.168.50.100', 'harbor')], atOak, CRANE).at(-1)).toBe(
      `oak: leave node oak from ${CRANE} to 192.168.50.1`,
    );
  });

  it('go back through the gateway router that has an egress address for the pod, too, without that address', () => {
    const resources = [egressIP('ferry', '192.168.50.100', 'harbor'), ...nodePort('Cluster')];
    expect(trace(resources, atElm, ELM, 30_000)).toEqual([
      'delivered',
      'oak: mark 42, EgressIP',
      'ovn_cluster_router: stays on its route',
      'transit_switch: to zone elm',
      `GR_elm: back to ${CLIENT}`,
      `elm: leave node elm from ${ELM} to 192.168.50.1, Service`,
    ]);
  });

  it('are not known where nothing tells what a host with local gateways makes of them', () => {
    const [verdict, ...lines] = trace(nodePort('Local'), atOak, OAK, 30_000, { gatewayMode: 'local' });
    expect(verdict).toBe('delivered');
    expect(lines.at(-1)).toContain('may be lost: with local gateways, the host routes them');
  });
});

describe('what a stage does', () => {
  const effectsOf = (
    resources: readonly object[],
    origin: PacketOrigin,
    destination: string,
    port: number,
  ): unknown => {
    const { state } = compileRows({ ...CLUSTER, resources }, '7.11.0');
    const packet = packetOf(origin.type === 'pod' ? CRANE : CLIENT, destination, 'TCP', port);
    const { paths } = createTracer(state).tracePacket(origin, packet);
    return paths.flatMap(({ stages }) => stages.flatMap(({ at, effect }) => (effect ? [`${at}: ${effect}`] : [])));
  };

  it('is told beside its words, where a host, a route or a policy does what the words alone would tell', () => {
    const turns = ['ovn_cluster_router: reroute', 'ovn_cluster_router: reroute'];
    expect(effectsOf(barge, crane, WEB, 80)).toEqual([...turns, 'host elm: from-announced-address']);
    expect(effectsOf([route, ...nodePort('Local')], atOak, OAK, 30_000)).toEqual(['GR_oak: to-former-hop']);
  });

  it('does not part pods whose packets the same lines decide, though their rows are for one address each', () => {
    const pods = [5, 6].map((number) => ({ namespace: 'harbor', name: `pod-${number}`, node: 'oak', number }));
    const { state } = compileRows({ ...CLUSTER, pods, resources: [route] }, '7.11.0');
    const tracer = createTracer(state);
    const traces = pods.map(({ name, number }) => {
      const sender = { name, origin: { type: 'pod', namespace: 'harbor', name } as const };
      const packet = packetOf(`10.128.2.${number}`, WEB, 'TCP', 443);
      return { sender, to: WEB, packet, trace: tracer.tracePacket(sender.origin, packet) };
    });
    expect(groupTraces(traces).map((group) => group.traces.length)).toEqual([2]);
  });
});

describe('expectations about clients outside', () => {
  const expectation = (to: object): object => ({ name: 'they connect', from: 'outside', to, reachable: true });
  const verdictsOf = (resources: readonly object[], to: object): readonly string[] => {
    const world = readWorld({ ...CLUSTER, resources }, '7.11.0');
    const text = JSON.stringify({ expectations: [expectation(to)] });
    const [one] = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, () => undefined);
    if (!one) throw new Error('the expectation is lost');
    const { reports } = judge(one, evaluate(one, world), world);
    return reports.flatMap(({ message, packetPath = [] }) => [message, packetPath[0] ?? '']);
  };

  it('fail where replies of the Service go through the host of an EgressService, and show how they get lost', () => {
    const to = { service: 'harbor/ferry' };
    expect(verdictsOf(nodePort('Local'), to)).toEqual([]);
    expect(verdictsOf([...barge, ...nodePort('Cluster')], to)).toEqual([]);
    expect(verdictsOf([...barge, ...nodePort('Local')], to)).toEqual([
      "expectation 'they connect' failed: 198.51.100.1 → harbor/crane (10.128.2.5) TCP 80 is dropped by EgressService harbor/barge, 'replies to clients of Service harbor/ferry go through host elm and are lost: TCP 80'",
      'delivered, but its replies are dropped',
    ]);
  });

  it('fail for the Service whose replies get lost alone, where another has the same endpoint', () => {
    const skiff = serviceOfCrane('skiff', { clusterIP: '172.16.1.11', externalTrafficPolicy: 'Cluster' }, 30_001);
    const resources = [...barge, ...nodePort('Local'), ...skiff];
    expect(verdictsOf(resources, { service: 'harbor/skiff' })).toEqual([]);
    expect(verdictsOf(resources, { namespace: 'harbor', ports: ['80/TCP'] })).toEqual([]);
    expect(verdictsOf(resources, { service: 'harbor/ferry' })).toEqual(
      verdictsOf([...barge, ...nodePort('Local')], { service: 'harbor/ferry' }),
    );
  });
});

describe('the finding about replies through a host', () => {
  const ready = nodePort('Local');
  const starting = nodePort('Local').map(
    (one) =>
      JSON.parse(
        JSON.stringify(one).replace(`"nodeName":"oak"`, `"nodeName":"oak","conditions":{"ready":false}`),
      ) as object,
  );
  const cases: readonly (readonly [
    name: string,
    resources: readonly object[],
    cluster: Partial<TestCluster>,
    isFound: boolean,
  ])[] = [
    ['a Service that keeps the sources of its clients', [...barge, ...ready], {}, true],
    ['a Service that does not', [...barge, ...nodePort('Cluster')], {}, false],
    ['a Service whose endpoints no EgressService has', ready, {}, false],
    ['pods of an EgressIP', [...barge, egressIP('ferry', '192.168.50.100', 'harbor'), ...ready], {}, false],
    [
      'pods of an EgressIP of the other family',
      [...barge, egressIP('ferry', 'fd00:50::100', 'harbor'), ...ready],
      { families: ['IPv4', 'IPv6'] },
      false,
    ],
    ['local gateways', [...barge, ...ready], { gatewayMode: 'local' }, false],
    ['endpoints that are not ready', [...barge, ...starting], {}, false],
  ];

  it.each(cases)('is there exactly where a trace says so: %s', (_, resources, cluster, isFound) => {
    const { diagnostics } = compileRows({ ...CLUSTER, ...cluster, resources }, '7.11.0');
    const found = diagnostics.filter(({ code }) => code === 'egress-service/replies-through-host');
    const lines = trace(resources, atOak, OAK, 30_000, cluster);
    expect(lines.some((line) => line.endsWith('because it has not sent to that address'))).toBe(isFound);
    expect(found.map(({ message }) => message)).toEqual(
      isFound
        ? [
            `externalTrafficPolicy of Service harbor/ferry is Local, but replies of its endpoints ${CRANE} go through host elm, so clients outside cannot connect over TCP`,
          ]
        : [],
    );
  });
});
