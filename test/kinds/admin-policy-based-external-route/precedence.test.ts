import { describe, expect, it } from 'vitest';
import { egressNode } from '../egress-ip/objects.js';
import { lowerObjects } from '../pipeline.js';
import type { JsonObject } from '../../../src/std/json.js';

const RED: JsonObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'red' } };
const WEB: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'red' },
  spec: { nodeName: 'heron' },
  status: { podIPs: [{ ip: '10.128.22.5' }] },
};

interface Life {
  readonly created?: string;
  readonly status?: 'Success' | 'Fail';
}

/** A policy that wants the namespace red. Its gateway is 192.168.10.<last>. */
function policyOf(name: string, last: number, { created, status }: Life = {}): JsonObject {
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'AdminPolicyBasedExternalRoute',
    metadata: { name, ...(created === undefined ? {} : { creationTimestamp: created }) },
    spec: {
      from: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'red' } } },
      nextHops: { static: [{ ip: `192.168.10.${last}` }] },
    },
    ...(status === undefined ? {} : { status: { status } }),
  };
}

/** The gateways of the pod, in both orders of the documents. */
function gatewaysOf(policies: readonly JsonObject[], observed: readonly JsonObject[] = []): string[] {
  const orders = [policies, [...policies].reverse()].map((documents) => {
    const { intents } = lowerObjects([egressNode('heron', 11), RED, WEB, ...documents], '', { observed });
    const hops = intents.flatMap((intent) => (intent.effect === 'route' ? intent.nextHops : []));
    return hops.map(({ address }) => address.text).join(', ');
  });
  return [...new Set(orders)];
}

const EARLY = '2026-01-01T00:00:00Z';
const LATE = '2026-02-01T00:00:00Z';

describe('of two policies that select a namespace it goes', () => {
  it('to the one that has a creation time, not to the one that is not created yet', () => {
    expect(gatewaysOf([policyOf('a', 1), policyOf('b', 2, { created: LATE })])).toEqual(['192.168.10.2']);
    expect(gatewaysOf([policyOf('a', 1, { created: LATE }), policyOf('b', 2)])).toEqual(['192.168.10.1']);
  });

  it('to the older one', () => {
    const [late, early] = [policyOf('a', 1, { created: LATE }), policyOf('b', 2, { created: EARLY })];
    expect(gatewaysOf([late, early])).toEqual(['192.168.10.2']);
  });

  it('to the one that is in service before an older one', () => {
    const [old, serving] = [
      policyOf('a', 1, { created: EARLY, status: 'Fail' }),
      policyOf('b', 2, { created: LATE, status: 'Success' }),
    ];
    expect(gatewaysOf([old, serving])).toEqual(['192.168.10.2']);
  });

  it('to the first by name where nothing else tells them apart', () => {
    expect(gatewaysOf([policyOf('b', 2), policyOf('a', 1)])).toEqual(['192.168.10.1']);
    const both = { created: EARLY, status: 'Success' } as const;
    expect(gatewaysOf([policyOf('b', 2, both), policyOf('a', 1, both)])).toEqual(['192.168.10.1']);
  });

  it('by what the live cluster knows of them, not by what the manifests say', () => {
    const manifests = [policyOf('a', 1, { created: EARLY }), policyOf('b', 2)];
    const observed = [policyOf('a', 1, { created: LATE }), policyOf('b', 2, { created: EARLY })];
    expect(gatewaysOf(manifests, observed)).toEqual(['192.168.10.2']);
  });
});
