import { buildCluster } from '../../../src/compile/3-index/cluster.js';
import { resolveKinds } from '../../../src/compile/5-lower/resolve.js';
import { inventoryKinds } from '../../../src/kinds/inventory.js';
import { type Engine, createEngine } from '../../../src/engine/engine.js';
import { kinds } from '../../../src/kinds/index.js';
import type { Cluster } from '../../../src/model/cluster.js';
import type { Configuration } from '../../../src/model/configuration.js';
import type { Manifest } from '../../../src/model/manifest.js';
import { nameOf, textOf } from '../../../src/model/kubernetes-object.js';
import type { JsonObject } from '../../../src/std/json.js';
import { EMPTY_LOCK } from '../../../src/settings/lock/parse.js';
import { type TestWorld, manifestsOf } from './objects.js';

const INVENTORY = new Set<string>(inventoryKinds.map(({ kind }) => kind));

/** What worlds that are compared share: equal objects are the same, and what is made of them is made once. */
interface Shared {
  readonly engine: Engine;
  readonly known: Map<string, Manifest>;
}

/** Nothing shared yet. */
export function createShared(): Shared {
  return { engine: createEngine(), known: new Map() };
}

/** The cluster and the intents of a world whose objects are sound: hundreds of these are not read from text. */
export function compileWorld(
  world: TestWorld,
  configuration: Configuration,
  { engine, known }: Shared = createShared(),
) {
  const toManifest = (object: JsonObject): Manifest => ({
    apiVersion: textOf(object.apiVersion),
    kind: textOf(object.kind),
    ...nameOf(object),
    object,
    origin: { file: { path: 'all.yaml', text: '' }, start: 0, end: 0, pointer: '' },
  });
  const manifests = manifestsOf(world).map((object) => {
    const text = JSON.stringify(object);
    const manifest = known.get(text) ?? toManifest(object);
    known.set(text, manifest);
    return manifest;
  });
  const report = (): void => undefined;
  const inventory = manifests.filter(({ kind }) => INVENTORY.has(kind));
  const resources = manifests.filter(({ kind }) => !INVENTORY.has(kind));
  const cluster = buildCluster(inventory, resources, configuration, report, engine);
  const lists = { manifests: resources, observed: [], live: [] };
  const given = {
    configuration,
    cluster,
    lock: EMPTY_LOCK,
    assignmentOrder: 'lock-first' as const,
    ...lists,
    isRefused: () => false,
    report,
    errorsOnly: true,
    isWrittenOnce: false,
  };
  const interpret = (elsewhere: Cluster) =>
    resolveKinds(kinds, { ...given, cluster: elsewhere }, engine).flatMap(({ intents }) => intents);
  /** What the policies decide in another cluster. */
  const decide = (elsewhere: Cluster) => interpret(elsewhere).filter((intent) => intent.effect === 'policy');
  return { cluster, configuration, intents: interpret(cluster), decide };
}
