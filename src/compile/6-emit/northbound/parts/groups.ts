import { changedKeys } from '../../../../engine/changed-keys.js';
import type { NorthboundRows, Row, RowAttachment } from '../../../../model/northbound.js';
import { namespaceGroup } from '../../../../northbound/part-paths.js';
import type { RowBlock } from '../../../../northbound/row-shape.js';
import { findChangedItems } from '../../../../std/find-change.js';
import { groupBy } from '../../../../std/group-by.js';
import { sameItems, sameList } from '../../../../std/same-items.js';
import { sortByName } from '../../../../std/sort-by-name.js';
import { byKey } from '../keys.js';
import type { RowPlacer } from './part.js';
import { type References, addReference, forEachReference, isSamePlace, referencedTable } from './references.js';

/** Content of a group: rows of a table, or references that are attached to base rows. */
export type GroupList =
  RowList | BlockList | { readonly section: 'attachments'; readonly references: readonly References[] };

export interface RowList {
  readonly section: 'rows' | 'absent';
  readonly table: string;
  readonly rows: readonly Row[];
}

/** Rows that are made together with their part. */
interface BlockList {
  readonly section: 'rows';
  readonly table: string;
  readonly block: RowBlock;
}

/** Lists by group. */
export type Groups = ReadonlyMap<string, readonly GroupList[]>;

/** Returns the lists of each group of a table. */
export type GroupTable = (table: string) => ReadonlyMap<string, GroupList>;

/** The lists of each group, and what they are made of. */
export interface GroupedRows {
  readonly groups: Groups;
  /** One for each table, then for the blocks of each table, then for references, then for rows that must not exist. */
  readonly parts: readonly ReadonlyMap<string, GroupList>[];
  readonly grouped: NorthboundRows;
}

/** How rows are grouped. */
export interface Grouping {
  readonly createPlacer: () => RowPlacer;
  readonly blocks?: readonly RowBlock[];
  readonly groupTable: GroupTable;
}

/**
 * Returns the lists of each group of rows, in order of tables. Rows become text only together with their group, so that few
 * texts exist at once. Lists of groups that `before` has are the same ones. Takes time in proportion to the tables that
 * have changed since.
 */
export function joinTables(
  rows: NorthboundRows,
  { createPlacer: create, blocks = [], groupTable }: Grouping,
  before?: GroupedRows,
): GroupedRows {
  const blocksOf = groupBy(blocks, ({ table }) => table);
  const tables = [...new Set([...rows.rows.keys(), ...blocksOf.keys()])].sort();
  const parts = [
    ...tables.flatMap((table) => [groupTable(table), groupBlocks(blocksOf.get(table) ?? [])]),
    (before && keepReferences(rows, before)) ?? groupReferences(rows, create()),
    ...Array.from(rows.absent, ([table, own]) => groupRows('absent', table, own, create()).groups),
  ];
  if (before?.parts.length !== parts.length) return { groups: joinGroups(parts, before?.groups), parts, grouped: rows };
  const changed = new Set(parts.flatMap((part, index) => changedKeys(before.parts[index] ?? NO_GROUPS, part)));
  if (changed.size === 0) return { groups: before.groups, parts, grouped: rows };
  const groups = new Map(before.groups);
  for (const group of changed) {
    const lists = parts.flatMap((part) => part.get(group) ?? []);
    const known = before.groups.get(group);
    if (lists.length === 0) groups.delete(group);
    else if (!known || !sameLists(known, lists)) groups.set(group, lists);
  }
  return { groups: sortByName(groups), parts, grouped: rows };
}

const NO_GROUPS: ReadonlyMap<string, GroupList> = new Map();

/** Joins the lists of each group, in byte order of the groups. */
function joinGroups(parts: GroupedRows['parts'], before: Groups = new Map()): Groups {
  const groups = new Map<string, GroupList[]>();
  for (const part of parts) {
    for (const [group, list] of part) {
      const lists = groups.get(group);
      if (lists) lists.push(list);
      else groups.set(group, [list]);
    }
  }
  const kept = Array.from(groups, ([group, lists]) => {
    const known = before.get(group);
    return [group, known && sameLists(known, lists) ? known : lists] as const;
  });
  return sortByName(new Map(kept));
}

/** Returns the groups of references of `before` if these are the same, and refer to the same rows. */
function keepReferences(
  { attachments, rows }: NorthboundRows,
  before: GroupedRows,
): GroupedRows['parts'][number] | undefined {
  const { grouped, parts } = before;
  const isSame = (to: RowAttachment): boolean =>
    rows.get(referencedTable(to)) === grouped.rows.get(referencedTable(to));
  return attachments === grouped.attachments && attachments.every(isSame)
    ? parts[parts.length - 1 - grouped.absent.size]
    : undefined;
}

/** Rows of a table in order of their keys, and the list of each group. */
export interface GroupedTable {
  readonly rows: readonly Row[];
  readonly groups: ReadonlyMap<string, RowList>;
}

/** Groups the rows of a table, in byte order of the groups. Groups of which no row has changed since `before` have the same list. */
export function groupRows(
  section: RowList['section'],
  table: string,
  rows: readonly Row[],
  placeRow: RowPlacer,
  before?: GroupedTable,
): GroupedTable {
  const group = (some: readonly Row[]) => groupBy(some, (row) => placeRow(table, row).group);
  const listOf = (own: readonly Row[]): RowList => ({ section, table, rows: own });
  if (!before)
    return { rows, groups: sortByName(new Map(Array.from(group(rows), ([name, own]) => [name, listOf(own)]))) };
  const { gone, added: more } = findChangedItems(before.rows, rows);
  const [added, removed] = [group(more), group([...gone])];
  const groups = new Map(before.groups);
  for (const name of new Set([...removed.keys(), ...added.keys()])) {
    const kept = (before.groups.get(name)?.rows ?? []).filter((row) => !gone.has(row));
    const own = [...kept, ...(added.get(name) ?? [])].sort(byKey);
    if (own.length > 0) groups.set(name, listOf(own));
    else groups.delete(name);
  }
  return { rows, groups: sortByName(groups) };
}

/** Returns true if the lists of a group have the same content. */
function sameLists(a: readonly GroupList[], b: readonly GroupList[]): boolean {
  return sameList(a, b, isSameList);
}

function isSameList(a: GroupList, b: GroupList): boolean {
  if ('block' in a || 'block' in b) return a === b;
  if ('rows' in a) return 'rows' in b && a.section === b.section && a.table === b.table && sameItems(a.rows, b.rows);
  return 'references' in b && sameList(a.references, b.references, isSameReference);
}

function isSameReference(a: References, b: References): boolean {
  return isSamePlace(a.to, b.to) && a.unit === b.unit && sameItems(a.keys, b.keys);
}

/** Returns the blocks of a table by group. */
function groupBlocks(blocks: readonly RowBlock[]): ReadonlyMap<string, GroupList> {
  return new Map(
    blocks.map((block) => [namespaceGroup(block.namespace), { section: 'rows', table: block.table, block }]),
  );
}

function groupReferences(rows: NorthboundRows, placeRow: RowPlacer): ReadonlyMap<string, GroupList> {
  const groups = new Map<string, References[]>();
  forEachReference(rows, placeRow, (to, key, { group, unit }) => {
    const own = groups.get(group);
    if (own) addReference(own, to, key, unit);
    else groups.set(group, [{ to, unit, keys: [key] }]);
  });
  return new Map(Array.from(groups, ([group, references]) => [group, { section: 'attachments', references }]));
}
