import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRenderedCluster } from '../../src/rendered/read-cluster.js';
import { readRenderedNode } from '../../src/rendered/read-node.js';
import { createZoneReader, readRenderedZone } from '../../src/rendered/read-zone.js';
import { writeRenderedFolder } from '../rig/rendered-folder.js';

const ZONE = 'northbound/zones/global.json';
const SHARED = 'northbound/shared/namespace-harbor.json';
const NODE = 'nodes/egret/routes.json';
const CLUSTER = 'cluster/manifests.yaml';
const SHA256 = '0'.repeat(64);

const indexOf = (artefact: object) => JSON.stringify({ weir: 3, zones: [], nodes: [], artefacts: [artefact] });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-rendered-'));
  writeRenderedFolder(folder, [
    [ZONE, '{"zone":"global","parts":["northbound/shared/"],"rows":{"ACL":{"é":{"priority":1}}}}'],
    [SHARED, '{"rows":{"ACL":{"a":{"priority":2}}}}'],
    ['northbound/zones/lab.json', '{"zone":"lab"}'],
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
    ['of no list', '{"weir":3,"zones":[],"nodes":[],"artefacts":{}}'],
    ['of zones without names', '{"weir":3,"zones":[1],"nodes":[],"artefacts":[]}'],
    ['of nodes that are no list', '{"weir":3,"zones":["global"],"nodes":"egret","artefacts":[]}'],
    ['of a later version', '{"weir":4,"zones":[],"nodes":[],"artefacts":[]}'],
    ['of no version', '{"zones":["global"],"nodes":["egret"],"artefacts":[]}'],
    ['with a list outside of the index', '{"weir":3,"lists":[{"path":"../index/0.json","sha256":"0"}]}'],
    ['with an entry without a digest', indexOf({ path, sources: [] })],
    ['with a path that leads out of the folder', indexOf({ path: `../${path}`, sha256: SHA256, sources: [] })],
  ])('is not known from an index that is %s', (_, index) => {
    writeFileSync(join(folder, 'index.json'), index);
    expect(read()).toEqual(mayPass(/index\.json is not the index of a folder/));
  });

  it('is not known from an index of an earlier version, and how to fix that is said', () => {
    writeFileSync(join(folder, 'index.json'), '{"weir":2,"zones":["global"],"nodes":["egret"],"artefacts":[]}');
    expect(read()).toEqual(mayPass(/index\.json is of version 2 of the output, .* reads 3: run `weir compile`/));
  });

  it('is not known from a file that was edited, or is missing', () => {
    writeFileSync(join(folder, path), '{"rows":{}}');
    expect(read()).toEqual(mayPass(/is not what index\.json lists: it is being delivered, or was edited/));
    rmSync(join(folder, path));
    expect(read()).toEqual(mayPass(/cannot be read: .*ENOENT/));
  });
});

describe('a zone', () => {
  it('has its rows with those that all zones share, and a digest that every part of them changes', () => {
    const { rows } = { rows: undefined, ...readRenderedZone(folder, 'global') };
    expect(rows?.rows.get('ACL')?.map(({ key }) => key)).toEqual(['a', 'é']);
    const digests = ['1', '2', '1'].map((priority) => {
      const zone = '{"zone":"global","parts":["northbound/shared/"]}';
      writeRenderedFolder(folder, [[ZONE, zone], [SHARED, `{"rows":{"ACL":{"a":{"priority":${priority}}}}}`]]); // prettier-ignore
      return { digest: undefined, ...readRenderedZone(folder, 'global') }.digest;
    });
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(digests[1]).not.toBe(digests[0]);
    expect(digests[2]).toBe(digests[0]);
  });

  it('is the same object while the index is the same, and keeps the rows of files that have not changed', () => {
    const write = (name: string) => {
      writeRenderedFolder(folder, [
        [ZONE, '{"zone":"global","parts":["northbound/shared/"],"rows":{"ACL":{"é":{"priority":1}}}}'],
        [SHARED, `{"rows":{"ACL":{"${name}":{"priority":2}}}}`],
      ]);
    };
    write('a');
    const read = createZoneReader(folder, 'global');
    const rowsOf = () => ({ rows: undefined, ...read() }).rows?.rows.get('ACL') ?? [];
    const first = read();
    const [, kept] = rowsOf();
    expect(read()).toBe(first);
    write('b');
    expect(read()).toEqual(readRenderedZone(folder, 'global'));
    expect(rowsOf().map(({ key }) => key)).toEqual(['b', 'é']);
    expect(rowsOf()[1]).toBe(kept);
    writeFileSync(join(folder, SHARED), 'edited');
    expect(rowsOf().map(({ key }) => key)).toEqual(['b', 'é']);
    rmSync(join(folder, 'index.json'));
    expect(read()).toMatchObject({ result: 'failed', transient: true });
  });

  it('has no part that its file does not name, and none of another zone', () => {
    const own = 'northbound/zones/global/3f.json';
    const files = (parts: string): [string, string][] => [
      [ZONE, `{"zone":"global","parts":[${parts}]}`],
      [own, '{"rows":{"ACL":{"own":{}}}}'],
      ['northbound/zones/lab/3f.json', '{"rows":{"ACL":{"other":{}}}}'],
    ];
    const keysOf = (parts: string) => {
      writeRenderedFolder(folder, files(parts));
      const { rows } = { rows: undefined, ...readRenderedZone(folder, 'global') };
      return rows?.rows.get('ACL')?.map(({ key }) => key);
    };
    expect(keysOf('')).toBeUndefined();
    expect(keysOf('"northbound/zones/global/"')).toEqual(['own']);
    for (const parts of ['"northbound/zones/lab/"', '"northbound/"', '"../"']) {
      writeRenderedFolder(folder, files(parts));
      const problems = [expect.stringContaining('names parts that are not of its zone')];
      expect(readRenderedZone(folder, 'global')).toMatchObject({ result: 'failed', transient: false, problems });
    }
  });

  it('is not read from the file of another', () => {
    writeRenderedFolder(folder, [[ZONE, '{"zone":"Global"}']]);
    const problems = [expect.stringContaining('is of another zone')];
    expect(readRenderedZone(folder, 'global')).toMatchObject({ result: 'failed', transient: false, problems });
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
