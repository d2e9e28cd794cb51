import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/compile/compile.js';
import { readChunks } from '../../../src/std/byte-writer.js';
import { configurationOf } from '../../compile/3-index/inventory.js';
import { egressNode } from '../egress-ip/objects.js';
import { lowerObjects } from '../pipeline.js';
import { checkProperty } from '../../rig/random.js';
import type { JsonObject } from '../../../src/std/json.js';

const NAMESPACES = ['red', 'blue', 'green'];
const WEIR_YAML = 'interconnect: true\ngatewayMode: local\ndisableSnatMultipleGateways: true\n';

const hops = fc.array(
  fc.record({
    ip: fc.integer({ min: 200, max: 204 }).map((last) => `192.168.10.${last}`),
    bfdEnabled: fc.boolean(),
  }),
  { maxLength: 4 },
);
const policies = fc.array(fc.record({ hops, names: fc.subarray(NAMESPACES), byPods: fc.boolean() }), { maxLength: 4 });

function policyOf(
  index: number,
  { hops: list, names, byPods }: { hops: JsonObject[]; names: string[]; byPods: boolean },
) {
  const selector = { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: names }] };
  const gateways = { podSelector: {}, namespaceSelector: { matchLabels: { role: 'gates' } } };
  return {
    apiVersion: 'k8s.ovn.org/v1',
    kind: 'AdminPolicyBasedExternalRoute',
    metadata: { name: `policy-${index}` },
    spec: {
      from: { namespaceSelector: names.length > 0 ? selector : { matchLabels: { no: 'namespace' } } },
      nextHops: { static: list, ...(byPods ? { dynamic: [gateways] } : {}) },
    },
  };
}

function podOf(namespace: string, name: string, node: string, ip: string, hostNetwork = false): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: { nodeName: node, ...(hostNetwork ? { hostNetwork } : {}) },
    status: { conditions: [{ type: 'Ready', status: 'True' }], podIPs: [{ ip }] },
  };
}

const INVENTORY: readonly JsonObject[] = [
  egressNode('heron', 11),
  egressNode('otter', 12),
  ...NAMESPACES.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gates', labels: { role: 'gates' } } },
  ...NAMESPACES.flatMap((name, index) => [
    podOf(name, 'a', 'heron', `10.128.22.${index + 5}`),
    podOf(name, 'b', 'otter', `10.128.24.${index + 5}`),
  ]),
  podOf('gates', 'gw-0', 'heron', '192.168.10.11', true),
  podOf('gates', 'gw-1', 'otter', '192.168.10.12', true),
];

const objects = policies.map((list) => [...INVENTORY, ...list.map((one, index) => policyOf(index, one) as JsonObject)]);

function filesOf(list: readonly JsonObject[]): Map<string, string> {
  const text = list.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
  const { artefacts } = compile({ configuration: configurationOf(WEIR_YAML), files: [{ path: 'all.yaml', text }] });
  return new Map(artefacts.map(({ path, content }) => [path, readChunks(content)]));
}

describe('policies of external gateways', () => {
  it('mean the same in whatever order the objects stand', () => {
    const shuffled = objects.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    checkProperty(
      fc.property(shuffled, ([list, other]) => {
        const [expected, actual] = [filesOf(list), filesOf(other)];
        // The index names the digest of the input.
        expected.delete('index.json');
        actual.delete('index.json');
        expect(actual).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('route each pod by one policy only, and to each gateway once', () => {
    checkProperty(
      fc.property(objects, (list) => {
        const routes = lowerObjects(list, WEIR_YAML).intents.filter((intent) => intent.effect === 'route');
        const pods = routes.flatMap((route) => route.pods);
        expect(new Set(pods).size).toBe(pods.length);
        for (const { nextHops } of routes) {
          expect(new Set(nextHops.map(({ address }) => address)).size).toBe(nextHops.length);
        }
      }),
      { numRuns: 40 },
    );
  });
});
