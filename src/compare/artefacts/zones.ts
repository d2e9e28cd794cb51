import { titleOf } from '../../model/kubernetes-object.js';
import type { RowAttachment, Row, ZoneRows } from '../../model/northbound.js';
import type { Both } from '../../traffic/side.js';
import type { ItemChange, ZoneChanges } from './change.js';
import { compareColumns, compareSets, sameValue } from './fields.js';

type Tables = ReadonlyMap<string, readonly Row[]>;
type CompareRow = (before: Row, after: Row) => readonly ItemChange[];

/**
 * Compares zone by zone, so that the rows of all zones are never in memory together. Zones with the same changes are
 * one item of the result. `rowsOf` creates the rows of a zone, or returns undefined for a side without it.
 */
export function compareZones(
  zones: readonly string[],
  rowsOf: (zone: string) => Both<ZoneRows | undefined>,
): ZoneChanges[] {
  const groups = new Map<string, { readonly zones: string[]; readonly changes: readonly ItemChange[] }>();
  // In a large cluster most rows are in all zones. Each pair of row objects is compared once.
  const isOnce = zones.length === 1;
  const known = new WeakMap<Row, { readonly after: Row; readonly change: ItemChange | undefined }>();
  const ids = new Map<string, number>();
  for (const zone of zones) {
    const { before, after } = rowsOf(zone);
    const changes = compareZone(before, after, (table) => (old, now) => {
      if (old === now) return [];
      const found = isOnce ? undefined : known.get(old);
      if (found?.after === now) return found.change ? [found.change] : [];
      const fields = compareColumns(old.columns, now.columns);
      const change = fields.length > 0 ? { ...itemOf(table, now, 'changed'), fields } : undefined;
      if (!isOnce) known.set(old, { after: now, change });
      return change ? [change] : [];
    });
    if (changes.length === 0) continue;
    const signature = changes.map((change) => idOf(change, ids)).join();
    const group = groups.get(signature);
    if (group) group.zones.push(zone);
    else groups.set(signature, { zones: [zone], changes });
  }
  return [...groups.values()];
}

function idOf(change: ItemChange, ids: Map<string, number>): number {
  const text = JSON.stringify(change);
  const id = ids.get(text) ?? ids.size;
  ids.set(text, id);
  return id;
}

function compareZone(
  before: ZoneRows | undefined,
  after: ZoneRows | undefined,
  compareIn: (table: string) => CompareRow,
): ItemChange[] {
  const none: Tables = new Map();
  return [
    ...compareTables(before?.rows ?? none, after?.rows ?? none, '', compareIn),
    ...compareAttachments(before?.attachments ?? [], after?.attachments ?? []),
    ...compareTables(before?.absent ?? none, after?.absent ?? none, 'absent ', compareIn),
  ];
}

function compareTables(
  before: Tables,
  after: Tables,
  prefix: string,
  compareIn: (table: string) => CompareRow,
): ItemChange[] {
  const tables = [...new Set([...before.keys(), ...after.keys()])].sort();
  return tables.flatMap((table) => {
    const sort = `${prefix}${table}`;
    const [old, now] = [before.get(table) ?? [], after.get(table) ?? []];
    return old === now ? [] : compareRows(old, now, sort, compareIn(sort));
  });
}

/** Returns the differences between two lists of rows in one pass. Both lists must be in byte order of the keys. */
function compareRows(before: readonly Row[], after: readonly Row[], sort: string, compare: CompareRow): ItemChange[] {
  const changes: ItemChange[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [old, now] = [before[left], after[right]];
    if (!old && !now) return changes;
    if (old && (!now || old.key < now.key)) {
      changes.push(itemOf(sort, old, 'removed'));
      left++;
    } else if (now && (!old || now.key < old.key)) {
      changes.push(itemOf(sort, now, 'added'));
      right++;
    } else if (old && now) {
      changes.push(...compare(old, now));
      left++;
      right++;
    }
  }
}

function itemOf(sort: string, { key, cause }: Row, change: ItemChange['change']): ItemChange {
  const owner = cause ? titleOf(cause.kind, cause) : '';
  return { change, sort, name: key, owner, fields: [] };
}

/**
 * Returns the references that are added to or removed from base rows. A zone has one attachment for each column of a
 * base row.
 */
function compareAttachments(before: readonly RowAttachment[], after: readonly RowAttachment[]): ItemChange[] {
  const [left, right] = [byPlace(before), byPlace(after)];
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((place): ItemChange[] => {
    const [old, now] = [left.get(place), right.get(place)];
    const [had, has] = [old?.references ?? [], now?.references ?? []];
    if (sameValue(had, has)) return [];
    const { table, key, column } = now ?? old ?? { table: '', key: '', column: '' };
    const fields = [{ name: column, ...compareSets(had, has) }];
    return [{ change: 'changed', sort: 'attachment', name: `${table} ${key}`, owner: '', fields }];
  });
}

function byPlace(attachments: readonly RowAttachment[]): ReadonlyMap<string, RowAttachment> {
  return new Map(attachments.map((one) => [`${one.table} ${one.key} ${one.column}`, one]));
}
