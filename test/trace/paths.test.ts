import { describe, expect, it } from 'vitest';
import { packetOf } from '../../src/trace/packet.js';
import { createTracer } from '../../src/trace/trace.js';
import type { TestCluster } from '../ovn/cluster.js';
import { egressFirewall, egressIP } from '../ovn/egress.js';
import { service } from '../ovn/service.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { compileRows } from './compile-rows.js';

const WEB = '203.0.113.10';
const CRANE = '10.128.2.5';
const CLUSTER: TestCluster = {
  ...TWO_NODES,
  namespaces: ['harbor', 'quay'],
  pods: [
    { namespace: 'harbor', name: 'crane', node: 'oak', number: 5 },
    { namespace: 'quay', name: 'rope', node: 'elm', number: 6 },
  ],
};
const crane = { type: 'pod', namespace: 'harbor', name: 'crane' } as const;

function trace(resources: readonly object[], destination: string, port = 443, protocol: 'TCP' | 'ICMP' = 'TCP') {
  const { state } = compileRows({ ...CLUSTER, resources }, '7.11.0');
  return createTracer(state).tracePacket(crane, packetOf(CRANE, destination, protocol, port));
}

describe('the path of a packet', () => {
  it('leads out by the gateway router of its node, with the address of the node', () => {
    const { verdict, paths } = trace([], WEB);
    expect(verdict).toBe('delivered');
    expect(paths.map(({ end }) => [end.type, end.node, end.nextHop, end.packet.source])).toEqual([
      ['outside', 'oak', '192.168.50.1', '192.168.50.12'],
    ]);
  });

  it('leads through another zone to the node of an EgressIP, and each stage names its row and its resource', () => {
    const { paths } = trace([egressIP('ferry', '192.168.50.100', 'harbor')], WEB);
    const [path] = paths;
    expect(path?.end).toMatchObject({ type: 'outside', node: 'elm', packet: { source: '192.168.50.100' } });
    const stages = path?.stages.map(({ stage, at, row, decidedBy }) => [stage, at, row?.zone, decidedBy?.name]);
    expect(stages).toEqual([
      ['policy', 'ovn_cluster_router', 'oak', 'ferry'],
      ['transit', 'transit_switch', 'elm', undefined],
      ['route', 'ovn_cluster_router', 'elm', undefined],
      ['route', 'GR_elm', 'elm', undefined],
      ['translation', 'GR_elm', 'elm', 'ferry'],
      ['reply', 'elm', undefined, undefined],
      ['reply', 'GR_elm', 'elm', 'ferry'],
      ['reply', 'transit_switch', 'oak', undefined],
    ]);
  });

  it('ends at the rule that drops it', () => {
    const firewall = egressFirewall(
      'harbor',
      { type: 'Allow', to: { cidrSelector: '198.51.100.0/24' } },
      { type: 'Deny', to: { cidrSelector: '203.0.113.0/24' } },
    );
    const { verdict, paths } = trace([firewall], WEB);
    expect(verdict).toBe('dropped');
    const last = paths[0]?.stages.at(-1);
    expect([last?.stage, last?.decidedBy?.kind, last?.decidedBy?.cause?.pointer]).toEqual([
      'filter',
      'EgressFirewall',
      '/spec/egress/1',
    ]);
    expect(trace([firewall], '198.51.100.7').verdict).toBe('delivered');
  });

  it('is one for each endpoint of a Service', () => {
    const ferry = service('ferry', { clusterIP: '172.16.1.10', ports: [{ name: 'web', protocol: 'TCP', port: 443 }] }, [
      '10.128.2.5 oak',
      '10.128.3.6 elm',
    ]);
    const { verdict, paths } = trace(ferry, '172.16.1.10');
    expect(verdict).toBe('delivered');
    expect(paths.map(({ end, choices }) => [end.name, end.packet.source, choices[0]?.type])).toEqual([
      ['harbor/crane', '169.254.169.5', 'random'],
      ['quay/rope', CRANE, 'random'],
    ]);
  });

  it('is refused by a Service without endpoints', () => {
    const idle = service(
      'idle',
      { clusterIP: '172.16.1.11', ports: [{ name: 'web', protocol: 'TCP', port: 443 }] },
      [],
    );
    expect(trace(idle, '172.16.1.11').verdict).toBe('rejected');
  });

  it('is not known where it depends on the answers to a DNS name that is not pinned', () => {
    const firewall = egressFirewall(
      'harbor',
      { type: 'Allow', to: { dnsName: 'api.example.com' } },
      { type: 'Deny', to: { cidrSelector: '0.0.0.0/0' } },
    );
    const { verdict, paths } = trace([firewall], WEB);
    expect(verdict).toBe('unknown');
    expect(paths.map((path) => [path.verdict, path.choices.map(({ text }) => text)])).toEqual([
      ['delivered', [`api.example.com has the address ${WEB}`]],
      ['dropped', [`api.example.com does not have the address ${WEB}`]],
    ]);
  });

  it('ends where no port has the address', () => {
    expect(trace([], '10.128.2.77').verdict).toBe('dropped');
    expect(trace([], '10.128.2.1', 0, 'ICMP').verdict).toBe('delivered');
  });
});
