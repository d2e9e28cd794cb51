import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSides } from '../../src/cli/run/diff-input.js';
import { readInput } from '../../src/cli/run/input.js';
import type { InputMemory } from '../../src/cli/run/reader.js';
import { compileInput } from '../../src/cli/run/run.js';
import { createRevisionMemory } from '../../src/cli/run/revision-memory.js';
import { withSharedMemory } from '../../src/cli/run/shared-memory.js';
import { emitClusterRows } from '../../src/compile/6-emit/zone-rows.js';
import { createEngine } from '../../src/engine/engine.js';
import type { Manifest } from '../../src/model/manifest.js';
import type { Row } from '../../src/model/northbound.js';
import { createFileMemory, joinEqualFiles } from '../../src/sources/file-memory.js';
import { repository } from '../rig/repository.js';

const POLICY =
  'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: all, namespace: shop}\nspec: {podSelector: {}, policyTypes: [Egress]}\n';
const firewall = (namespace: string, destinations: readonly string[]): string =>
  [
    `apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: ${namespace}}\nspec:\n  egress:\n`,
    ...destinations.map((to) => `    - {type: Allow, to: {${to}}}\n`),
    "    - {type: Deny, to: {cidrSelector: '0.0.0.0/0'}}\n",
  ].join('');
const NETWORKS = ["cidrSelector: '203.0.113.0/24'", "cidrSelector: '203.0.113.7/32'", "cidrSelector: '10.0.0.0/8'"];
const FIREWALLS = [
  firewall('shop', NETWORKS),
  firewall('names', [...NETWORKS, 'dnsName: api.example.com']),
  firewall('nodes', [...NETWORKS, 'nodeSelector: {matchLabels: {role: infra}}']),
].join('---\n');

/** What clusters differ in. */
interface ClusterFacts {
  readonly name: string;
  /** The first octet of the addresses of its nodes. */
  readonly network: number;
  /** `k8s.ovn.org/acl-logging` of its namespaces. */
  readonly logging: string;
  readonly subnet: string;
  /** Whether pods of its namespaces are on another network. */
  readonly isApart: boolean;
}

const NORTH: ClusterFacts = { name: 'north', network: 192, logging: '', subnet: '10.128.0.0/14', isApart: false };

function inventory({ name, network, logging, isApart }: ClusterFacts): string {
  const annotations = (fields: readonly string[]): string => `annotations: {${fields.join(', ')}}`;
  const address = `"${network}.0.0.10/24"`;
  const labels = isApart ? 'labels: {k8s.ovn.org/primary-user-defined-network: ""}, ' : '';
  return [
    ...['shop', 'names', 'nodes'].map((namespace) => {
      const own = annotations(logging === '' ? [] : [`k8s.ovn.org/acl-logging: '{"deny":"${logging}"}'`]);
      return `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${namespace}, ${labels}${own}}\n`;
    }),
    ...(isApart
      ? [
          'apiVersion: k8s.ovn.org/v1\nkind: UserDefinedNetwork\nmetadata: {name: own, namespace: shop}\nspec: {topology: Layer3, layer3: {role: Primary, subnets: [{cidr: 10.200.0.0/16}]}}\n',
        ]
      : []),
    `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}-node, labels: {role: infra}, ${annotations([
      `k8s.ovn.org/host-cidrs: '[${address}]'`,
      `k8s.ovn.org/node-primary-ifaddr: '{"ipv4": ${address}}'`,
    ])}}\n`,
  ].join('---\n');
}

const fleet = (clusters: readonly ClusterFacts[]): string =>
  repository({
    'base/policy.yaml': POLICY,
    'base/firewalls.yaml': FIREWALLS,
    ...Object.fromEntries(
      clusters.flatMap((cluster) => [
        [
          `${cluster.name}/weir.yaml`,
          `manifests: [../base/*.yaml]\ninventory: [inventory/*.yaml]\nclusterSubnets: [${cluster.subnet}]\n`,
        ],
        [`${cluster.name}/inventory/all.yaml`, inventory(cluster)],
      ]),
    ),
  });

const PROGRESS = { phase: () => undefined, done: () => undefined };

