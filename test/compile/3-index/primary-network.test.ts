import { describe, expect, it } from 'vitest';
import { clusterOf, namespace, node } from './inventory.js';
import type { Json, JsonObject } from '../../../src/std/json.js';

const LABEL = 'k8s.ovn.org/primary-user-defined-network';
const labelled = (name: string, labels: JsonObject = {}): JsonObject =>
  namespace(name, { labels: { [LABEL]: '', ...labels } });

const object = (kind: string, metadata: JsonObject, spec: Json): JsonObject => ({
  apiVersion: kind === 'NetworkAttachmentDefinition' ? 'k8s.cni.cncf.io/v1' : 'k8s.ovn.org/v1',
  kind,
  metadata,
  spec,
});
const layer2 = (role: Json): JsonObject => ({ topology: 'Layer2', layer2: { role } });
const layer3 = (role: Json): JsonObject => ({ topology: 'Layer3', layer3: { role } });
const network = (spec: Json, name = 'canal'): JsonObject =>
  object('UserDefinedNetwork', { name, namespace: 'mill' }, spec);
const clusterNetwork = (namespaceSelector: Json, network: Json = layer3('Primary'), name = 'basin'): JsonObject =>
  object('ClusterUserDefinedNetwork', { name }, { namespaceSelector, network });

const CONFIG = {
  name: 'blue',
  type: 'ovn-k8s-cni-overlay',
  role: 'primary',
  topology: 'layer2',
  subnets: '10.77.0.0/16',
  netAttachDefName: 'mill/attached',
};
const attachment = (config: Json): JsonObject =>
  object('NetworkAttachmentDefinition', { name: 'attached', namespace: 'mill' }, { config });

/** `<namespace> <network> <kind>` of each namespace with a primary network, and what was said. */
function networksOf(...objects: readonly JsonObject[]): { networks: string[]; said: string[] } {
  const { cluster, said } = clusterOf([node('worker'), ...objects]);
  const networks = [...cluster.namespaces].flatMap(([name, { primaryNetwork }]) =>
    primaryNetwork ? [`${name} ${primaryNetwork.name} ${primaryNetwork.manifest.kind}`] : [],
  );
  return { networks, said };
}

describe('the primary network of a namespace', () => {
  it.each([layer2('Primary'), layer3('Primary')])('is its UserDefinedNetwork %j', (spec) => {
    const { networks, said } = networksOf(labelled('mill'), labelled('quay'), network(spec));
    expect(networks).toEqual(['mill canal UserDefinedNetwork']);
    expect(said).toEqual([]);
  });

  it.each([layer2('Secondary'), layer3('Secondary'), { topology: 'Localnet', localnet: { role: 'Secondary' } }])(
    'is not %j',
    (spec) => {
      const own = networksOf(labelled('mill'), network(spec));
      expect(own).toEqual({ networks: [], said: [] });
      const ofCluster = networksOf(labelled('mill'), clusterNetwork({}, spec));
      expect(ofCluster).toEqual({ networks: [], said: [] });
    },
  );

  it('takes the label on the namespace', () => {
    const objects = [network(layer2('Primary')), clusterNetwork({}), attachment(JSON.stringify(CONFIG))];
    expect(networksOf(namespace('mill'), ...objects)).toEqual({ networks: [], said: [] });
    expect(networksOf(labelled('mill', { [LABEL]: 'any' }), ...objects).networks).toEqual([
      'mill canal UserDefinedNetwork',
    ]);
  });

  it('is the ClusterUserDefinedNetwork that selects it, wherever its status says so', () => {
    const selector = { matchExpressions: [{ key: 'side', operator: 'In', values: ['river', 'sea'] }] };
    const spaces = [labelled('a', { side: 'sea' }), labelled('b'), labelled('c', { side: 'river' })];
    const astray = { ...clusterNetwork(selector), metadata: { name: 'basin', namespace: 'elsewhere' } };
    const expected = ['a basin ClusterUserDefinedNetwork', 'c basin ClusterUserDefinedNetwork'];
    expect(networksOf(...spaces, clusterNetwork(selector))).toEqual({ networks: expected, said: [] });
    expect(networksOf(...spaces, astray)).toEqual({ networks: expected, said: [] });
  });

  it('is the NetworkAttachmentDefinition of OVN-Kubernetes with the role primary', () => {
    const of = (config: Json): string[] => networksOf(labelled('mill'), attachment(config)).networks;
    expect(of(JSON.stringify(CONFIG))).toEqual(['mill blue NetworkAttachmentDefinition']);
    const list = { name: 'blue', plugins: [{ ...CONFIG, name: undefined }] };
    expect(of(JSON.stringify(list))).toEqual(['mill blue NetworkAttachmentDefinition']);
    expect(of(JSON.stringify({ ...list, plugins: [CONFIG, { type: 'tuning' }] }))).toEqual([]);
    const others = [
      { role: 'secondary' },
      { topology: 'localnet' },
      { type: 'macvlan' },
      { netAttachDefName: 'quay/attached' },
      { name: 5 },
      { topology: '' },
      { subnets: '' },
      { ipam: { type: 'host-local' } },
    ];
    for (const other of others) expect(of(JSON.stringify({ ...CONFIG, ...other }))).toEqual([]);
    for (const config of ['', '{', '[]', 'null', 5, null, CONFIG]) expect(of(config)).toEqual([]);
  });

  it('is the same in any order of the objects, the own one first, then the smallest name', () => {
    const own = [network(layer2('Primary'), 'one'), network(layer2('Primary'), 'two')];
    const others = [clusterNetwork({}, layer2('Primary'), 'abbey'), clusterNetwork({}, layer2('Primary'), 'basin')];
    const spaces = [labelled('mill'), labelled('quay')];
    const expected = ['mill one UserDefinedNetwork', 'quay abbey ClusterUserDefinedNetwork'];
    const objects = [...own, ...others, attachment(JSON.stringify(CONFIG)), ...spaces];
    expect(networksOf(...objects).networks).toEqual(expected);
    expect(networksOf(...objects.reverse()).networks).toEqual(expected);
  });
});

