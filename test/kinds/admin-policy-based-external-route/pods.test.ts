import { describe, expect, it } from 'vitest';
import { egressNode } from '../egress-ip/objects.js';
import { lowerObjects } from '../pipeline.js';
import type { JsonObject } from '../../../src/std/json.js';

const LATE = 'warning admin-policy-based-external-route/pods-without-status /spec/from/namespaceSelector';

function podOf(name: string, status: JsonObject, more: JsonObject = {}): JsonObject {
  const networks = { default: { ip_addresses: ['10.128.22.5/23'], mac_address: '0a:58:0a:80:16:05' } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'red', annotations: { 'k8s.ovn.org/pod-networks': JSON.stringify(networks) } },
    spec: { nodeName: 'heron', ...more },
    status: { conditions: [{ type: 'Ready', status: 'True' }], ...status },
  };
}

function namespaceOf(annotations: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'red', annotations } };
}

function policyOf(nextHops: JsonObject): JsonObject {
  const from = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'red' } } };
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'AdminPolicyBasedExternalRoute',
    metadata: { name: 'corp' },
    spec: { from, nextHops },
  };
}

const STATIC = policyOf({ static: [{ ip: '192.168.10.249', bfdEnabled: true }] });

/** `<pod> via <gateways>` of each route, and what is said. */
function routesOf(...objects: JsonObject[]): { routes: string[]; said: readonly string[] } {
  const { intents, said } = lowerObjects([egressNode('heron', 11), ...objects]);
  const routes = intents
    .filter((intent) => intent.effect === 'route')
    .flatMap(({ pods, nextHops }) =>
      pods.map(({ name }) => {
        const hops = nextHops.map(({ address, monitored }) => `${address.text}${monitored ? ' watched' : ''}`);
        return `${name} via ${hops.join(', ')}`;
      }),
    );
  return { routes, said };
}

describe('a policy', () => {
  it('routes a pod whose status has podIPs', () => {
    expect(routesOf(namespaceOf(), podOf('web', { podIPs: [{ ip: '10.128.22.5' }] }), STATIC)).toEqual({
      routes: ['web via 192.168.10.249 watched'],
      said: [],
    });
  });

  it.each<[string, JsonObject]>([
    ['nothing of its addresses', {}],
    ['an empty list of podIPs', { podIPs: [] }],
    ['podIP alone', { podIP: '10.128.22.5' }],
  ])('does not route a pod whose status has %s, and says so', (_, status) => {
    expect(routesOf(namespaceOf(), podOf('web', status), STATIC)).toEqual({ routes: [], said: [LATE] });
  });

  it('leaves a pod without podIPs to the gateways that the annotation of its namespace names', () => {
    const annotated = namespaceOf({ 'k8s.ovn.org/routing-external-gws': '192.168.10.249,192.168.10.250' });
    const { routes } = routesOf(annotated, podOf('web', {}), STATIC);
    expect(routes).toEqual(['web via 192.168.10.249, 192.168.10.250']);
  });

  it('takes the addresses of gateway pods on the network of their host from podIPs alone', () => {
    const dynamic = policyOf({ dynamic: [{ podSelector: {}, namespaceSelector: {} }] });
    const gateway = podOf('gate', { podIP: '192.168.10.11' }, { hostNetwork: true });
    expect(routesOf(namespaceOf(), gateway, dynamic)).toEqual({
      routes: [],
      said: ['warning admin-policy-based-external-route/gateway-without-address /spec/nextHops/dynamic/0'],
    });
  });
});

describe('the annotation of a namespace', () => {
  it('routes a pod without podIPs', () => {
    const annotated = namespaceOf({ 'k8s.ovn.org/routing-external-gws': '192.168.10.250' });
    expect(routesOf(annotated, podOf('web', {}))).toEqual({ routes: ['web via 192.168.10.250'], said: [] });
  });
});
