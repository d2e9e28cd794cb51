import { describe, expect, it } from 'vitest';
import { type ReadResult, readManifests } from '../../../src/compile/1-read/read.js';
import { locateReports } from '../../../src/diagnostics/place.js';
import { knownKinds } from '../../../src/kinds/known.js';
import type { Report } from '../../../src/model/diagnostic.js';

/** Reads texts as files a.yaml, b.yaml, …; `said` are the findings as `<code> <file>:<line>:<column>`. */
function readTexts(...texts: string[]): ReadResult & { said: string[]; reports: Report[] } {
  const reports: Report[] = [];
  const files = texts.map((text, index) => ({ path: `${'abcdef'.charAt(index)}.yaml`, text }));
  const result = readManifests(files, knownKinds, (report) => reports.push(report));
  const said = locateReports(reports).map(
    ({ code, at }) => `${code} ${at?.file ?? ''}:${at?.line ?? 0}:${at?.column ?? 0}`,
  );
  return { ...result, said, reports };
}

const FIREWALL = 'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: shop}\n';
const NODE = 'apiVersion: v1\nkind: Node\nmetadata: {name: worker}\n';

describe('read', () => {
  it('sorts objects into compiled and inventory, and counts the others by kind', () => {
    const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: s}\n';
    const result = readTexts([FIREWALL, NODE, other, other].join('---\n'), 'replicas: 2\n');
    expect(result.compiled.map(({ kind, namespace, name }) => [kind, namespace, name])).toEqual([
      ['EgressFirewall', 'shop', 'default'],
    ]);
    expect(result.inventory.map(({ kind, namespace, name }) => [kind, namespace, name])).toEqual([
      ['Node', '', 'worker'],
    ]);
    expect([...result.ignored]).toEqual([
      ['not a Kubernetes object', 1],
      ['v1 ConfigMap', 2],
    ]);
    expect(result.said).toEqual([]);
  });

  it('the order of files and documents does not show in the result', () => {
    const documents = ['b', 'a', 'c'].map((name) => NODE.replace('worker', name));
    const names = (...texts: string[]): string[] => readTexts(...texts).inventory.map(({ name }) => name);
    expect(names(documents.join('---\n'))).toEqual(['a', 'b', 'c']);
    expect(names([...documents].reverse().join('---\n'))).toEqual(['a', 'b', 'c']);
    expect(names(...documents)).toEqual(['a', 'b', 'c']);
  });

  it('equal names stay in the order of files and places', () => {
    const { inventory } = readTexts(`${NODE}---\n${NODE}`, NODE);
    expect(inventory.map(({ origin }) => `${origin.file.path}:${origin.start}`)).toEqual([
      'a.yaml:0',
      `a.yaml:${NODE.length}`,
      'b.yaml:0',
    ]);
  });

  it('JSON is read like YAML', () => {
    const object = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', labels: { a: '\u00e9\n' } } };
    expect(readTexts(JSON.stringify(object, null, '\t')).inventory[0]?.object).toEqual(object);
  });

  it('empty files, comments and null documents are nothing', () => {
    const result = readTexts('', '# nothing\n', '---\n---\n', 'null\n', '~\n');
    expect(result).toMatchObject({ compiled: [], inventory: [], said: [] });
    expect(result.ignored.size).toBe(0);
  });
});

