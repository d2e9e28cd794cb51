import { describe, expect, it } from 'vitest';
import { egressNode } from '../egress-ip/objects.js';
import { lowerObjects } from '../pipeline.js';
import type { JsonObject } from '../../../src/std/json.js';

const LABELS = ['a', 'b', 'c'];

function podOf(namespace: string, name: string, ip: string, labels: JsonObject, hostNetwork = true): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels },
    spec: { nodeName: 'heron', hostNetwork },
    status: { conditions: [{ type: 'Ready', status: 'True' }], podIPs: [{ ip }] },
  };
}

const INVENTORY: readonly JsonObject[] = [
  egressNode('heron', 11),
  ...['red', 'gates', 'yard'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  podOf('red', 'p', '10.128.22.5', {}, false),
  ...['yard', 'gates'].flatMap((namespace, there) =>
    LABELS.map((app, index) =>
      podOf(namespace, `gw-${app}`, `192.168.10.${20 + 10 * there + index}`, {
        app,
        ...(index > 0 ? { late: '' } : {}),
      }),
    ),
  ),
];

/** The gateways of a policy whose only hop has the given selectors, in their order. */
function gatewaysOf(podSelector: JsonObject, namespaceSelector: JsonObject): string[] {
  const policy = {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'AdminPolicyBasedExternalRoute',
    metadata: { name: 'corp' },
    spec: {
      from: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'red' } } },
      nextHops: { dynamic: [{ podSelector, namespaceSelector }] },
    },
  };
  const routes = lowerObjects([...INVENTORY, policy]).intents.filter((intent) => intent.effect === 'route');
  return routes.flatMap(({ nextHops }) => nextHops.map(({ address }) => address.text));
}

const named = (...values: string[]): JsonObject => ({
  matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values }],
});
const anyGate = named('gates', 'yard');

describe('gateway pods of a policy', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['with one label in all namespaces', { matchLabels: { app: 'a' } }, {}, ['192.168.10.30', '192.168.10.20']],
    ['with one label in one namespace', { matchLabels: { app: 'a' } }, named('yard'), ['192.168.10.20']],
    [
      'with one of several values',
      { matchExpressions: [{ key: 'app', operator: 'In', values: ['c', 'a', 'c'] }] },
      anyGate,
      ['192.168.10.30', '192.168.10.32', '192.168.10.20', '192.168.10.22'],
    ],
    [
      'that have a label',
      { matchExpressions: [{ key: 'late', operator: 'Exists' }] },
      {},
      ['192.168.10.31', '192.168.10.32', '192.168.10.21', '192.168.10.22'],
    ],
    [
      'that lack a label',
      { matchExpressions: [{ key: 'late', operator: 'DoesNotExist' }] },
      anyGate,
      ['192.168.10.30', '192.168.10.20'],
    ],
    [
      'with one label and without another',
      { matchLabels: { app: 'b' }, matchExpressions: [{ key: 'late', operator: 'NotIn', values: [''] }] },
      {},
      [],
    ],
    ['with a label that no pod has', { matchLabels: { app: 'd' } }, {}, []],
    ['in a namespace that is not there', { matchLabels: { app: 'a' } }, named('meadow'), []],
  ])('are those %s', (_, podSelector, namespaceSelector, expected) => {
    expect(gatewaysOf(podSelector, namespaceSelector)).toEqual(expected);
  });
});
