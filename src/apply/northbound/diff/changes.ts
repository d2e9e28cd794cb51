import { compareText } from '../../../std/compare-text.js';
import { ID_KEY } from '../../../ovn-kubernetes/object-ids.js';
import type { Change, Drift, FieldChange } from '../../../model/change.js';
import type { Columns } from '../../../model/northbound.js';
import type { ReleaseProfile } from '../../../model/release.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { describeDifference, listText } from '../wire/wire-value.js';
import { type DesiredRow, desiredIdsOf } from './desired.js';
import type { Links } from './links.js';
import { type LiveEntry, liveIdsOf as liveIdsOf } from './live-index.js';
import { ownerOf } from './ownership.js';
import type { Pairs } from './pair.js';
import type { RowReference } from './pair.js';

/**
 * Returns the differences, in the order of tables and keys. References that are added or removed with their target row
 * are not listed again.
 */
export function changesOf(
  pairs: Pairs,
  links: Links,
  stale: ReadonlySet<LiveEntry>,
  release: ReleaseProfile,
): readonly Change[] {
  const fields = new Map<LiveEntry, FieldChange[]>();
  const desired = new Map<LiveEntry, DesiredRow>();
  const fieldsOf = (entry: LiveEntry): FieldChange[] => {
    let list = fields.get(entry);
    if (list === undefined) fields.set(entry, (list = []));
    return list;
  };
  for (const { live, columns, changed } of pairs.matches) {
    if (changed.length > 0) fieldsOf(live).push(...differences(changed, columns, live));
  }
  for (const { holder, column, target } of links.singles) {
    fieldsOf(holder).push({ name: column.name, live: 'another', desired: target ? nameOf(target) : '' });
  }
  for (const { holder, column, add, remove } of links.sets) {
    if (!('live' in holder)) continue;
    const gone = remove.filter((entry) => !stale.has(entry)).map((entry) => nameOf({ live: entry }));
    const added = add.filter((target) => 'live' in target).map(nameOf);
    if (gone.length + added.length === 0) continue;
    fieldsOf(holder.live).push({ name: column.name, live: listText(gone), desired: listText(added) });
  }
  if (fields.size > 0) {
    for (const { desired: row, live } of pairs.matches) if (fields.has(live)) desired.set(live, row);
  }
  const changes = [
    ...pairs.missing.map((row) => changeOf('missing', row, [], release)),
    ...[...fields].map(([entry, list]) => {
      const row = desired.get(entry);
      const sorted = list.sort((a, b) => (a.name < b.name ? -1 : 1));
      return row ? changeOf('changed', row, sorted, release) : liveChange('changed', entry, sorted, release);
    }),
    ...[...stale].map((entry) => liveChange('stale', entry, [], release)),
    ...pairs.foreign.map(({ desired: row, live, columns, changed }) =>
      changeOf('foreign', row, differences(changed, columns, live), release),
    ),
  ];
  return changes.sort(
    (a, b) => compareText(a.sort, b.sort) || compareText(a.name, b.name) || compareText(a.drift, b.drift),
  );
}

function changeOf(
  drift: Drift,
  { table, key, columns }: DesiredRow,
  fields: readonly FieldChange[],
  release: ReleaseProfile,
): Change {
  return { drift, sort: table, name: key, owner: ownerOf(table, desiredIdsOf(columns), release), fields };
}

function liveChange(drift: Drift, entry: LiveEntry, fields: readonly FieldChange[], release: ReleaseProfile): Change {
  const { table, row } = entry;
  return { drift, sort: table, name: nameOf({ live: entry }), owner: ownerOf(table, liveIdsOf(row), release), fields };
}

/** Returns the name of a row in the notation of rendered row keys: its id if it has one. */
function nameOf(target: RowReference): string {
  if ('inserted' in target) return target.inserted.key;
  const { table, row, identity, uuid } = target.live;
  if (table === 'Address_Set' || table === 'Port_Group') return identity ?? uuid;
  return liveIdsOf(row)(ID_KEY.id) ?? identity ?? (typeof row.name === 'string' ? row.name : uuid);
}

function differences(changed: readonly ColumnSchema[], columns: Columns, { row }: LiveEntry): FieldChange[] {
  return changed
    .map((column): FieldChange => {
      const texts = describeDifference(column, columns[column.name], row[column.name] ?? ['set', []]);
      return { name: column.name, ...texts };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
