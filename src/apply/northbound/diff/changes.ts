import { compareText } from '../../../std/compare-text.js';
import { ID_KEY } from '../../../ovn-kubernetes/object-ids.js';
import type { Change, Drift, FieldChange, KindState } from '../../../model/change.js';
import type { Columns } from '../../../model/northbound.js';
import type { ExternalIds, ReleaseProfile } from '../../../model/release.js';
import type { ColumnSchema } from '../../../northbound/schema/table.js';
import { describeDifference, listText } from '../wire/wire-value.js';
import { type DesiredRow, desiredIdsOf } from './desired.js';
import type { Links } from './link.js';
import { type LiveEntry, liveIdsOf as liveIdsOf } from './live-index.js';
import { kindOfRow, ownerOf } from './ownership.js';
import type { Pairs } from './pair.js';
import type { Match, RowReference } from './pair-group.js';

/** Differences, and the kind of the resources that cause each. '' if the ids of its row do not name a kind. */
export interface OwnedChanges {
  readonly changes: readonly Change[];
  readonly kindOf: (change: Change) => string;
}

/**
 * Returns the differences, in the order of tables and keys. References that are added or removed with their target row
 * are not listed again. `matchOf` returns the match of a live row.
 */
export function changesOf(
  pairs: Pairs,
  links: Links,
  stale: ReadonlySet<LiveEntry>,
  matchOf: (entry: LiveEntry) => Match | undefined,
  release: ReleaseProfile,
): OwnedChanges {
  const kinds = new Map<Change, string>();
  const add = (table: string, ids: ExternalIds, rest: Pick<Change, 'drift' | 'name' | 'fields'>): Change => {
    const change = {
      drift: rest.drift,
      sort: table,
      name: rest.name,
      owner: ownerOf(table, ids, release),
      fields: rest.fields,
    };
    kinds.set(change, kindOfRow(table, ids, release));
    return change;
  };
  const changeOf = (drift: Drift, { table, key, columns }: DesiredRow, list: readonly FieldChange[]): Change =>
    add(table, desiredIdsOf(columns), { drift, name: key, fields: list });
  const liveChange = (drift: Drift, entry: LiveEntry, list: readonly FieldChange[]): Change =>
    add(entry.table, liveIdsOf(entry.row), { drift, name: nameOf({ live: entry }), fields: list });
  const fields = new Map<LiveEntry, FieldChange[]>();
  const fieldsOf = (entry: LiveEntry): FieldChange[] => {
    let list = fields.get(entry);
    if (list === undefined) fields.set(entry, (list = []));
    return list;
  };
  for (const { live, columns, changed } of pairs.changed) {
    fieldsOf(live).push(...differences(changed, columns, live));
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
  const changes = [
    ...pairs.missing.map((row) => changeOf('missing', row, [])),
    ...[...fields].map(([entry, list]) => {
      const row = matchOf(entry)?.desired;
      const sorted = list.sort((a, b) => (a.name < b.name ? -1 : 1));
      return row ? changeOf('changed', row, sorted) : liveChange('changed', entry, sorted);
    }),
    ...[...stale].map((entry) => liveChange('stale', entry, [])),
    ...pairs.foreign.map(({ desired: row, live, columns, changed }) =>
      changeOf('foreign', row, differences(changed, columns, live)),
    ),
  ];
  changes.sort((a, b) => compareText(a.sort, b.sort) || compareText(a.name, b.name) || compareText(a.drift, b.drift));
  return { changes, kindOf: (change) => kinds.get(change) ?? '' };
}

/**
 * Returns the rows by the kind of the resources that cause them, in the order of kinds: the number of equal rows, and the
 * differences.
 */
export function groupByKind(
  matches: Iterable<Match>,
  { changes, kindOf }: OwnedChanges,
  release: ReleaseProfile,
): readonly KindState[] {
  const states = new Map<string, { equal: number; readonly changes: Change[] }>();
  const stateOf = (kind: string): { equal: number; readonly changes: Change[] } => {
    const state = states.get(kind) ?? { equal: 0, changes: [] };
    states.set(kind, state);
    return state;
  };
  const changed = new Set<string>();
  for (const change of changes) {
    if (change.drift === 'changed') changed.add(`${change.sort} ${change.name}`);
    stateOf(kindOf(change)).changes.push(change);
  }
  for (const { desired } of matches) {
    if (changed.has(`${desired.table} ${desired.key}`)) continue;
    stateOf(kindOfRow(desired.table, desiredIdsOf(desired.columns), release)).equal++;
  }
  return [...states].map(([kind, state]) => ({ kind, ...state })).sort((a, b) => compareText(a.kind, b.kind));
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
