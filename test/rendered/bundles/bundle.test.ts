import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packArchive, unpackArchive } from '../../../src/rendered/bundles/archive.js';
import { INDEX_NAME, SHARD_KEY, bundleArtefacts } from '../../../src/rendered/bundles/bundle.js';
import { type ReadShard, readBundle } from '../../../src/rendered/bundles/unbundle.js';
import type { Artefact } from '../../../src/model/artefact.js';
import { checkProperty } from '../../rig/random.js';
import type { JsonObject } from '../../../src/std/json.js';

const artefact = (path: string, content: Uint8Array | string): Artefact => ({
  path,
  content: [Buffer.from(content)],
  sources: [],
  counts: {},
});

interface ConfigMap {
  metadata: { name: string; annotations: Record<string, string> };
  binaryData: Record<string, string>;
}
const configMaps = (objects: readonly JsonObject[]) => objects as unknown as readonly ConfigMap[];

/** Reads shards out of the objects, as they stand. */
function readerOf(objects: readonly JsonObject[]) {
  const byName = new Map(configMaps(objects).map((one) => [one.metadata.name, one.binaryData[SHARD_KEY] ?? '']));
  return (name: string) => {
    const data = byName.get(name);
    return Promise.resolve(data === undefined ? undefined : Buffer.from(data, 'base64'));
  };
}

/** Bytes that no compressor makes smaller. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (state * 48271) % 2147483647) & 255);
}

const files = [
  artefact('northbound/shared/namespace-shop.json', '{}'),
  artefact('northbound/transactions/a.json', '[]'),
  artefact('northbound/zones/a.json', '{"zone":"a"}'),
  artefact('northbound/zones/a/3f.json', '{"rows":{}}'),
  artefact('nodes/n1/nftables.nft', 'table inet weir {}\n'),
  artefact('nodes/n1/routes.json', '{}'),
  artefact('cluster/status.yaml', '[]'),
];

/** The bundles of a cluster whose zone `b` and node `n2` have nothing to say. */
function bundle(artefacts: readonly Artefact[]): readonly JsonObject[] {
  const objects = bundleArtefacts({ artefacts, zones: ['b', 'a'], nodes: ['n2', 'n1'] }, 'weir');
  if (typeof objects === 'string') throw new Error(objects);
  return objects;
}

