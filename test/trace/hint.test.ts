import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { letPasses } from '../../src/kinds/allow-templates.js';
import { hintFor } from '../../src/trace/query/hint.js';
import type { Path } from '../../src/trace/path.js';
import { createEndPodFinder } from '../../src/trace/query/lookup.js';
import { createTracer } from '../../src/trace/trace.js';
import type { TestCluster } from '../ovn/cluster.js';
import { createRandom, firstSeed } from '../rig/random.js';
import { compileRows } from './compile-rows.js';
import { randomCluster } from './random-cluster.js';
import { randomPacket } from './random-packets.js';

const CLUSTERS = Number(process.env.WEIR_TRACE_WORLDS ?? 5);
const PACKETS = 25;
/** More changes than there are rules of one sort on a path. */
const MOST_CHANGES = 8;
const SCHEMA_VERSION = '7.11.0';

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
  readonly spec: { readonly egress?: object[]; readonly ingress?: object[] };
}

/** The resources with the change that a hint asks for. */
function apply(hint: string, resources: readonly object[]): readonly object[] {
  const [, change = '', kind, title] = /^(.*) of (\w+) ([\w/.-]+)$/.exec(hint) ?? [];
  let isDone = false;
  const changed = resources.map((resource) => {
    const { metadata, spec, kind: own } = resource as Resource;
    const name = [metadata.namespace, metadata.name].filter((part) => part !== undefined).join('/');
    if (own !== kind || name !== title) return resource;
    isDone = true;
    return { ...resource, spec: { ...spec, ...changeRules(change, spec) } };
  });
  expect(isDone, hint).toBe(true);
  return changed;
}

function changeRules(change: string, spec: Resource['spec']): Partial<Resource['spec']> {
  const insert = /^insert (\{.*\}) at \/spec\/(egress)\/(\d+)$/.exec(change);
  const add = /^add (\{.*\}) to spec\.(egress|ingress)$/.exec(change);
  const copy =
    /^insert a copy of \/spec\/(egress|ingress)\/(\d+) at its place with the action Allow(?: and (ports: .*))?$/.exec(
      change,
    );
  if (copy) {
    const [, side = '', index = '', ports = '{}'] = copy;
    const rules = spec[side as 'egress'] ?? [];
    const rule = { ...rules[Number(index)], action: 'Allow', ...(load(ports) as object) };
    return { [side]: rules.toSpliced(Number(index), 0, rule) };
  }
  const [, text = '', side = '', index] = insert ?? add ?? [];
  expect(text, change).not.toBe('');
  const rules = spec[side as 'egress'] ?? [];
  return { [side]: rules.toSpliced(index === undefined ? rules.length : Number(index), 0, load(text) as object) };
}

it('the hints of a packet that filters drop lead to one that passes all of them, each with another rule', () => {
  const hinted = new Map<string, number>();
  for (let index = 0; index < CLUSTERS; index++) {
    const seed = firstSeed + index;
    const random = createRandom(seed);
    const cluster = randomCluster(random, SCHEMA_VERSION);
    for (let count = 0; count < PACKETS; count++) {
      const { origin, packet } = randomPacket(random, cluster);
      let changed: TestCluster = cluster;
      const hints: string[] = [];
      for (;;) {
        const { state, ends } = compileRows(changed, SCHEMA_VERSION);
        const { paths } = createTracer(state).tracePacket(origin, packet);
        const path = paths.find(({ stages, verdict }) => verdict === 'dropped' && stages.at(-1)?.stage === 'filter');
        if (!path) break;
        const hint = hintFor(path, { letPasses, podWith: createEndPodFinder(ends) }) ?? 'no hint';
        expect(hints, JSON.stringify({ seed, packet, hint })).not.toContain(hint);
        expect(hints.length, JSON.stringify({ seed, packet, hints })).toBeLessThan(MOST_CHANGES);
        hints.push(hint);
        changed = { ...changed, resources: apply(hint, changed.resources) };
        const kind = / of (\w+) [\w/.-]+$/.exec(hint)?.[1] ?? '';
        hinted.set(kind, (hinted.get(kind) ?? 0) + 1);
      }
    }
  }
  expect([...hinted.keys()].sort()).toEqual([
    'AdminNetworkPolicy',
    'BaselineAdminNetworkPolicy',
    'EgressFirewall',
    'NetworkPolicy',
  ]);
}, 600_000);

it('a hint for a policy selects a pod by the labels that it keeps, with its namespace where that is another one', () => {
  const path = {
    verdict: 'dropped',
    choices: [],
    stages: [
      {
        stage: 'filter',
        at: '',
        text: '',
        decidedBy: { kind: 'NetworkPolicy', namespace: 'shop', name: 'closed' },
        row: { table: 'ACL', key: 'x:Ingress' },
        before: { source: '10.128.0.5', destination: '10.128.0.6', protocol: 'TCP', destinationPort: 80 },
      },
    ],
  } as unknown as Path;
  const labels = { app: 'web', version: '2', 'on-call': 'yes', 'pod-template-hash': '5d4f' };
  const hint = (namespace: string, own: Readonly<Record<string, string>>): string | undefined =>
    hintFor(path, {
      letPasses,
      podWith: (address) => (address === '10.128.0.5' ? { namespace, labels: own } : undefined),
    });
  const end = ', ports: [{protocol: TCP, port: 80}]} to spec.ingress of NetworkPolicy shop/closed';
  const own = "podSelector: {matchLabels: {app: web, version: '2', on-call: 'yes'}}}]";
  expect(hint('shop', labels)).toBe(`add {from: [{${own}${end}`);
  expect(hint('mill', labels)).toBe(
    `add {from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: mill}}, ${own}${end}`,
  );
  expect(hint('mill', { 'pod-template-hash': '5d4f' })).toBe(`add {from: [{ipBlock: {cidr: 10.128.0.5/32}}]${end}`);
});
