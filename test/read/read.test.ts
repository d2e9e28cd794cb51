import { describe, expect, it } from 'vitest';
import type { KnownKinds } from '../../src/1-read/known-kinds.js';
import { type ReadResult, read } from '../../src/1-read/read.js';
import { suggest } from '../../src/2-validate/suggest.js';
import { placeReports } from '../../src/diagnostics/place.js';
import { kinds } from '../../src/kinds/index.js';
import { foreignKinds, inventoryKinds } from '../../src/kinds/inventory.js';
import type { Report } from '../../src/model/diagnostic.js';

const known: KnownKinds = { compiled: kinds, inventory: inventoryKinds, foreign: foreignKinds, suggest };

/** What is said when there is nothing at all; the tests of single objects pass it over. */
const NOTHING = 'manifest/nothing-to-compile';

/** Reads texts as files a.yaml, b.yaml, …; `said` are the findings as `<code> <file>:<line>:<column>`. */
function readTexts(...texts: string[]): ReadResult & { said: string[]; reports: Report[] } {
  const all: Report[] = [];
  const files = texts.map((text, index) => ({ path: `${'abcdef'.charAt(index)}.yaml`, text }));
  const result = read(files, known, (report) => all.push(report));
  const reports = all.filter(({ code }) => code !== NOTHING);
  const said = placeReports(reports).map(
    ({ code, at }) => `${code} ${at?.file ?? ''}:${at?.line ?? 0}:${at?.column ?? 0}`,
  );
  return { ...result, said, reports };
}

const FIREWALL = 'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: shop}\n';
const NODE = 'apiVersion: v1\nkind: Node\nmetadata: {name: worker}\n';

describe('read', () => {
  it('sorts objects into compiled and inventory, and counts the others by kind', () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n';
    const result = readTexts([FIREWALL, NODE, secret, secret].join('---\n'), 'replicas: 2\n');
    expect(result.compiled.map(({ kind, namespace, name }) => [kind, namespace, name])).toEqual([
      ['EgressFirewall', 'shop', 'default'],
    ]);
    expect(result.inventory.map(({ kind, namespace, name }) => [kind, namespace, name])).toEqual([
      ['Node', '', 'worker'],
    ]);
    expect([...result.ignored]).toEqual([
      ['not a Kubernetes object', 1],
      ['v1 Secret', 2],
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

  it('an object whose kind only ends in List and has no items is no list', () => {
    expect([...readTexts('apiVersion: x/v1\nkind: AllowList\nspec: {}\n').ignored]).toEqual([['x/v1 AllowList', 1]]);
  });
});

describe('no object at all', () => {
  const codes = (...texts: string[]): string[] => {
    const reports: Report[] = [];
    read(
      texts.map((text) => ({ path: 'a.yaml', text })),
      known,
      (report) => reports.push(report),
    );
    return reports.map(({ code, severity }) => `${severity} ${code}`);
  };

  it('is an error, for an empty result would mean to delete everything', () => {
    expect(codes()).toEqual([`error ${NOTHING}`]);
    expect(codes('# nothing\n', 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n')).toEqual([`error ${NOTHING}`]);
  });

  it('is not said beside an error that explains it, nor of an inventory alone', () => {
    expect(codes('a: [\n')).toEqual(['error yaml/syntax']);
    expect(codes(NODE)).toEqual([]);
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
    expect(reports[0]?.message).toBe(`a Kubernetes object is a mapping, this is ${what}`);
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
    expect(readTexts('kind: Values\na: 1\n', 'apiVersion: v2\nname: chart\n').said).toEqual([]);
  });

  it('no name, a null name, an empty name', () => {
    for (const metadata of ['', 'metadata: {}\n', 'metadata: {name: }\n', 'metadata: {name: ""}\n', 'metadata: []\n']) {
      const result = readTexts(`apiVersion: v1\nkind: Node\n${metadata}`);
      expect(result.reports.map(({ code }) => code)).toEqual(['manifest/missing-name']);
      expect(result.inventory).toEqual([]);
    }
  });
});

describe('unknown kinds of our API groups', () => {
  const helpOf = (apiVersion: string, kind: string): (string | undefined)[] =>
    readTexts(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n`).reports.map(({ help }) => help);

  it('are warnings at the kind, and counted', () => {
    const result = readTexts('apiVersion: k8s.ovn.org/v1\nkind: EgressFirewal\nmetadata: {name: x}\n');
    expect(result.said).toEqual(['manifest/unknown-kind a.yaml:2:7']);
    expect(result.reports[0]?.severity).toBe('warning');
    expect([...result.ignored]).toEqual([['k8s.ovn.org/v1 EgressFirewal', 1]]);
  });

  it('say what was meant', () => {
    expect(helpOf('k8s.ovn.org/v1', 'EgressFirewal')).toEqual(['did you mean EgressFirewall of k8s.ovn.org/v1?']);
    expect(helpOf('k8s.ovn.org/v1', 'egressqos')).toEqual(['did you mean EgressQoS of k8s.ovn.org/v1?']);
    expect(helpOf('k8s.ovn.org/v1', 'Blancmange')).toEqual(['check the spelling of kind and apiVersion']);
  });

  it('also where only the version or the group is wrong', () => {
    expect(helpOf('k8s.ovn.org/v2', 'EgressIP')).toEqual(['did you mean EgressIP of k8s.ovn.org/v1?']);
    expect(helpOf('k8s.ovn.com/v1', 'EgressService')).toEqual(['did you mean EgressService of k8s.ovn.org/v1?']);
  });

  it('not those that exist and are none of our business, nor other groups', () => {
    expect(helpOf('k8s.ovn.org/v1', 'RouteAdvertisements')).toEqual([]);
    expect(helpOf('example.org/v1', 'EgressFirewal')).toEqual([]);
    expect(helpOf('v1', 'constructor')).toEqual([]);
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
