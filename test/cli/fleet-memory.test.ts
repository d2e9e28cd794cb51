import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSides } from '../../src/cli/commands/diff-input.js';
import { readInput } from '../../src/cli/commands/input.js';
import { compileInput } from '../../src/cli/commands/run.js';
import { FILE_TASKS, shareFileTasks, withSharedMemory } from '../../src/cli/commands/shared-memory.js';
import type { Manifest } from '../../src/model/manifest.js';
import { type Memo, createMemo, noMemo } from '../../src/model/memo.js';
import { createFileMemory, joinEqualFiles } from '../../src/sources/file-memory.js';
import { repository } from '../rig/repository.js';

const POLICY =
  'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: all, namespace: shop}\nspec: {podSelector: {}, policyTypes: [Egress]}\n';
const namespace = (team: string): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {team: ${team}}}\n`;
const PROGRESS = { phase: () => undefined, done: () => undefined };

const fleet = () =>
  repository({
    'base/policy.yaml': POLICY,
    ...Object.fromEntries(
      ['north', 'east'].flatMap((name) => [
        [`${name}/weir.yaml`, 'manifests: [../base/*.yaml]\ninventory: [inventory/*.yaml]\n'],
        [`${name}/inventory/namespaces.yaml`, namespace(name)],
      ]),
    ),
  });

/** What two clusters remember in the memory that they share, and the objects of each. */
async function runClusters() {
  const folder = fleet();
  const tasks = new Set<string>();
  const remembered = createMemo();
  const watched: Memo = (task, ...rest) => {
    tasks.add(task);
    return remembered(task, ...rest);
  };
  const memory = { memo: shareFileTasks(watched, noMemo), files: joinEqualFiles(createFileMemory()) };
  const seen: (readonly Manifest[])[] = [];
  for (const name of ['north', 'east']) {
    const options = { path: join(folder, name), memory, inspect: inspectManifests(seen) };
    compileInput(await readInput(options), options, 'artefacts', PROGRESS);
    await withSharedMemory(memory, () => readSides({ path: join(folder, name), base: 'HEAD', head: undefined }));
  }
  return { tasks, seen };
}

const inspectManifests =
  (seen: (readonly Manifest[])[]) =>
  ({ manifests }: { readonly manifests: readonly Manifest[] }): void =>
    void seen.push(manifests);

it('clusters of a fleet share what is made of files alone, and nothing else is kept for the next one', async () => {
  const { tasks, seen } = await runClusters();
  expect([...tasks].sort()).toEqual([...FILE_TASKS].sort());
  const [north, east] = seen;
  expect(north).toHaveLength(1);
  expect(east?.[0]).toBe(north?.[0]);
});
