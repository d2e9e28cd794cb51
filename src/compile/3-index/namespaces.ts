import type { Query } from '../../engine/query.js';
import type { Cluster, Namespace } from '../../model/cluster.js';
import type { Manifest } from '../../model/manifest.js';
import { hasSameContent } from '../../std/same-items.js';
import { objectsByKind, objectsOfInventory, unlistedNamespaces } from './inventory.js';
import { messages } from './messages.js';
import { implyNamespace, readNamespace } from './namespace.js';
import { namespacesOfPods } from './pods.js';
import { assignPrimaryNetworks } from './primary-network.js';
import { sortByName } from '../../std/sort-by-name.js';

const namespaceOf: Query<Manifest, Namespace> = {
  name: 'namespace',
  hasOneReader: true,
  run: (db, manifest) => readNamespace(manifest, db.report),
};

const impliedNamespace: Query<string, Namespace> = {
  name: 'implied namespace',
  run: (_, name) => implyNamespace(name),
};

const namedNamespaces: Query<undefined, ReadonlyMap<string, Namespace>> = {
  name: 'namespaces by name',
  run: (db) => {
    const manifests = db.get(objectsOfInventory, 'Namespace');
    const named = new Map(manifests.map((manifest) => [manifest.name, db.get(namespaceOf, manifest)]));
    for (const { kind, namespace, name, origin } of db.get(unlistedNamespaces, undefined)) {
      if (manifests.length > 0) {
        const resource = { kind, namespace, name };
        const location = { origin, pointer: '/metadata/namespace' };
        db.report({ ...messages.unknownNamespace(namespace), location, resource });
      }
      named.set(namespace, db.get(impliedNamespace, namespace));
    }
    for (const name of db.get(namespacesOfPods, undefined)) {
      if (!named.has(name)) named.set(name, db.get(impliedNamespace, name));
    }
    return sortByName(named);
  },
  same: hasSameContent,
};

/** The namespaces with their primary networks, in byte order of their names. */
export const namespaces: Query<undefined, Cluster['namespaces']> = {
  name: 'namespaces',
  run: (db) => assignPrimaryNetworks(db.get(namedNamespaces, undefined), objectsByKind(db), db.report),
  same: hasSameContent,
};
