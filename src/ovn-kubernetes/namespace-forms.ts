import type { NamespaceForms } from '../model/release.js';
import { FAMILY_ID, byHashedName, objectIds } from './object-ids.js';
import { OWNER_TYPE } from './owner-types.js';

/** Returns the address set of the pods of a namespace. */
export const namespaceAddressSet: NamespaceForms['addressSet'] = (namespace, family) =>
  byHashedName(objectIds(OWNER_TYPE.namespace, ['name', namespace], ['ip-family', FAMILY_ID[family]]));
