import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expectations/evaluate.js';
import { parseExpectations } from '../../src/expectations/parse.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import type { TestCluster } from '../ovn/cluster.js';
import { egressIP } from '../ovn/egress.js';
import { TWO_NODES } from '../ovn/two-nodes.js';
import { readWorld } from '../trace/read-world.js';

const CLUSTER: TestCluster = {
  ...TWO_NODES,
  nodes: [
    { name: 'oak', id: 2 },
    { name: 'elm', id: 3, inSecondary: true, labels: { 'k8s.ovn.org/egress-assignable': '' } },
  ],
  resources: [egressIP('ferry', '10.20.30.200', 'harbor')],
};

/** What an expectation about the next hops of the pod finds. */
function breachOf(nextHops: readonly string[], to: object | 'outside', cluster: TestCluster = CLUSTER): unknown {
  const one = { name: 'the next hop', from: { namespace: 'harbor' }, to, 'next-hop': nextHops };
  const text = JSON.stringify({ expectations: [one] });
  const [expectation] = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, () => undefined);
  if (!expectation) throw new Error('the expectation is lost');
  const [breach] = evaluate(expectation, readWorld(cluster, '7.11.0'));
  return breach?.type === 'exit' ? { value: breach.value, isUnknown: breach.isUnknown } : breach;
}

describe('the next hop of an EgressIP in a network of hosts', () => {
  it('is the one that the routes of the host tell, for every destination', () => {
    expect(breachOf(['192.168.50.1'], 'outside')).toEqual({ value: '10.20.30.1', isUnknown: false });
    expect(breachOf(['10.20.30.1'], 'outside')).toBeUndefined();
  });

  it('is none for destinations in the network itself', () => {
    expect(breachOf(['192.168.50.1'], { cidr: '10.20.30.0/26' })).toBeUndefined();
  });

  it('is not known with local gateways and no EgressIP: the host has routes of its own', () => {
    const local: TestCluster = { ...CLUSTER, gatewayMode: 'local', resources: [] };
    expect(breachOf(['192.168.50.1'], 'outside', local)).toEqual({
      value: 'the routes of the host of node oak',
      isUnknown: true,
    });
  });
});
