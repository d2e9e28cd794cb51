import { beforeEach, describe, expect, it } from 'vitest';
import { SHARD_KEY, bundleArtefacts as bundleOrRefuse } from '../../../src/rendered/bundles/bundle.js';
import type { Bundled } from '../../../src/rendered/bundles/group-files.js';
import { type ReadShard, readBundle } from '../../../src/rendered/bundles/unbundle.js';
import { createDeliveredTarget } from '../../../src/rendered/bundles/delivered.js';
import type { HeldOutput } from '../../../src/rendered/read-folder.js';
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
  let shards = new Map<string, Buffer>();
  let output: HeldOutput | undefined;
  beforeEach(() => {
    shards = new Map();
  });
  const read: ReadShard = (name) => Promise.resolve(shards.get(name));
  const of = { role: 'node', name: 'n1' } as const;
  const open = () =>
    createDeliveredTarget(
      () => readBundle(of, read),
      (held) => {
        output = held;
        return memoryTarget([]).target;
      },
    );
  const textAt = (path: string) => {
    const bytes = output?.fileAt(path);
    return bytes && Buffer.from(bytes).toString();
  };

  it('finds the files of its owner, as the last sync left them', async () => {
    const bundled = open();
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
    expect(textAt('nodes/n1/routes.json')).toBe('1');
    expect(textAt('nodes/n2/routes.json')).toBeUndefined();
    shards = shardsOf(
      bundleArtefacts({ artefacts: [artefact('nodes/n2/routes.json', '2')], zones: [], nodes: ['n1', 'n2'] }, 'weir'),
    );
    expect(await bundled.plan()).toMatchObject({ result: 'planned' });
    expect(textAt('nodes/n1/routes.json')).toBeUndefined();
    expect(JSON.parse(textAt('index.json') ?? '')).not.toHaveProperty('artefacts');
  });

  it('plans nothing while a sync is under way', async () => {
    const bundled = open();
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
