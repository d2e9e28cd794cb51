import type { ExternalIds, PortGroupForms, RowOwner } from '../model/release.js';
import { FILTER_ROWS, filterRowsOf } from './filter-rows.js';
import { byHashedName, hashedName, objectIds } from './object-ids.js';
import { OWNER_TYPE } from './owner-types.js';

/** Port groups with ids, named by the hash of the ids. */
export const HASHED_PORT_GROUPS: PortGroupForms = {
  ofCluster: (name) => byHashedName(objectIds(OWNER_TYPE.cluster, ['name', name])),
  ofNamespace: (namespace) => byHashedName(objectIds(OWNER_TYPE.namespace, ['name', namespace])),
  ofDefaultDeny: (namespace, direction) =>
    byHashedName(objectIds(OWNER_TYPE.defaultDeny, ['name', namespace], ['direction', direction])),
  ofPolicy: (kind, namespace, name) => byHashedName(objectIds(kind, ['name', `${namespace}:${name}`])),
  ofAdminPolicy: (kind, name) => byHashedName(objectIds(kind, ['name', name])),
};

/** Port groups of releases without ids. Each has a readable name among its `external_ids`. */
export const NAMED_PORT_GROUPS: PortGroupForms = {
  ofCluster: (name) => ({ key: name, external_ids: { name } }),
  ofNamespace: (namespace) => ({ key: hashedName(namespace), external_ids: { name: namespace } }),
  ofDefaultDeny: (namespace, direction) => {
    const name = `${hashedName(namespace)}_${direction.toLowerCase()}DefaultDeny`;
    return { key: name, external_ids: { name } };
  },
  ofPolicy: (_kind, namespace, policy) => {
    const name = `${namespace}_${policy}`;
    return { key: hashedName(name), external_ids: { name } };
  },
  ofAdminPolicy: (kind, policy) => {
    const name = `${filterRowsOf(kind).prefix}:${policy}`;
    return { key: hashedName(name), external_ids: { name, [kind]: policy } };
  },
  ownerWithoutType: ownerOfNamedGroup,
};

const DEFAULT_DENY = /^a[0-9]+_(?:in|e)gressDefaultDeny$/;
const NAMESPACE = /^[a-z0-9-]+$/;

/**
 * Returns the owner of a named group, or undefined for groups of the cluster. Their names are not names of namespaces.
 */
function ownerOfNamedGroup(ids: ExternalIds): RowOwner | undefined {
  for (const kind of Object.keys(FILTER_ROWS)) {
    const object = ids(kind);
    if (object !== undefined) return { kind, object, sharedWithControllers: true };
  }
  const name = ids('name') ?? '';
  if (DEFAULT_DENY.test(name)) return { kind: 'NetworkPolicy', sharedWithControllers: true };
  if (NAMESPACE.test(name)) return { kind: 'Namespace', object: name };
  return name.includes('_')
    ? { kind: 'NetworkPolicy', object: name.replace('_', '/'), sharedWithControllers: true }
    : undefined;
}
