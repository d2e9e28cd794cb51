import { buildCluster } from '../../../src/compile/3-index/cluster.js';
import { resolveKinds } from '../../../src/compile/5-lower/resolve.js';
import { lower } from '../../../src/compile/5-lower/lower.js';
import { inventoryKinds } from '../../../src/kinds/inventory.js';
import { kinds } from '../../../src/kinds/index.js';
import type { Configuration } from '../../../src/model/configuration.js';
import type { Manifest } from '../../../src/model/manifest.js';
import { nameOf, textOf } from '../../../src/model/kubernetes-object.js';
import { EMPTY_LOCK } from '../../../src/settings/lock/parse.js';
import { type TestWorld, manifestsOf } from './objects.js';

const INVENTORY = new Set<string>(inventoryKinds.map(({ kind }) => kind));

/** The cluster and the intents of a world whose objects are sound: hundreds of these are not read from text. */
export function compileWorld(world: TestWorld, configuration: Configuration) {
  const manifests = manifestsOf(world).map((object): Manifest => ({
    apiVersion: textOf(object.apiVersion),
    kind: textOf(object.kind),
    ...nameOf(object),
    object,
    origin: { file: { path: 'all.yaml', text: '' }, start: 0, end: 0, pointer: '' },
  }));
  const report = (): void => undefined;
  const inventory = manifests.filter(({ kind }) => INVENTORY.has(kind));
  const resources = manifests.filter(({ kind }) => !INVENTORY.has(kind));
  const cluster = buildCluster(inventory, resources, configuration, report);
  const lists = { manifests: resources, observed: [], live: [] };
  const given = { configuration, cluster, lock: EMPTY_LOCK, ...lists, isRefused: () => false, report };
  return { cluster, configuration, intents: lower(resolveKinds(resources, kinds, given)) };
}