/** What is found and made of a cluster, for either purpose. */
async function runCluster(path: string, memory?: InputMemory, inspect?: (seen: readonly Manifest[]) => void) {
  const options = {
    path,
    memory,
    inspect: ({ manifests }: { readonly manifests: readonly Manifest[] }) => inspect?.(manifests),
  };
  const input = await readInput(options);
  return (['findings', 'artefacts'] as const).map((purpose) => {
    const { compilation, findings } = compileInput(input, options, purpose, PROGRESS);
    return { artefacts: compilation?.artefacts, lock: compilation?.lock, findings };
  });
}

function createMemory() {
  const engine = createEngine({ keptRounds: 1 });
  return { engine, files: joinEqualFiles(createFileMemory(1)), revisions: createRevisionMemory() };
}

it('clusters of a fleet share the objects of their files', async () => {
  const folder = fleet([NORTH, { ...NORTH, name: 'east', network: 198 }]);
  const memory = createMemory();
  const seen: (readonly Manifest[])[] = [];
  for (const name of ['north', 'east'])
    await runCluster(join(folder, name), memory, (manifests) => void seen.push(manifests));
  const [north, , east] = seen;
  expect(north).toHaveLength(4);
  expect(east?.map((manifest, index) => manifest === north?.[index])).toEqual([true, true, true, true]);
});

it('clusters of a fleet share the files of their base revisions', async () => {
  const folder = fleet([NORTH, { ...NORTH, name: 'east', network: 198 }]);
  const [north, east] = await withSharedMemory(createMemory(), () =>
    Promise.all(
      ['north', 'east'].map((name) => readSides({ path: join(folder, name), base: 'HEAD', head: undefined })),
    ),
  );
  const fileOf = (sides: typeof north) =>
    sides?.inputs?.before.files.find(({ path }) => path === '../base/policy.yaml');
  expect(fileOf(north)).toBeDefined();
  expect(fileOf(east)).toBe(fileOf(north));
});

it('clusters that differ in their nodes alone have the same rows of firewalls but for those of node selectors', async () => {
  const folder = fleet([NORTH, { ...NORTH, name: 'east', network: 198 }]);
  const memory = createMemory();
  const rows = new Set<Row>();
  let count = 0;
  for (const name of ['north', 'east']) {
    const input = await readInput({ path: join(folder, name), memory });
    const { compilation } = compileInput(input, { path: join(folder, name), memory }, 'artefacts', PROGRESS);
    if (!compilation || !input.configuration) throw new Error('the cluster has errors');
    const { intents, cluster } = compilation;
    const compiled = { intents, cluster, configuration: input.configuration };
    const { shared } = emitClusterRows(compiled, () => undefined, { engine: memory.engine });
    const own = shared.rows.rows.get('ACL')?.filter(({ cause }) => cause?.kind === 'EgressFirewall') ?? [];
    for (const row of own) rows.add(row);
    count += own.length;
  }
  // Of four networks, of four networks and a name, and of four networks beside a node selector.
  expect(count - rows.size).toBe(13);
  expect(count).toBe(28);
});

const CHANGES: readonly Partial<ClusterFacts>[] = [
  { logging: 'alert' },
  { network: 10 },
  { subnet: '10.0.0.0/8' },
  { isApart: true },
];

it.each([
  ['in order', CHANGES],
  ['the other way round', CHANGES.toReversed()],
])('what clusters find and make is the same with what they share as without, changed %s', async (_, changes) => {
  // Each cluster differs in one fact from that before it: first all are changed, then in the same order back again.
  const back = changes.map((change): Partial<ClusterFacts> => {
    const [fact] = Object.keys(change) as (keyof ClusterFacts)[];
    return fact ? { [fact]: NORTH[fact] } : {};
  });
  let last = NORTH;
  const walk = [...changes, ...back].map((change, index) => (last = { ...last, ...change, name: `c${index}` }));
  const folder = fleet([NORTH, ...walk]);
  const memory = createMemory();
  for (const { name } of [NORTH, ...walk]) {
    const path = join(folder, name);
    expect(await runCluster(path, memory)).toEqual(await runCluster(path));
    memory.engine.endRound();
    memory.files.endRun();
  }
});
