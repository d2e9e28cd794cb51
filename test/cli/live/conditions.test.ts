import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { load } from 'js-yaml';
import { kinds } from '../../../src/kinds/index.js';
import { type JsonObject, asObject } from '../../../src/std/json.js';
import { type Rig, startRig } from '../../apply/cluster/setup.js';
import { CLUSTER, MORE_KINDS, REPOSITORY, writeRepository } from './cluster.js';
import { run, weir } from './run.js';

/** OVN cannot read the first network, and the controllers report success. */
const qosWith = (network: string): string => `apiVersion: k8s.ovn.org/v1
kind: EgressQoS
metadata: {name: default, namespace: shop}
spec:
  egress:
    - {dscp: 46, dstCIDR: ${network}}
    - {dscp: 20}
`;
const UNREADABLE = '203.0.113.0/024';
const READABLE = '203.0.113.0/24';
const LIVE = ['--live', '--policy-bundle', 'weir.policy.json'];

let rig: Rig;
let folder: string;
beforeEach(async () => {
  rig = await startRig();
  rig.server.kinds.push(...MORE_KINDS);
  for (const object of CLUSTER) rig.server.put(object);
  folder = writeRepository(rig, { ...REPOSITORY, 'egress/egressip.yaml': '' });
  await deliver(UNREADABLE);
});
afterEach(async () => {
  await rig.server.close();
  rmSync(rig.folder, { recursive: true });
});

/** Writes the network into the repository, its policy and the cluster. */
async function deliver(network: string): Promise<void> {
  const text = qosWith(network);
  writeFileSync(join(folder, 'egress/qos.yaml'), text);
  expect(await weir(folder, 'compile', '--policy')).toMatchObject({ status: 0 });
  const { status } = rig.server.find('EgressQoS', 'default') ?? {};
  if (status === undefined) rig.server.put(load(text) as JsonObject);
  else rig.server.edit(load(text) as JsonObject);
}

const cluster = (verb: string, ...words: readonly string[]) =>
  run({ cwd: folder }, verb, 'cluster', '--kubeconfig', rig.kubeconfig, ...words);
const conditions = () => asObject(rig.server.find('EgressQoS', 'default')?.status)?.conditions as JsonObject[];

it('have a part that the controllers skip in silence, beside theirs, as long as it is skipped', async () => {
  expect(await cluster('apply', ...LIVE)).toMatchObject({ status: 0 });
  const [ofZone, ofPart] = conditions();
  expect(ofZone).toMatchObject({ type: 'Ready-In-Zone-global', status: 'True', reason: 'SetupSucceeded' });
  expect(ofPart).toEqual({
    type: 'weir-egress/PartRejected',
    status: 'True',
    reason: 'PartRejected',
    message: expect.stringMatching(
      /^expected a prefix length without leading zeros, .* \[egress-qos\/leading-zeros\], this part is skipped$/,
    ) as string,
    lastTransitionTime: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
  });
  expect(await cluster('apply', ...LIVE)).toMatchObject({ status: 0, out: 'cluster: in sync\n' });
  await deliver(READABLE);
  expect(await cluster('apply', ...LIVE)).toMatchObject({ status: 0 });
  expect(conditions().map(({ type }) => type)).toEqual(['Ready-In-Zone-global']);
});

it('stay if the state is read from the output folder, which does not contain them', async () => {
  expect(await cluster('apply', ...LIVE)).toMatchObject({ status: 0 });
  const before = conditions();
  expect(before).toHaveLength(2);
  expect(await weir(folder, 'inventory', '--out', 'cluster', '--kubeconfig', rig.kubeconfig)).toMatchObject({
    status: 0,
  });
  writeFileSync(join(folder, 'weir.yaml'), `${REPOSITORY['weir.yaml']}inventory: [cluster/*.yaml]\n`);
  expect(await weir(folder, 'compile')).toMatchObject({ status: 0 });
  expect(await cluster('audit')).toMatchObject({ status: 0, out: 'cluster: in sync\n' });
  expect(await cluster('apply')).toMatchObject({ status: 0, out: 'cluster: in sync\n' });
  expect(conditions()).toEqual(before);
});

it('are only for kinds whose conditions can have any type', () => {
  const typesOf = ({ definition: { schema } }: (typeof kinds)[number]): unknown => {
    const status = asObject(asObject(asObject(schema.properties)?.status)?.properties);
    const items = asObject(asObject(asObject(status?.conditions)?.items)?.properties);
    return items && (asObject(items.type)?.enum ?? 'any');
  };
  const shared = kinds.filter(({ definition }) => definition.sharesConditions);
  expect(shared.map((kind) => [kind.kind, typesOf(kind)])).toEqual([
    ['EgressQoS', 'any'],
    ['AdminNetworkPolicy', 'any'],
    ['BaselineAdminNetworkPolicy', 'any'],
  ]);
});
