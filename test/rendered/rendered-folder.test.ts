import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRenderedCluster } from '../../src/rendered/read-cluster.js';
import { readRenderedNode } from '../../src/rendered/read-node.js';
import { readRenderedZone } from '../../src/rendered/read-zone.js';
import { writeRenderedFolder } from '../rig/rendered-folder.js';

const ZONE = 'zones/global/ovn-nb.json';
const NODE = 'nodes/egret/routes.json';
const CLUSTER = 'cluster/manifests.yaml';
const SHA256 = '0'.repeat(64);

const indexOf = (artefact: object) => JSON.stringify({ weir: 2, zones: [], nodes: [], artefacts: [artefact] });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-rendered-'));
  writeRenderedFolder(folder, [
    [ZONE, '{"rows":{"ACL":{"é":{"priority":1}}}}'],
    ['zones/lab/ovn-nb.json', '{}'],
    ['zones/lab/ovn-nb.txn.json', '[]'],
    [NODE, '{}'],
    [CLUSTER, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: heron }\n'],
  ]);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const READERS = [
  { what: 'a zone', path: ZONE, read: () => readRenderedZone(folder, 'global') },
  { what: 'a node', path: NODE, read: () => readRenderedNode(folder, 'egret') },
  { what: 'the cluster', path: CLUSTER, read: () => readRenderedCluster(folder) },
] as const;

describe.each(READERS)('what a rendered folder wants of $what', ({ path, read }) => {
  const mayPass = (problem: RegExp) => ({
    result: 'failed',
    transient: true,
    problems: [expect.stringMatching(problem)],
  });

  it('is read where every file is what the index lists', () => {
    expect(read()).not.toHaveProperty('problems');
  });

  it('is not known without an index', () => {
    rmSync(join(folder, 'index.json'));
    expect(read()).toEqual(mayPass(/index\.json cannot be read: .*ENOENT/));
    rmSync(folder, { recursive: true });
    expect(read()).toEqual(mayPass(/index\.json cannot be read: .*ENOENT/));
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['of no list', '{"weir":2,"zones":[],"nodes":[],"artefacts":{}}'],
    ['of no zones', '{"weir":2,"nodes":[],"artefacts":[]}'],
    ['of no nodes', '{"weir":2,"zones":["global"],"artefacts":[]}'],
    ['of another version', '{"weir":1,"zones":[],"nodes":[],"artefacts":[]}'],
    ['with an entry without a digest', indexOf({ path, sources: [] })],
    ['with a path that leads out of the folder', indexOf({ path: `../${path}`, sha256: SHA256, sources: [] })],
  ])('is not known from an index that is %s', (_, index) => {
    writeFileSync(join(folder, 'index.json'), index);
    expect(read()).toEqual(mayPass(/index\.json is not the index of a folder/));
  });

  it('is not known from a file that was edited, or is missing', () => {
    writeFileSync(join(folder, path), '{"rows":{}}');
    expect(read()).toEqual(mayPass(/is not what index\.json lists: it is being delivered, or was edited/));
    rmSync(join(folder, path));
    expect(read()).toEqual(mayPass(/cannot be read: .*ENOENT/));
  });
});

describe('a zone', () => {
  it('has its rows and the digest of its file', () => {
    const { rows } = { rows: undefined, ...readRenderedZone(folder, 'global') };
    expect(rows?.rows.get('ACL')).toEqual([{ key: 'é', columns: expect.anything() as unknown }]);
    const digest = 'ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356';
    writeRenderedFolder(folder, [[ZONE, '{}\n']]);
    expect(readRenderedZone(folder, 'global')).toMatchObject({ result: 'zone', digest });
  });

  it('whose file is there without being listed does not exist', () => {
    writeRenderedFolder(folder, [[NODE, '{}']]);
    expect(readRenderedZone(folder, 'global')).toMatchObject({
      result: 'failed',
      transient: false,
      problems: [expect.stringMatching(/knows no zone 'global': it has none$/)],
    });
  });

  it('of the cluster without a file has no desired rows, whatever lies there', () => {
    writeRenderedFolder(folder, [[NODE, '{}']], { zones: ['global'] });
    const { result, rows } = { rows: undefined, ...readRenderedZone(folder, 'global') };
    expect(result).toBe('zone');
    expect([rows?.rows.size, rows?.attachments.length, rows?.absent.size]).toEqual([0, 0, 0]);
  });
});

describe('a node', () => {
  it('of the cluster without files has nothing, whatever lies there', () => {
    writeRenderedFolder(folder, [[ZONE, '{}']], { nodes: ['egret'] });
    expect(readRenderedNode(folder, 'egret')).toEqual({ owner: '' });
  });

  it('whose files are there without being listed does not exist', () => {
    writeRenderedFolder(folder, [[ZONE, '{}']]);
    expect(readRenderedNode(folder, 'egret')).toMatchObject({
      result: 'failed',
      transient: false,
      problems: [expect.stringMatching(/knows no node 'egret': it has none$/)],
    });
  });
});

describe.each([
  { role: 'zone', read: (name: string) => readRenderedZone(folder, name) },
  { role: 'node', read: (name: string) => readRenderedNode(folder, name) },
])('a name that is none of a $role', ({ role, read }) => {
  const names = ['egret', 'heron'];
  const refusal = (name: string, rest: string) => ({
    result: 'failed',
    transient: false,
    problems: [`${folder} knows no ${role} '${name}': ${rest}`],
  });

  it.each(['wren', '', '../nodes/egret', '__proto__', 'egret/../egret'])(
    'is refused as %j, and those that are are named',
    (name) => {
      writeRenderedFolder(folder, [], { zones: names, nodes: names });
      expect(read(name)).toEqual(refusal(name, 'it has egret, heron'));
    },
  );

  it.each(['Egret', 'egrte', 'egret '])('is refused as %j, with the one that is meant', (name) => {
    writeRenderedFolder(folder, [], { zones: names, nodes: names });
    expect(read(name)).toEqual(refusal(name, "did you mean 'egret'? It has egret, heron"));
  });

  it('is refused with no more names than a person reads', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `worker-${1000 + index}`);
    writeRenderedFolder(folder, [], { zones: many, nodes: many });
    const shown = many.slice(0, 10).join(', ');
    expect(read('wren')).toEqual(refusal('wren', `it has ${shown} and 990 more`));
  });
});
