import type { ReleaseProfile } from '../model/release.js';
import { OWNER_TYPE } from './owner-types.js';
import { RELEASES } from './releases/index.js';
import { CLUSTER_PORT_GROUP } from './row-names.js';

/** Properties of the rows of a Northbound database that show its release. */
export interface RowSigns {
  /** Version of the schema, `major.minor.patch`. */
  readonly schemaVersion: string;
  /** Returns true if the table has a row with this name. */
  readonly hasName: (table: 'Address_Set' | 'Port_Group', name: string) => boolean;
  /** Returns true if an address set has this owner type. */
  readonly hasSetOf: (ownerType: string) => boolean;
}

/** Names of rows that the controllers of a release write in every cluster, or in those with EgressIP. */
const NAMES: readonly {
  readonly table: 'Address_Set' | 'Port_Group';
  readonly nameIn: (release: ReleaseProfile) => string;
}[] = [
  { table: 'Port_Group', nameIn: ({ portGroups }) => portGroups.ofCluster(CLUSTER_PORT_GROUP.nodes).key },
  ...(['IPv4', 'IPv6'] as const).flatMap((family) => [
    { table: 'Address_Set' as const, nameIn: ({ egressIP }: ReleaseProfile) => egressIP.nodeAddresses(family).key },
    { table: 'Address_Set' as const, nameIn: ({ egressIP }: ReleaseProfile) => egressIP.servedPods(family).key },
  ]),
];

/**
 * Returns the releases whose controllers may have written the rows of a database, the oldest first. Returns undefined
 * if nothing in the rows shows a release. If the rows match several releases, the schema version decides.
 */
export function releasesOfRows({ schemaVersion, hasName, hasSetOf }: RowSigns): readonly ReleaseProfile[] | undefined {
  let possible = RELEASES;
  let isShown = false;
  for (const { table, nameIn } of NAMES) {
    const shown = new Set(RELEASES.map(nameIn).filter((name) => hasName(table, name)));
    if (shown.size === 0) continue;
    isShown = true;
    possible = possible.filter((release) => shown.has(nameIn(release)));
  }
  if (!isShown) return undefined;
  // The controllers write a set for each namespace, and every cluster has namespaces.
  const hasNamespaceSets = hasSetOf(OWNER_TYPE.namespace);
  possible = possible.filter(({ namespaces }) => (namespaces.addressSet !== undefined) === hasNamespaceSets);
  const ofSchema = possible.filter((release) => isSameSchema(release.ovnSchemaVersion, schemaVersion));
  return ofSchema.length > 0 ? ofSchema : possible;
}

/** Returns true if two versions differ at most in the last number. */
function isSameSchema(one: string, other: string): boolean {
  const withoutPatch = (version: string): string => version.split('.').slice(0, 2).join('.');
  return withoutPatch(one) === withoutPatch(other);
}