describe('a user defined network that the API server would refuse', () => {
  it.each<[Json, string]>([
    [null, ''],
    ['Layer2', '"Layer2"'],
    [[], '[]'],
    [{ topology: 'layer2' }, '"layer2"'],
    [{ topology: ['Layer2'] }, '["Layer2"]'],
    [{ topology: 'constructor', constructor: { role: 'Primary' } }, '"constructor"'],
    [{ topology: 'Layer2', layer3: { role: 'Primary' } }, ''],
    [{ topology: 'Layer2', layer2: 'Primary' }, '"Primary"'],
    [layer2('primary'), '"primary"'],
    [layer3({ toString: 'Primary' }), ''],
    [layer3(null), ''],
  ])('with the spec %j is warned of and passed over', (spec) => {
    const { networks, said } = networksOf(labelled('mill'), network(spec), clusterNetwork({}, spec));
    expect(networks).toEqual([]);
    expect(said.map((text) => text.split(' ')[0])).toEqual([
      'user-defined-network/bad-spec',
      'user-defined-network/bad-spec',
    ]);
  });

  it.each<[Json]>([
    [null],
    ['side=river'],
    [{ matchLabels: [] }],
    [{ matchLabels: { side: 5 } }],
    [{ matchLabels: { 'not a key': 'river' } }],
    [{ matchExpressions: {} }],
    [{ matchExpressions: [null] }],
    [{ matchExpressions: [{ key: 'side', operator: 'Near' }] }],
    [{ matchExpressions: [{ key: 'side', operator: 'In', values: 'river' }] }],
    [{ matchExpressions: [{ key: 'side', operator: 'In', values: [{}] }] }],
    [{ matchExpressions: [{ key: 'side', operator: 'In' }] }],
    [{ matchExpressions: [{ key: 'side', operator: 'Exists', values: null }] }],
  ])('with the selector %j is warned of and selects nothing', (selector) => {
    const { networks, said } = networksOf(labelled('mill', { side: 'river' }), clusterNetwork(selector));
    expect(networks).toEqual([]);
    expect(said.map((text) => text.split(' ')[0])).toEqual(['user-defined-network/bad-spec']);
  });

  it('is warned of without a namespace', () => {
    const astray = object('UserDefinedNetwork', { name: 'canal' }, layer2('Primary'));
    const { networks, said } = networksOf(labelled('mill'), astray);
    expect(networks).toEqual([]);
    expect(said.map((text) => text.split(' ')[0])).toEqual(['inventory/missing-namespace']);
  });
});
