import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packArchive } from '../../src/rendered/bundles/archive.js';
import { BUNDLE_LAYOUT, INDEX_NAME, MAX_BUNDLE_BYTES, SHARD_BYTES, sha256 } from '../../src/rendered/bundles/bundle.js';
import { readBundle } from '../../src/rendered/bundles/unbundle.js';

const MEBIBYTE = 2 ** 20;
const OWNER = { role: 'node', name: 'n1' } as const;

/** Some 750 kB that inflate to 1.5 GB: gzip's own trailer, which says the size, is as false as its writer likes. */
function bomb(): Uint8Array {
  const member = gzipSync(Buffer.alloc(256 * MEBIBYTE), { level: 9 });
  return Buffer.concat(Array.from({ length: 6 }, () => member));
}

/** The content of the ConfigMaps of a cluster whose node has this bundle, with an index that says `size` of it. */
function configMaps(bundle: Uint8Array, size: number): ReadonlyMap<string, Uint8Array> {
  const parts = Array.from({ length: Math.ceil(bundle.length / SHARD_BYTES) }, (_, part) =>
    bundle.subarray(part * SHARD_BYTES, (part + 1) * SHARD_BYTES),
  );
  const shards = parts.map((_, part) => `weir-${part}`);
  const entry = { ...OWNER, sha256: sha256(bundle), size, shards };
  const index = { weirBundles: BUNDLE_LAYOUT, zones: [], nodes: ['n1'], bundles: [entry] };
  const packed = packArchive([{ path: 'index.json', content: Buffer.from(JSON.stringify(index)), sources: [] }]);
  return new Map([[INDEX_NAME, packed.bytes], ...parts.map((part, at) => [`weir-${at}`, part] as const)]);
}

async function problemsOf(found: ReadonlyMap<string, Uint8Array>): Promise<unknown> {
  const bundle = await readBundle(OWNER, (name) => Promise.resolve(found.get(name)));
  return 'result' in bundle ? bundle.problems : 'readable';
}

/**
 * What a process of its own says of the ConfigMaps, and the most megabytes of memory that it had: what the operating
 * system counts, arrays of bytes and all.
 */
function readApart(found: ReadonlyMap<string, Uint8Array>): { problems: unknown; megabytes: number } {
  const library = fileURLToPath(new URL('../../build/rendered/bundles/unbundle.js', import.meta.url));
  const script = `
    import { readFileSync } from 'node:fs';
    import { readBundle } from ${JSON.stringify(library)};
    const found = new Map(JSON.parse(readFileSync(0, 'utf8')).map(([name, text]) => [name, Buffer.from(text, 'base64')]));
    const { problems } = await readBundle(${JSON.stringify(OWNER)}, (name) => Promise.resolve(found.get(name)));
    console.log(JSON.stringify({ problems, megabytes: process.resourceUsage().maxRSS / 1000 }));`;
  const input = JSON.stringify([...found].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    input,
    encoding: 'utf8',
    maxBuffer: MEBIBYTE,
  });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as { problems: unknown; megabytes: number };
}

describe('a bundle that inflates', () => {
  const large = bomb();
  const UNREADABLE = ['the bundle of node n1 is unreadable'];
  const NO_INDEX = ['the ConfigMap weir-index has no index that this version of Weir can read'];

  it('to more than the index says is refused before it takes the memory', () => {
    expect(large.length).toBeLessThan(3 * MEBIBYTE);
    const { problems, megabytes } = readApart(configMaps(large, 10 * MEBIBYTE));
    expect(problems).toEqual(UNREADABLE);
    expect(megabytes).toBeLessThan(400);
  }, 120_000);

  it('is refused as the index too', () => {
    const { problems, megabytes } = readApart(new Map([[INDEX_NAME, large]]));
    expect(problems).toEqual(NO_INDEX);
    expect(megabytes).toBeLessThan(400);
  }, 120_000);

  it('by one byte more than the index says is refused', async () => {
    const folder = packArchive([{ path: 'nodes/n1/routes.json', content: Buffer.from('{}'), sources: [] }]);
    expect(await problemsOf(configMaps(folder.bytes, folder.size))).toBe('readable');
    expect(await problemsOf(configMaps(folder.bytes, folder.size - 1))).toEqual(UNREADABLE);
  });
});

describe('an index that says', () => {
  const { bytes, size } = packArchive([{ path: 'nodes/n1/routes.json', content: Buffer.from('{}'), sources: [] }]);
  const NO_INDEX = [expect.stringContaining('no index that this version of Weir can read')];

  it.each([MAX_BUNDLE_BYTES + 1, -1, 0.5, Number.NaN, Number.MAX_VALUE])('a size of %d is invalid', async (said) => {
    expect(await problemsOf(configMaps(bytes, said))).toEqual(NO_INDEX);
  });

  it('more shards than its size can fill is invalid', async () => {
    const noise = new Uint8Array(2 * SHARD_BYTES);
    expect(await problemsOf(configMaps(noise, size))).toEqual(NO_INDEX);
  });

  it('the name of a shard that is larger than any shard is refused', async () => {
    const found = new Map(configMaps(bytes, size)).set('weir-0', new Uint8Array(SHARD_BYTES + 1));
    expect(await problemsOf(found)).toEqual(['the ConfigMap weir-0 of node n1 is larger than any shard']);
  });
});
