import { isDeepStrictEqual } from 'node:util';
import type { Query } from '../../engine/query.js';
import type { Namespace } from '../../model/cluster.js';
import { contextOf } from '../contract/recorded-context.js';

/** What a namespace says about the traffic of its pods. */
export type NamespaceSettings = Pick<Namespace, 'name' | 'aclLogging' | 'primaryNetwork'>;

/** The settings of a namespace. Undefined without the namespace. They stay the same if only its labels change. */
export const namespaceSettingsOf: Query<string, NamespaceSettings | undefined> = {
  name: 'settings of a namespace',
  run: (db, name) => {
    const namespace = contextOf(db).cluster.namespaces.get(name);
    if (!namespace) return undefined;
    const { aclLogging, primaryNetwork } = namespace;
    return { name, aclLogging, ...(primaryNetwork && { primaryNetwork }) };
  },
  same: isDeepStrictEqual,
};
