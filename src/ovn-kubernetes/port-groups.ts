import type { RowIdentity } from '../model/northbound.js';
import type { PortGroupForms } from '../model/release.js';
import { filterRowsOf } from './filter-rows.js';
import { type ObjectIds, hashedName, hashedNameOf, objectIds } from './object-ids.js';
import { OWNER_TYPE } from './owner-types.js';

/** Port groups with ids, named by the hash of these. */
export const HASHED_PORT_GROUPS: PortGroupForms = {
  ofCluster: (name) => identify(objectIds(OWNER_TYPE.cluster, ['name', name])),
  ofNamespace: (namespace) => identify(objectIds(OWNER_TYPE.namespace, ['name', namespace])),
  ofDefaultDeny: (namespace, direction) =>
    identify(objectIds(OWNER_TYPE.defaultDeny, ['name', namespace], ['direction', direction])),
  ofPolicy: (kind, namespace, name) => identify(objectIds(kind, ['name', `${namespace}:${name}`])),
  ofAdminPolicy: (kind, name) => identify(objectIds(kind, ['name', name])),
};

function identify(external_ids: ObjectIds): RowIdentity {
  return { key: hashedNameOf(external_ids), external_ids };
}

/** Port groups of before they had ids: each has a readable name among its `external_ids`. */
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
};
