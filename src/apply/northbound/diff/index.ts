import type { ZoneRows } from '../../../model/northbound.js';
import type { ReleaseProfile } from '../../../model/release.js';
import { DEFAULT_RELEASE } from '../../../ovn-kubernetes/releases/index.js';
import { BASE_TABLES } from '../../../northbound/base-tables.js';
import { type FittedTables, downgrade } from '../../../northbound/downgrade.js';
import type { RowProblem } from '../../../northbound/row-problem.js';
import { sameItems } from '../../../std/same-items.js';
import { governedSchema } from '../wire/governed-columns.js';
import type { LiveDatabase, ReadColumns } from '../wire/database.js';
import { NAMED } from './identity.js';
import { hasServices, isManaged } from './ownership.js';
import { type CompareScope, type ZoneDiff, createScopedComparison } from './scoped-comparison.js';

/** Compares a database with the desired rows of a zone. See `diffZone`. */
export type CompareZone = (wanted: ZoneRows, live: LiveDatabase, release?: ReleaseProfile) => ZoneDiff;

/**
 * Returns the columns to read for comparing a database with a zone. `available`: the tables and columns of the
 * database.
 */
export function columnsToRead(zone: ZoneRows, version: string, available: LiveDatabase['available']): ReadColumns {
  const columns = new Map<string, readonly string[]>();
  const managed = isManaged(zone);
  const services = hasServices(zone);
  for (const [table, governed] of governedSchema(version, available)) {
    const names = governed.map(({ name }) => name);
    const isWhole = (name: string): boolean => managed || FEATURE_TABLES.has(name) || zone.rows.has(name);
    const isRead = (name: string): boolean =>
      isWhole(name) || (BASE_TABLES.has(name) && (services || name !== 'Load_Balancer_Group'));
    // For base rows, only their names are compared, and their columns for references.
    const edited = governed.filter(({ key, max }) => max > 1 && isRead(key.reference?.table ?? ''));
    if (isWhole(table)) columns.set(table, names);
    else if (isRead(table)) columns.set(table, ['name', ...edited.map(({ name }) => name)]);
  }
  return columns;
}

const FEATURE_TABLES: ReadonlySet<string> = new Set([
  'ACL',
  'Address_Set',
  'BFD',
  'Logical_Router_Policy',
  'Logical_Router_Static_Route',
  'NAT',
  'Port_Group',
  'QoS',
]);

/**
 * Creates a function that compares as `diffZone` does, with the same result. It looks only at rows that have changed since
 * its last comparison, on either side, and at rows that depend on these. A result is valid until the next comparison.
 */
export function createZoneComparison(): CompareZone {
  let last: { readonly form: readonly unknown[]; readonly compare: CompareScope; fitted: FittedTables } | undefined;
  return (wanted, live, release = DEFAULT_RELEASE) => {
    const { schemaVersion, available } = live;
    const form = [schemaVersion, available, release, ...scopeOf(wanted)];
    const known = last && sameItems(last.form, form) ? last : undefined;
    // What a failed comparison leaves is not continued.
    last = undefined;
    const { rows, problems, fitted } = downgrade(wanted, schemaVersion, undefined, known?.fitted);
    const compare = known?.compare ?? createScopedComparison(wanted, live, release);
    const diff = compare(rows, live, problems.map(describeGap));
    last = { form, compare, fitted };
    return diff;
  };
}

/**
 * Compares a database with the desired rows of a zone. Rows are paired by their natural identity. Only differing
 * columns are changed, and sets of references element by element. Missing columns of the server are skipped if rows
 * mean the same without them, otherwise they are problems. `release`: the release of the zone.
 */
export const diffZone: CompareZone = (wanted, live, release) => createZoneComparison()(wanted, live, release);

/** Returns what decides about all rows of a zone: a comparison with another scope begins anew. */
function scopeOf(zone: ZoneRows): readonly unknown[] {
  // Rows of a table without desired ones are found by their names.
  const named = [...NAMED].filter((table) => (zone.rows.get(table)?.length ?? 0) > 0).join(' ');
  return [zone.zone, isManaged(zone), hasServices(zone), named];
}

function describeGap({ table, key, column, message }: RowProblem): string {
  return `${table} '${key}'${column === undefined ? '' : `, ${column}`}: ${message}`;
}
