import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { judge } from '../../src/expectations/report.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import type { TestCluster } from '../ovn/cluster.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { readWorld } from '../trace/read-world.js';

/** A pod may send to a resolver, and nothing lets the replies of the resolver back. */
const CLUSTER: TestCluster = {
  ...TWO_NODES,
  statelessNetworkPolicy: true,
  resources: [
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'dns', namespace: 'harbor', annotations: { 'k8s.ovn.org/acl-stateless': 'true' } },
      spec: {
        podSelector: {},
        policyTypes: ['Ingress', 'Egress'],
        egress: [{ to: [{ ipBlock: { cidr: '192.0.2.53/32' } }], ports: [{ protocol: 'UDP', port: 53 }] }],
      },
    },
  ],
};

/** What is found of an expectation about what the pod sends to the resolver. */
function findingOf(claim: object, to: object = { cidr: '192.0.2.53/32', ports: ['53/UDP'] }) {
  const text = JSON.stringify({ expectations: [{ name: 'dns', from: { namespace: 'harbor' }, to, ...claim }] });
  const [expectation] = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, () => undefined);
  if (!expectation) throw new Error('the expectation is lost');
  const world = readWorld(CLUSTER, '7.11.0');
  const [report] = judge(expectation, evaluate(expectation, world), world).reports;
  return report && { code: report.code, message: report.message, path: report.packetPath?.[0] };
}

describe('a packet that arrives and whose replies are dropped', () => {
  it('breaks a promise that nothing arrives, which says what becomes of replies', () => {
    expect(findingOf({ unreachable: true })).toEqual({
      code: 'expectation/passes',
      message:
        "expectation 'dns' failed: harbor/crane (10.128.2.5) → 192.0.2.53 UDP 53 is allowed by NetworkPolicy harbor/dns, 'egress rule 0: Allow UDP 53', but its replies are dropped",
      path: 'delivered, but its replies are dropped',
    });
    expect(findingOf({ only: [{ cidr: '192.0.2.54/32' }] })?.code).toBe('expectation/passes');
    expect(findingOf({ unreachable: true }, { cidr: '192.0.2.53/32', ports: ['54/UDP'] })).toBeUndefined();
  });

  it('breaks a promise that connections are made', () => {
    expect(findingOf({ reachable: true })).toMatchObject({ code: 'expectation/dropped' });
  });

  it('leaves with the source and the mark that it has', () => {
    expect(findingOf({ source: ['192.0.2.1'] })).toMatchObject({
      code: 'expectation/unexpected-egress-path',
      path: 'delivered, but its replies are dropped',
    });
    expect(findingOf({ source: ['node'] })).toBeUndefined();
    expect(findingOf({ dscp: 46 })?.code).toBe('expectation/unexpected-dscp');
  });
});
