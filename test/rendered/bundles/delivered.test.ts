import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHARD_KEY, bundleArtefacts as bundleOrRefuse } from '../../../src/rendered/bundles/bundle.js';
import type { Bundled } from '../../../src/rendered/bundles/group-files.js';
import { type ReadShard, readBundle } from '../../../src/rendered/bundles/unbundle.js';
import { createDeliveredTarget } from '../../../src/rendered/bundles/delivered.js';
import { memoryTarget } from '../../apply/target.js';
import type { JsonObject } from '../../../src/std/json.js';

const artefact = (path: string, text: string) => ({ path, content: [Buffer.from(text)], sources: [], counts: {} });

function bundleArtefacts(bundled: Bundled, namespace: string): readonly JsonObject[] {
  const objects = bundleOrRefuse(bundled, namespace);
  if (typeof objects === 'string') throw new Error(objects);
  return objects;
}

function shardsOf(objects: readonly JsonObject[]): Map<string, Buffer> {
  const configMaps = objects as unknown as readonly {
    metadata: { name: string };
    binaryData: Record<string, string>;
  }[];
  return new Map(
    configMaps.map(({ metadata, binaryData }) => [metadata.name, Buffer.from(binaryData[SHARD_KEY] ?? '', 'base64')]),
  );
}

describe('a target that reads bundles', () => {
  let folder = '';
  let shards = new Map<string, Buffer>();
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-bundled-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const read: ReadShard = (name) => Promise.resolve(shards.get(name));
  const of = { role: 'node', name: 'n1' } as const;

  it('finds the rendered folder of its owner, as the last sync left it', async () => {
    const { target } = memoryTarget([]);
    const bundled = createDeliveredTarget(() => readBundle(of, read), folder, target);
    shards = shardsOf(
      bundleArtefacts(
        {
          artefacts: [artefact('nodes/n1/routes.json', '1'), artefact('nodes/n2/routes.json', '2')],
          zones: [],
          nodes: ['n1', 'n2'],
        },
        'weir',
      ),
    );
    expect(await bundled.plan()).toMatchObject({ result: 'planned' });
    expect(readFileSync(join(folder, 'nodes/n1/routes.json'), 'utf8')).toBe('1');
    expect(existsSync(join(folder, 'nodes/n2'))).toBe(false);
    shards = shardsOf(
      bundleArtefacts({ artefacts: [artefact('nodes/n2/routes.json', '2')], zones: [], nodes: ['n1', 'n2'] }, 'weir'),
    );
    expect(await bundled.plan()).toMatchObject({ result: 'planned' });
    expect(existsSync(join(folder, 'nodes'))).toBe(false);
    expect(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))).not.toHaveProperty('artefacts');
  });

  it('says why a bundle cannot be unpacked', async () => {
    shards = shardsOf(bundleArtefacts({ artefacts: [], zones: [], nodes: ['n1'] }, 'weir'));
    const nowhere = join(folder, 'nowhere');
    expect(await createDeliveredTarget(() => readBundle(of, read), nowhere, memoryTarget([]).target).plan()).toEqual({
      result: 'failed',
      problems: [`the rendered files cannot be put into ${nowhere}: no such file or directory (ENOENT)`],
      transient: true,
    });
  });

  it('never leaves the place of its folder to others', async () => {
    const bundled = createDeliveredTarget(() => readBundle(of, read), folder, memoryTarget([]).target);
    shards = shardsOf(
      bundleArtefacts({ artefacts: [artefact('nodes/n1/routes.json', '1')], zones: [], nodes: ['n1', 'n2'] }, 'weir'),
    );
    const { ino } = statSync(folder);
    await bundled.plan();
    await bundled.plan();
    expect(statSync(folder)).toMatchObject({ ino, mode: 0o40700 });
  });

  it('plans nothing while a sync is under way', async () => {
    const { target } = memoryTarget([]);
    const bundled = createDeliveredTarget(() => readBundle(of, read), folder, target);
    const objects = bundleArtefacts(
      { artefacts: [artefact('nodes/n1/routes.json', '1')], zones: [], nodes: ['n1', 'n2'] },
      'weir',
    );
    shards = shardsOf(objects);
    for (const name of shards.keys()) if (name !== 'weir-index') shards.delete(name);
    expect(await bundled.plan()).toMatchObject({ result: 'failed', transient: true });
    shards.clear();
    expect(await bundled.plan()).toMatchObject({ result: 'failed', transient: true });
  });
});