describe('lists', () => {
  it('a List gives its items, with their own places', () => {
    const { inventory } = readTexts(
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Node, metadata: {name: b}}\n- {apiVersion: v1, kind: Node, metadata: {name: a}}\n',
    );
    expect(inventory.map(({ name, origin }) => [name, origin.pointer])).toEqual([
      ['a', '/items/1'],
      ['b', '/items/0'],
    ]);
  });

  it('items of a typed list take its kind and version where they leave them out', () => {
    const { inventory, compiled } = readTexts(
      'apiVersion: v1\nkind: NodeList\nitems:\n- metadata: {name: a}\n- {apiVersion: v1, kind: Namespace, metadata: {name: b}}\n',
      'apiVersion: k8s.ovn.org/v1\nkind: EgressIPList\nitems: [{metadata: {name: c}}]\n',
    );
    expect(inventory.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['Namespace b', 'Node a']);
    expect(compiled.map(({ apiVersion, kind, name }) => `${apiVersion} ${kind} ${name}`)).toEqual([
      'k8s.ovn.org/v1 EgressIP c',
    ]);
  });

  it('lists in lists are flattened', () => {
    const { inventory } = readTexts(
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: NodeList, items: [{metadata: {name: a}}]}\n',
    );
    expect(inventory.map(({ name, origin }) => [name, origin.pointer])).toEqual([['a', '/items/0/items/0']]);
  });

  it('an empty list and null items are nothing, other items are errors at their place', () => {
    expect(readTexts('apiVersion: v1\nkind: List\nitems: []\n').said).toEqual([]);
    expect(readTexts('apiVersion: v1\nkind: List\nitems:\n- null\n- text\n- [1]\n').said).toEqual([
      'manifest/not-an-object a.yaml:5:3',
      'manifest/not-an-object a.yaml:6:3',
    ]);
  });

  it('every object with items of ours is a list, as to kubectl, and a list without items is an empty one', () => {
    const item = '{apiVersion: v1, kind: Node, metadata: {name: a}}';
    expect(readTexts(`apiVersion: v1\nkind: list\nitems: [5, ${item}]\n`).inventory).toHaveLength(1);
    expect([...readTexts('apiVersion: v1\nkind: Menu\nitems: [tea]\n').ignored]).toEqual([['v1 Menu', 1]]);
    expect(readTexts('apiVersion: k8s.ovn.org/v1\nkind: EgressFirewallList\nitems: null\n').said).toEqual([]);
  });

  it('an object whose kind only ends in List and has no items is no list', () => {
    expect([...readTexts('apiVersion: x/v1\nkind: AllowList\nspec: {}\n').ignored]).toEqual([['x/v1 AllowList', 1]]);
  });
});

