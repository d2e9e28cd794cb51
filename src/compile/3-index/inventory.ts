import { createChunkQuery, createListQuery, startsGroupOfNames } from '../../engine/chunks.js';
import type { Engine } from '../../engine/engine.js';
import type { Db, MapInput, Query, QueryInput } from '../../engine/query.js';
import { createRecordedConfiguration } from '../../engine/recorded-configuration.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter, ResourceName } from '../../model/diagnostic.js';
import { CLUSTER_SCOPED, titleOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { subdomainProblems } from '../../selectors/syntax.js';
import { isDeepEqual } from '../../std/deep-equal.js';
import { groupBy } from '../../std/group-by.js';
import { memoize } from '../../std/memoize.js';
import { sameItems } from '../../std/same-items.js';
import { preferManifests } from './manifests-first.js';
import { messages } from './messages.js';
import { concatenate } from '../../std/concatenate.js';

/** The objects of a kind. */
export type ObjectsByKind = Pick<ReadonlyMap<string, readonly Manifest[]>, 'get'>;

/** All objects of the inventory. */
export const inventory: QueryInput<readonly Manifest[]> = { name: 'inventory' };
const resources: QueryInput<readonly Manifest[]> = { name: 'resources' };

/** The configuration. Each read of a field is recorded. */
export const settings = createRecordedConfiguration('settings');

/** Sets what the index of a cluster is built from. `compiled`: the custom resources. */
export function setInventory(
  engine: Engine,
  objects: readonly Manifest[],
  compiled: readonly Manifest[],
  configuration: Configuration,
): void {
  engine.set(inventory, objects);
  engine.set(resources, compiled);
  settings.set(engine, configuration);
  const chunks = engine.ask(usableByKind, undefined, () => undefined);
  engine.setMap(chunksByKind, chunks);
}

/** The usable objects of each chunk, which are of one kind. Objects of one namespace are in one chunk. */
const usableObjects = createChunkQuery<Manifest, readonly Manifest[]>('usable objects', {
  listIn: (db) => db.read(inventory),
  hasOneReader: true,
  startsChunk: (one, before) => one.kind !== before.kind || startsGroupOfNames(one, before),
  make: (db, objects) => omitUnusable(preferManifests(objects), db.report),
});

/** Its findings are those of unusable objects. */
export const usableByKind: Query<undefined, ReadonlyMap<string, readonly (readonly Manifest[])[]>> = {
  name: 'usable objects by kind',
  run: (db) =>
    groupBy(
      db.get(usableObjects, undefined).filter(({ length }) => length > 0),
      ([first]) => first?.kind ?? '',
    ),
};

/** Inputs, so that a changed object affects only what reads its kind. */
const chunksByKind: MapInput<readonly (readonly Manifest[])[]> = {
  name: 'chunks of kinds',
  same: (before = [], after = []) => sameItems(before, after),
};

/** Returns the objects of a kind of namespaced objects in the inventory, in chunks. */
export function chunksOfInventory(db: Db, kind: string): readonly (readonly Manifest[])[] {
  return db.entry(chunksByKind, kind) ?? [];
}

/** The objects of a kind in the inventory. */
export const objectsOfInventory: Query<string, readonly Manifest[]> = {
  name: 'objects of the inventory',
  run: (db, kind) => {
    const objects = concatenate(chunksOfInventory(db, kind));
    return CLUSTER_SCOPED.has(kind) ? omitRepeated(objects, db.report) : objects;
  },
  same: sameItems,
};

/** Returns the objects of the inventory by kind. Only the kinds that are read count as dependencies. */
export function objectsByKind(db: Db): ObjectsByKind {
  return { get: (kind) => db.get(objectsOfInventory, kind) };
}

const listedNamespaces: Query<undefined, ReadonlySet<string>> = {
  name: 'names of listed namespaces',
  run: (db) => new Set(db.get(objectsOfInventory, 'Namespace').map(({ name }) => name)),
  same: isDeepEqual,
};

/** The first custom resources of unlisted namespaces in each chunk. */
const firstOfNamespaces = createListQuery<Manifest, Manifest>('first resources of unlisted namespaces', {
  listIn: (db) => db.read(resources),
  startsChunk: startsGroupOfNames,
  isWholeOnce: true,
  make: (db, manifests) => {
    const listed = db.get(listedNamespaces, undefined);
    return firstOfEach(manifests.filter(({ namespace }) => namespace !== '' && !listed.has(namespace)));
  },
});

/** Returns the first object of each namespace. */
function firstOfEach(manifests: readonly Manifest[]): readonly Manifest[] {
  const known = new Set<string>();
  return manifests.filter(({ namespace }) => known.size < known.add(namespace).size);
}

/** The first custom resource of each namespace that is not listed. */
export const unlistedNamespaces: Query<undefined, readonly Manifest[]> = {
  name: 'resources of unlisted namespaces',
  run: (db) => firstOfEach(db.get(firstOfNamespaces, undefined)),
  same: sameItems,
};

/** Kinds that are unusable without their namespace. */
const NAMESPACED = new Set(['Pod', 'UserDefinedNetwork']);

function isClusterScoped({ kind }: Manifest): boolean {
  return CLUSTER_SCOPED.has(kind);
}

/**
 * Returns the usable objects of a chunk. Reports and drops objects with an invalid name, without a required namespace,
 * or with the name of an earlier object.
 */
function omitUnusable(objects: readonly Manifest[], report: Reporter): readonly Manifest[] {
  // Memoized, because a namespace has many objects.
  const isName = memoize((name: string) => subdomainProblems(name).length === 0);
  const named = objects.filter((manifest) => {
    const { kind, name, origin } = manifest;
    const namespace = isClusterScoped(manifest) ? '' : manifest.namespace;
    const resource = { kind, namespace, name };
    const isBadNamespace = namespace !== '' && !isName(namespace);
    if (isBadNamespace)
      report({ ...messages.badName(namespace), location: { origin, pointer: '/metadata/namespace' }, resource });
    else if (subdomainProblems(name).length > 0)
      report({ ...messages.badName(name), location: { origin, pointer: '/metadata/name' }, resource });
    else if (NAMESPACED.has(kind) && namespace === '')
      report({ ...messages.missingNamespace(kind), location: { origin, pointer: '/metadata' }, resource });
    else return true;
    return false;
  });
  return named.every(isClusterScoped) ? named : omitRepeated(named, report);
}

/**
 * Returns objects of one kind without those with the name of an earlier one, which are reported. Objects of one namespace
 * follow each other.
 */
function omitRepeated(objects: readonly Manifest[], report: Reporter): readonly Manifest[] {
  const firstOf = new Map<string, Manifest>();
  let last = '';
  return objects.filter((manifest) => {
    const { kind, name, origin } = manifest;
    const namespace = isClusterScoped(manifest) ? '' : manifest.namespace;
    if (namespace !== last) firstOf.clear();
    last = namespace;
    const first = firstOf.get(name);
    if (!first) firstOf.set(name, manifest);
    else reportRepeated(first, origin, { kind, namespace, name }, report);
    return !first;
  });
}

function reportRepeated(
  { origin: firstOrigin }: Manifest,
  origin: Manifest['origin'],
  resource: ResourceName,
  report: Reporter,
): void {
  report({
    ...messages.duplicate(titleOf(resource.kind, resource)),
    location: { origin, pointer: '/metadata/name' },
    resource,
    related: [{ message: 'the object in use', location: { origin: firstOrigin, pointer: '/metadata/name' } }],
  });
}
