import type { Db, Query } from '../../../engine/query.js';
import { type SortedParts, sortParts } from '../../../engine/sort-parts.js';
import type { NorthboundRows, Row, RowAttachment } from '../../../model/northbound.js';
import type { RowBlock } from '../../../northbound/row-shape.js';
import { joinLists } from '../../../northbound/join-rows.js';
import { keepEqualRows } from '../../../northbound/keep-rows.js';
import { isDeepEqual } from '../../../std/deep-equal.js';
import { groupBy } from '../../../std/group-by.js';
import { inOrder } from '../../../std/in-order.js';
import { sameItems } from '../../../std/same-items.js';
import { byKey } from './keys.js';
import { attachMarks } from './mark.js';
import type { RowParts } from './row-parts.js';
import { mergeSorted } from './zone-tables.js';

/** Rows of every zone. An attachment to every switch stands for one to each switch of a zone. */
export interface SharedRows {
  readonly rows: NorthboundRows;
  /** Further rows of every zone, in blocks. Empty if all rows are requested at once. */
  readonly blocks: readonly RowBlock[];
}

/** Queries of the rows of every zone. */
export interface SharedQueries {
  readonly rows: Query<undefined, SharedRows>;
  /** What all zones attach to base rows. */
  readonly attachments: Query<undefined, readonly RowAttachment[]>;
  /** The rules of all switches of a zone, and the address sets that they match. */
  readonly onSwitches: Query<undefined, NorthboundRows>;
}

type Lists = readonly (readonly Row[])[];

/**
 * Creates queries of the rows of every zone. `haveSwitches`: true if every zone has a switch, so that all zones contain
 * the rules of switches. `isManaged`: true if Weir makes the base rows, and attachments are parts of them.
 */
export function createSharedQueries(
  parts: RowParts,
  haveSwitches: Query<undefined, boolean>,
  isManaged: (db: Db) => boolean,
): SharedQueries {
  const rules: Query<undefined, SortedParts<Row>> = {
    name: 'rules of switches',
    hasOneReader: true,
    run: (db, _, before) => {
      const ofReplies = db.get(parts.egressIP.shared, undefined)?.qos ?? [];
      return mergeParts([db.get(parts.marks.shared, undefined).qos, inOrder(ofReplies, byKey)], before);
    },
  };
  const onSwitches: SharedQueries['onSwitches'] = {
    name: 'rows of switches',
    run: (db) => rowsOfSwitches(db.get(rules, undefined).sorted, db.get(parts.marks.shared, undefined).sets),
  };
  const added = (db: Db): NorthboundRows | undefined =>
    db.get(haveSwitches, undefined) ? db.get(onSwitches, undefined) : undefined;
  const lists: Query<undefined, ReadonlyMap<string, Lists>> = {
    name: 'lists of common rows',
    run: (db) => listCommon(db, parts),
  };
  const listsOfTable: Query<string, Lists> = {
    name: 'lists of common rows of a table',
    hasOneReader: true,
    run: (db, table) => db.get(lists, undefined).get(table) ?? [],
    same: sameItems,
  };
  const merged: Query<string, SortedParts<Row>> = {
    name: 'merged common rows of a table',
    hasOneReader: true,
    run: (db, table, before) => mergeParts(db.get(listsOfTable, table), before),
  };
  const common: Query<string, readonly Row[]> = {
    name: 'common rows of a table',
    hasOneReader: true,
    run: (db, table) => db.get(merged, table).sorted,
    same: sameItems,
  };
  const table: Query<string, readonly Row[]> = {
    name: 'rows of all zones of a table',
    run: (db, name, before) => {
      const others = added(db)?.rows.get(name);
      const rows = others ? joinLists([db.get(common, name), others]) : db.get(common, name);
      return before ? keepEqualRows(rows, before) : rows;
    },
    same: sameItems,
  };
  const attachments: SharedQueries['attachments'] = {
    name: 'attachments of all zones',
    run: (db) => [
      ...(db.get(parts.egressIP.shared, undefined)?.attachments ?? []),
      ...(db.get(parts.services, undefined)?.shared.attachments ?? []),
      ...(added(db)?.attachments ?? []),
    ],
    same: isDeepEqual,
  };
  return {
    onSwitches,
    attachments,
    rows: {
      name: 'rows of all zones',
      run: (db) => {
        const names = new Set([...db.get(lists, undefined).keys(), ...(added(db)?.rows.keys() ?? [])]);
        const rows = new Map([...names].sort().map((name) => [name, db.get(table, name)]));
        const attached = isManaged(db) ? [] : db.get(attachments, undefined);
        const { blocks } = db.get(parts.filters, undefined);
        return { rows: { rows, attachments: attached, absent: new Map() }, blocks };
      },
    },
  };
}

/** Returns the lists of rows that all zones contain, except the rules of switches, by table. Each is in order. */
function listCommon(db: Db, parts: RowParts): ReadonlyMap<string, Lists> {
  const filters = db.get(parts.filters, undefined);
  const lists: (readonly [table: string, rows: readonly Row[]])[] = [
    ['ACL', filters.acls],
    ['Address_Set', db.get(parts.namespaceSets, undefined)],
    ['Address_Set', filters.addressSets],
    ['Port_Group', db.get(parts.portGroups, undefined) ?? []],
    ...db.get(parts.policies.shared, undefined),
    ...(db.get(parts.egressIP.shared, undefined)?.rows ?? []),
    ...(db.get(parts.services, undefined)?.shared.rows ?? []),
  ];
  const byTable = groupBy(
    lists.filter(([, rows]) => rows.length > 0),
    ([table]) => table,
  );
  return new Map(Array.from(byTable, ([table, own]) => [table, own.map(([, rows]) => rows)]));
}

/** Returns the rows of lists that are in byte order of their keys, in that order. */
function mergeParts(parts: Lists, before?: SortedParts<Row>): SortedParts<Row> {
  return before ? sortParts(parts, byKey, before) : { parts, sorted: mergeSorted(parts) };
}

/** Returns rules and address sets as rows. Both are in byte order of their keys. */
function rowsOfSwitches(rules: readonly Row[], sets: readonly Row[]): NorthboundRows {
  const tables: readonly (readonly [table: string, rows: readonly Row[]])[] = [
    ['Address_Set', sets],
    ['QoS', rules],
  ];
  const rows = new Map(tables.filter(([, list]) => list.length > 0));
  return { rows, attachments: attachMarks(rules), absent: new Map() };
}