describe('what is refused', () => {
  it.each([
    ['- a\n', 'a list'],
    ['text\n', 'a string'],
    ['5\n', 'a number'],
    ['on\n', 'a boolean'],
  ])('a document that is no mapping: %j', (text, what) => {
    const { said, reports } = readTexts(text);
    expect(said).toEqual(['manifest/not-an-object a.yaml:1:1']);
    expect(reports[0]?.message).toBe(`expected a Kubernetes object, found ${what}`);
  });

  it('one broken document, and its neighbours are read', () => {
    const result = readTexts(`${NODE}---\na: [\n---\n${FIREWALL}`);
    expect(result.said).toEqual(['yaml/syntax a.yaml:6:1']);
    expect([result.inventory.length, result.compiled.length]).toEqual([1, 1]);
  });

  it('one of our kinds without apiVersion, or an apiVersion of ours without kind', () => {
    expect(readTexts('kind: EgressFirewall\nmetadata: {name: default}\n').said).toEqual([
      'manifest/missing-api-version a.yaml:1:1',
    ]);
    expect(readTexts('apiVersion: k8s.ovn.org/v1\nmetadata: {name: default}\n').said).toEqual([
      'manifest/missing-kind a.yaml:1:13',
    ]);
    expect(readTexts('kind: EgresFirewall\n').said).toEqual(['manifest/missing-api-version a.yaml:1:1']);
    expect(readTexts('kind: Values\na: 1\n', 'apiVersion: v2\nname: chart\n').said).toEqual([]);
  });

  it('no name, a null name, an empty name', () => {
    for (const metadata of ['', 'metadata: {}\n', 'metadata: {name: }\n', 'metadata: {name: ""}\n', 'metadata: []\n']) {
      const result = readTexts(`apiVersion: v1\nkind: Node\n${metadata}`);
      expect(result.reports.map(({ code }) => code)).toEqual(['manifest/missing-name']);
      expect(result.inventory).toEqual([]);
    }
  });

  it('a generated name is a warning for an object of the inventory, and no name for one that Weir compiles', () => {
    const read = (apiVersion: string, kind: string): string[] =>
      readTexts(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {generateName: hook-}\n`).reports.map(
        ({ severity, code }) => `${severity} ${code}`,
      );
    expect(read('batch/v1', 'Job')).toEqual(['warning inventory/generated-name']);
    expect(read('networking.k8s.io/v1', 'NetworkPolicy')).toEqual(['error manifest/missing-name']);
  });
});

describe('kinds that are not quite those that Weir reads', () => {
  const say = (apiVersion: string, kind: string): string[] =>
    readTexts(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n`).reports.map(
      ({ severity, code, help }) => `${severity} ${code}: ${help}`,
    );
  const misspelt = (meant: string): string[] => [`error manifest/misspelt-kind: did you mean ${meant}?`];

  it('a misspelt kind is an error at the kind, and counted', () => {
    const result = readTexts('apiVersion: k8s.ovn.org/v1\nkind: EgresFirewall\nmetadata: {name: x}\n');
    expect(result.said).toEqual(['manifest/misspelt-kind a.yaml:2:7']);
    expect(result.reports[0]?.severity).toBe('error');
    expect([...result.ignored]).toEqual([['k8s.ovn.org/v1 EgresFirewall', 1]]);
  });

  it('of custom resources and of the inventory, in their API group or one of a similar name', () => {
    expect(say('k8s.ovn.org/v1', 'EgressFirewal')).toEqual(misspelt('EgressFirewall of k8s.ovn.org/v1'));
    expect(say('k8s.ovn.org/v1', 'egressqos')).toEqual(misspelt('EgressQoS of k8s.ovn.org/v1'));
    expect(say('k8s.ovn.og/v1', 'EgresFirewall')).toEqual(misspelt('EgressFirewall of k8s.ovn.org/v1'));
    expect(say('v1', 'Namespaces')).toEqual(misspelt('Namespace of v1'));
    expect(say('v1', 'node')).toEqual(misspelt('Node of v1'));
    expect(say('k8s.ovn.org/v1', 'UserDefinedNetwrok')).toEqual(misspelt('UserDefinedNetwork of k8s.ovn.org/v1'));
  });

  it('another version, or one of our kinds in another group, is an error at the apiVersion', () => {
    const { said, reports } = readTexts('apiVersion: k8s.ovn.org/v1beta1\nkind: EgressFirewall\nmetadata: {name: x}\n');
    expect(said).toEqual(['manifest/wrong-api-version a.yaml:1:13']);
    expect(reports[0]?.severity).toBe('error');
    for (const apiVersion of ['k8s.ovn.org/v2', 'k8s.ovn.org', 'ovn.k8s.org/v1', 'v1', 'k8s.ovn.com/v1']) {
      expect(say(apiVersion, 'EgressService')[0]).toContain(
        'manifest/wrong-api-version: set `apiVersion: k8s.ovn.org/v1`',
      );
    }
    expect(say('network.openshift.io/v1', 'EgressRouter')[0]).toContain(
      '`apiVersion: network.operator.openshift.io/v1`',
    );
    expect(say('discovery.k8s.io/v1beta1', 'EndpointSlice')[0]).toContain('`apiVersion: discovery.k8s.io/v1`');
  });

  it('an item of a typed list is judged by the kind of its list', () => {
    const list = (kind: string, version: string): string[] =>
      readTexts(`apiVersion: k8s.ovn.org/${version}\nkind: ${kind}List\nitems: [{metadata: {name: x}}]\n`).said;
    expect(list('EgresFirewall', 'v1')[0]).toContain('manifest/misspelt-kind');
    expect(list('EgressFirewall', 'v1beta1')[0]).toContain('manifest/wrong-api-version');
  });

  it('a kind of no similar name in our groups is a warning', () => {
    expect(say('k8s.ovn.org/v1', 'Blancmange')).toEqual([
      'warning manifest/unknown-kind: check the spelling of kind and apiVersion',
    ]);
  });

  it('those that exist and are none of our business are nothing, as are those of other groups', () => {
    expect(say('k8s.ovn.org/v1', 'RouteAdvertisements')).toEqual([]);
    expect(say('example.org/v1', 'EgressFirewal')).toEqual([]);
    expect(say('crd.antrea.io/v1beta1', 'Egress')).toEqual([]);
    expect(say('serving.knative.dev/v1', 'Service')).toEqual([]);
    expect(say('serving.knative.dev/v1', 'Route')).toEqual([]);
    expect(say('config.openshift.io/v1', 'Ingress')).toEqual([]);
    expect(say('v1', 'constructor')).toEqual([]);
    const core =
      'Binding ConfigMap Event LimitRange PersistentVolume PodTemplate ResourceQuota Role Secret ServiceAccount User';
    for (const kind of core.split(' ')) expect(say('v1', kind), kind).toEqual([]);
  });

  it('kinds of OpenShift SDN are left out, with what takes their place', () => {
    for (const kind of ['EgressNetworkPolicy', 'HostSubnet', 'NetNamespace']) {
      expect(say('network.openshift.io/v1', kind)[0]).toMatch(/^rejected manifest\/retired-kind: .*k8s\.ovn\.org/);
    }
  });

  it('a Template that holds our kinds is left out where a parameter has no value, and one of others is nothing', () => {
    const template = (objects: string): string[] =>
      readTexts(
        `apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: x}\nparameters: [{name: NAME, required: true}]\nobjects: ${objects}\n`,
      ).reports.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
    const egressIP = '{apiVersion: k8s.ovn.org/v1, kind: EgressIP, metadata: {name: "${NAME}"}}';
    expect(template(`[${egressIP}, ${egressIP}, null, 5]`)).toEqual([
      'rejected manifest/template: parameter NAME has no value, so this Template with 2 objects (EgressIP) is skipped',
    ]);
    expect(template('[{apiVersion: v1, kind: Secret}]')).toEqual([]);
    expect(template('5')).toEqual([]);
  });

  it('a file that was found by a glob is an error, and not left out, where kubectl may read objects that nobody sees', () => {
    const codes = (text: string): string[] => {
      const reports: Report[] = [];
      readManifests([{ path: 'a.yaml', text, isGuess: true }], knownKinds, (report) => reports.push(report));
      return reports.map(({ code }) => code);
    };
    const hidden = FIREWALL.replace('kind', '"\\x6bind"').replaceAll('\n', '\u0085');
    expect(codes(`a: 1 # c\u0085${hidden}`)).toEqual(['yaml/line-separator']);
    expect(codes(`a: [ #\u0085${hidden}`)).toEqual(['yaml/line-separator']);
    expect(codes(`--- {kind: EgressFirewall}\n`)).toEqual(['yaml/bad-marker']);
    expect(codes(`--- {kind: Menu}\n`)).toEqual(['manifest/skipped-files']);
    expect(codes(`%YAML 1.2\n---\n${FIREWALL}`)).toEqual(['yaml/directive']);
    expect(codes('%YAML 1.2\n---\na: 1\n')).toEqual(['manifest/skipped-files']);
  });

  it('a template of another tool is to be rendered first, and a list has its objects in items: the help says so', () => {
    const template = `${FIREWALL}spec:\n{{ if .strict }}\n  egress: []\n{{ end }}\n`;
    const list = 'apiVersion: policy.networking.k8s.io/v1alpha1\nkind: AdminNetworkPolicyList\nItems: []\n';
    const helps = readTexts(template, list, `${FIREWALL}spec: [\n`).reports.map(({ code, help }) => [code, help]);
    expect(helps).toEqual([
      ['yaml/syntax', expect.stringContaining('`sources: [{ helm: FOLDER }]`')],
      ['manifest/unknown-kind', expect.stringContaining('its field `items`')],
      ['yaml/syntax', expect.stringContaining('correct the indentation')],
    ]);
  });

  it('of a Template with the apiVersion that it had first, too, objects of our kinds are named that nobody reads any more', () => {
    const objects = `[{apiVersion: v1, kind: Route, metadata: {name: a}}, {apiVersion: v1, kind: NetNamespace}, {apiVersion: v1, kind: Pod, metadata: {name: b}}]`;
    const { reports } = readTexts(`apiVersion: v1\nkind: Template\nmetadata: {name: x}\nobjects: ${objects}\n`);
    expect(reports.map(({ code, location }) => [code, 'pointer' in location && location.pointer])).toEqual([
      ['manifest/wrong-api-version', '/apiVersion'],
      ['manifest/retired-kind', '/kind'],
    ]);
  });
});

describe('scalars that mean different things to different readers', () => {
  it('are warnings in objects that Weir reads', () => {
    expect(readTexts(`${FIREWALL}spec:\n  paused: on\n`).said).toEqual(['yaml/ambiguous-scalar a.yaml:5:11']);
  });

  it('are no concern in others', () => {
    expect(readTexts('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {mode: 0777}\n').said).toEqual([]);
  });
});
