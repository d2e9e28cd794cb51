import type { ExternalIds, ReleaseProfile, RowOwner } from '../model/release.js';
import { OWNER_TYPE } from './owner-types.js';

/** Names in `external_ids` of rows of EgressIP and EgressQoS without an owner type. */
export const UNTYPED_KEY = { egressIP: 'name', egressQoS: 'EgressQoS' } as const;

/**
 * Returns the owner of a row that a release writes in its own form: rows without an owner type, and the address sets of
 * namespaces. Returns undefined for rows of other controllers, and for rows that have the same form in every release.
 */
export function ownerInRelease(
  release: ReleaseProfile,
  table: string,
  ids: ExternalIds,
  type: string | undefined,
): RowOwner | undefined {
  if (type !== undefined) return isNamespaceSet(release, table, type) ? NAMESPACE_SET : undefined;
  switch (table) {
    case 'Port_Group':
      return release.portGroups.ownerWithoutType?.(ids);
    case 'QoS':
      return release.egressQoS.identifiesRules
        ? undefined
        : ownerIn('EgressQoS', ids(UNTYPED_KEY.egressQoS), '/default');
    case 'Logical_Router_Policy':
    case 'NAT':
      return release.egressIP.identifiesPods ? undefined : ownerIn('EgressIP', ids(UNTYPED_KEY.egressIP), '');
    default:
      return undefined;
  }
}

/** Policies of other controllers also match the sets of namespaces. */
const NAMESPACE_SET: RowOwner = { kind: 'Namespace', sharedWithControllers: true };

function isNamespaceSet({ namespaces }: ReleaseProfile, table: string, type: string): boolean {
  return namespaces.addressSet !== undefined && table === 'Address_Set' && type === OWNER_TYPE.namespace;
}

function ownerIn(kind: string, name: string | undefined, suffix: string): RowOwner | undefined {
  return name === undefined ? undefined : { kind, object: `${name}${suffix}` };
}
