import type { Engine } from '../../engine/engine.js';
import type { Db, Query, QueryInput } from '../../engine/query.js';
import type { Configuration } from '../../model/configuration.js';
import type { RelatedLocation, Reporter } from '../../model/diagnostic.js';
import { titleOf } from '../../model/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { subdomainProblems } from '../../selectors/syntax.js';
import { groupBy } from '../../std/group-by.js';
import { memoize, once } from '../../std/memoize.js';
import { sameItems } from '../../std/same-items.js';
import { watchFirst } from './first-seen.js';
import { messages } from './messages.js';

/** The objects of a kind. */
export type ObjectsByKind = Pick<ReadonlyMap<string, readonly Manifest[]>, 'get'>;

/** All objects of the inventory. */
export const inventory: QueryInput<readonly Manifest[]> = { name: 'inventory' };
const resources: QueryInput<readonly Manifest[]> = { name: 'resources' };

/** The configuration. */
export const settings: QueryInput<Configuration> = { name: 'settings' };

/** Sets what the index of a cluster is built from. `compiled`: the custom resources. */
export function setInventory(
  engine: Engine,
  objects: readonly Manifest[],
  compiled: readonly Manifest[],
  configuration: Configuration,
): void {
  engine.set(inventory, objects);
  engine.set(resources, compiled);
  engine.set(settings, configuration);
}

const usableObjects: Query<undefined, ReadonlyMap<string, readonly Manifest[]>> = {
  name: 'usable objects by kind',
  run: (db) => groupByKind(db.read(inventory), db.report),
};

/** The objects of a kind in the inventory. */
export const objectsOfInventory: Query<string, readonly Manifest[]> = {
  name: 'objects of the inventory',
  run: (db, kind) => db.get(usableObjects, undefined).get(kind) ?? [],
  same: sameItems,
};

/** Returns the objects of the inventory by kind. Only the kinds that are read count as dependencies. */
export function objectsByKind(db: Db): ObjectsByKind {
  return { get: (kind) => db.get(objectsOfInventory, kind) };
}

/** The first custom resource of each namespace that is not listed. */
export const unlistedNamespaces: Query<undefined, readonly Manifest[]> = {
  name: 'resources of unlisted namespaces',
  run: (db) => {
    const known = new Set(db.get(objectsOfInventory, 'Namespace').map(({ name }) => name));
    return db.read(resources).filter(({ namespace }) => namespace !== '' && known.size < known.add(namespace).size);
  },
  same: sameItems,
};

/** Kinds of the inventory that are not in a namespace. */
export const CLUSTER_SCOPED: ReadonlySet<string> = new Set([
  'Node',
  'Namespace',
  'ClusterUserDefinedNetwork',
  'Infrastructure',
]);
/** Kinds that are unusable without their namespace. */
const NAMESPACED = new Set(['Pod', 'UserDefinedNetwork']);

/**
 * Returns objects by kind. Reports and drops objects with an invalid name, without a required namespace, or with the
 * name of an earlier object.
 */
function groupByKind(objects: readonly Manifest[], report: Reporter): Map<string, Manifest[]> {
  const isFirst = watchFirst();
  const firstOf = once(() => indexFirst(objects));
  // Memoized, because a namespace has many objects.
  const isName = memoize((name: string) => subdomainProblems(name).length === 0);
  const usable = objects.filter((manifest) => {
    const { kind, name, origin } = manifest;
    const namespace = CLUSTER_SCOPED.has(kind) ? '' : manifest.namespace;
    const resource = { kind, namespace, name };
    const isBadNamespace = namespace !== '' && !isName(namespace);
    if (isBadNamespace)
      report({ ...messages.badName(namespace), location: { origin, pointer: '/metadata/namespace' }, resource });
    else if (subdomainProblems(name).length > 0)
      report({ ...messages.badName(name), location: { origin, pointer: '/metadata/name' }, resource });
    else if (NAMESPACED.has(kind) && namespace === '')
      report({ ...messages.missingNamespace(kind), location: { origin, pointer: '/metadata' }, resource });
    else if (isFirst(kind, namespace, name)) return true;
    else
      report({
        ...messages.duplicate(titleOf(kind, resource)),
        location: { origin, pointer: '/metadata/name' },
        resource,
        related: relatedFirst(firstOf().get(titleOf(kind, resource))),
      });
    return false;
  });
  return groupBy(usable, ({ kind }) => kind);
}

/** Returns the first object of each title. */
function indexFirst(objects: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  const titled = objects.map((manifest) => {
    const namespace = CLUSTER_SCOPED.has(manifest.kind) ? '' : manifest.namespace;
    return [titleOf(manifest.kind, { namespace, name: manifest.name }), manifest] as const;
  });
  return new Map(titled.reverse());
}

function relatedFirst(first: Manifest | undefined): RelatedLocation[] {
  if (!first) return [];
  return [{ message: 'the object in use', location: { origin: first.origin, pointer: '/metadata/name' } }];
}