describe('bundles', () => {
  it('give a zone and a node their files, and nobody the status', async () => {
    const read = readerOf(bundle(files));
    const pathsOf = async (role: 'zone' | 'node', name: string) => {
      const found = await readBundle({ role, name }, read);
      return 'result' in found
        ? found.problems
        : found.map(({ path, content }) => [path, path === 'index.json' ? '' : Buffer.from(content).toString()]);
    };
    expect(await pathsOf('zone', 'a')).toEqual([
      ['northbound/zones/a.json', '{"zone":"a"}'],
      ['northbound/zones/a/3f.json', '{"rows":{}}'],
      ['northbound/shared/namespace-shop.json', '{}'],
      ['index.json', ''],
    ]);
    expect(await pathsOf('node', 'n1')).toEqual([
      ['nodes/n1/nftables.nft', 'table inet weir {}\n'],
      ['nodes/n1/routes.json', '{}'],
      ['index.json', ''],
    ]);
    expect(await pathsOf('node', 'n2')).toEqual([['index.json', '']]);
  });

  it('distinguish an empty zone or node from an unknown one', async () => {
    const read = readerOf(bundle(files));
    const namesFor = async (role: 'zone' | 'node', name: string): Promise<unknown> => {
      const found = await readBundle({ role, name }, read);
      const [index] = 'result' in found ? [] : found.filter(({ path }) => path === 'index.json');
      return JSON.parse(Buffer.from(index?.content ?? []).toString());
    };
    const all = { zones: ['a', 'b'], nodes: ['n1', 'n2'] };
    for (const name of ['a', 'b', 'c']) expect(await namesFor('zone', name)).toMatchObject(all);
    for (const name of ['n1', 'n2', 'n3']) expect(await namesFor('node', name)).toMatchObject(all);
  });

  it('are the same whatever the order of the artefacts', () => {
    expect(bundle([...files].reverse())).toEqual(bundle(files));
  });

  it('keep every ConfigMap under 1 MiB and put the pieces together again', async () => {
    const content = noise(3_000_000);
    const objects = bundle([artefact('northbound/zones/a.json', content)]);
    expect(objects.length).toBe(6);
    for (const object of objects) expect(JSON.stringify(object).length).toBeLessThan(2 ** 20);
    const found = await readBundle({ role: 'zone', name: 'a' }, readerOf(objects));
    expect('result' in found ? found.problems : Buffer.compare(found[0]?.content ?? Buffer.of(), content)).toBe(0);
  });

  it('name shards by content: what did not change keeps its name', () => {
    const namesOf = (objects: readonly JsonObject[]) =>
      new Set(configMaps(objects).map(({ metadata }) => metadata.name));
    const before = namesOf(bundle(files));
    const after = namesOf(bundle([...files, artefact('nodes/n2/routes.json', '{}')]));
    expect([...before].filter((name) => !after.has(name))).toEqual([]);
    expect(after.size).toBe(before.size + 1);
  });

  it('sync the index after its shards and prune shards last', () => {
    const annotationsOf = (objects: readonly JsonObject[]) =>
      configMaps(objects).map(({ metadata }) => [metadata.name === INDEX_NAME, metadata.annotations]);
    for (const [isIndex, annotations] of annotationsOf(bundle(files))) {
      expect(annotations).toEqual(
        isIndex ? { 'argocd.argoproj.io/sync-wave': '1' } : { 'argocd.argoproj.io/sync-options': 'PruneLast=true' },
      );
    }
  });

  it('are refused where an applier would not take them', () => {
    const piece = Buffer.alloc(2 ** 20);
    const large = { ...artefact('nodes/n1/routes.json', ''), content: Array.from({ length: 513 }, () => piece) };
    expect(bundleArtefacts({ artefacts: [large], zones: [], nodes: ['n1'] }, 'weir')).toBe(
      'the files of node n1 have more than 536870912 bytes',
    );
  });

  it('say what is missing or damaged, and never take that for nothing', async () => {
    const objects = bundle(files);
    const index = objects.filter((object) => configMaps([object])[0]?.metadata.name === INDEX_NAME);
    const of = { role: 'zone', name: 'a' } as const;
    const whyNot = async (read: ReadShard) => {
      const found = await readBundle(of, read);
      return 'result' in found ? found.problems[0] : found;
    };
    expect(await whyNot(readerOf([]))).toBe('the ConfigMap weir-index is missing');
    expect(await whyNot(readerOf(index))).toMatch(/^the ConfigMap weir-[0-9a-f]+ of zone a is missing/);
    const damaged = async (name: string) => (name === INDEX_NAME ? readerOf(objects)(name) : Buffer.from('x'));
    expect(await whyNot(damaged)).toBe('the bundle of zone a does not match the index');
    for (const other of [
      { weirBundles: 9, zones: [], nodes: [], bundles: [] },
      { weirBundles: 4, nodes: [], bundles: [] },
      { weirBundles: 4, zones: ['a'], bundles: [] },
      { weirBundles: 4, zones: [], nodes: [], bundles: [{ ...of, sha256: 'x', size: 1, shards: 'weir-x' }] },
      { weirBundles: 4, zones: [], nodes: [] },
    ]) {
      const packed = packArchive([{ path: 'index.json', content: Buffer.from(JSON.stringify(other)), sources: [] }]);
      expect(await whyNot(() => Promise.resolve(packed.bytes))).toMatch(/no index that this version of Weir can read$/);
    }
  });
});

describe('an archive', () => {
  it('gives back any files', () => {
    const content = fc.uint8Array({ maxLength: 300 });
    checkProperty(
      fc.property(fc.array(fc.record({ path: fc.string(), content, sources: fc.array(fc.string()) })), (some) => {
        const { bytes, size } = packArchive(some);
        const back = unpackArchive(bytes, size);
        expect(back?.map((file) => ({ ...file, content: Uint8Array.from(file.content) }))).toEqual(some);
      }),
    );
  });

  it('is refused when it is cut or anything else', () => {
    const { bytes: whole, size } = packArchive([{ path: 'a', content: noise(500), sources: [] }]);
    checkProperty(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(unpackArchive(whole.subarray(0, length), size)).toBeUndefined();
      }),
    );
    checkProperty(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(unpackArchive(bytes, 2 ** 20)).toBeUndefined();
      }),
    );
  });
});
