import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/std/json.js';
import { node } from '../compile/3-index/inventory.js';
import { compareRepositories, firewall, pod, reportOf } from './sides.js';

/** A NetworkPolicy of the namespace shop that isolates its pods in one direction. */
function policy(direction: 'Ingress' | 'Egress', rules: JsonObject): JsonObject {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { namespace: 'shop', name: 'closed' },
    spec: { podSelector: {}, policyTypes: [direction], ...rules },
  };
}

const NODES = [node('worker-a')];

describe('a change of policies', () => {
  it('does not open what a name of a firewall denies before and after', () => {
    const denied = firewall('shop', { type: 'Deny', to: { dnsName: 'api.example.com' } });
    const objects = [...NODES, pod('shop', 'web', ['10.128.0.5']), denied];
    const { comparison } = compareRepositories({ objects: [...objects, policy('Egress', {})] }, { objects });
    const [{ flows, exceptions } = { flows: [], exceptions: [] }] = comparison.traffic.flows;
    expect(flows.map(({ change, names }) => [change, names])).toEqual([['opened', []]]);
    expect(exceptions.map(({ verdict, names }) => [verdict, names])).toEqual([['drop', ['api.example.com']]]);
  });

  it('names the family that it is about, where the cluster has two, and a packet of it', () => {
    const weirYaml = 'clusterSubnets: [10.128.0.0/14/23, "fd01::/48/64"]\n';
    const pods = ['web', 'db'].map((name, index) => pod('shop', name, [`10.128.0.${5 + index}`, `fd01::${5 + index}`]));
    const objects = [...NODES, ...pods];
    const closed = policy('Ingress', { ingress: [{ from: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }] });
    const report = reportOf({ objects, weirYaml }, { objects: [...objects, closed], weirYaml });
    const between = report.connections.filter(({ from }) => from.length > 0);
    expect(between.map(({ change, transport, family, example }) => [change, transport, family, example?.pod])).toEqual([
      ['closed', 'any protocol over IPv6', 'IPv6', 'shop/db (fd01::6)'],
    ]);
  });
});
