import type { RowAttachment, NorthboundRows, OwnRows, Row } from '../../../../model/northbound.js';
import { namespaceGroup } from '../../../../northbound/part-paths.js';
import { northboundSchema } from '../../../../northbound/schema/northbound.js';
import { type RowBlock, type RowRenderer, type ShapedRow, isShaped } from '../../../../northbound/row-shape.js';
import { groupBy } from '../../../../std/group-by.js';
import { flat } from '../../../../std/json-text.js';
import { sameItems } from '../../../../std/same-items.js';
import { sortByName } from '../../../../std/sort-by-name.js';
import { byKey } from '../keys.js';
import {
  type BlockItem,
  type PartItem,
  type PartPlace,
  type ReferenceItem,
  type RowItem,
  type RowPlacer,
  type RunItem,
  createPlacer,
  namespaceOfRow,
  placesIn,
  runBytes,
} from './part.js';

/** Content of a group: rows of a table, or references that are attached to base rows. */
export type GroupList =
  RowList | BlockList | { readonly section: 'attachments'; readonly references: readonly References[] };

export interface RowList {
  readonly section: 'rows';
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

/**
 * Returns the lists of each group of the shared rows, in order of tables. Rows become text only together with their
 * group, so that few texts exist at once. Lists of groups that `before` has are the same ones.
 */
export function groupShared(
  shared: NorthboundRows,
  blocks: readonly RowBlock[],
  groupTable: GroupTable,
  before: Groups = new Map(),
): Groups {
  const groups = new Map<string, GroupList[]>();
  const add = (found: ReadonlyMap<string, GroupList>): void => {
    for (const [group, list] of found) {
      const lists = groups.get(group);
      if (lists) lists.push(list);
      else groups.set(group, [list]);
    }
  };
  const blocksOf = groupBy(blocks, ({ table }) => table);
  for (const table of [...new Set([...shared.rows.keys(), ...blocksOf.keys()])].sort()) {
    add(groupTable(table));
    add(groupBlocks(blocksOf.get(table) ?? []));
  }
  add(groupReferences(shared));
  const kept = Array.from(groups, ([group, lists]) => {
    const known = before.get(group);
    return [group, known && sameLists(known, lists) ? known : lists] as const;
  });
  return sortByName(new Map(kept));
}

/** Rows of a table in order of their keys, and the list of each group. */
export interface GroupedTable {
  readonly rows: readonly Row[];
  readonly groups: ReadonlyMap<string, RowList>;
}

/** Groups the rows of a table, in byte order of the groups. Groups of which no row has changed since `before` have the same list. */
export function groupRows(table: string, rows: readonly Row[], before?: GroupedTable): GroupedTable {
  const placeRow = createPlacer();
  const group = (some: readonly Row[]) => groupBy(some, (row) => placeRow(table, row).group);
  const listOf = (own: readonly Row[]): RowList => ({ section: 'rows', table, rows: own });
  if (!before)
    return { rows, groups: sortByName(new Map(Array.from(group(rows), ([name, own]) => [name, listOf(own)]))) };
  const gone = new Set(before.rows);
  const added = group(rows.filter((row) => !gone.delete(row)));
  const removed = group([...gone]);
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
  return a.length === b.length && a.every((list, index) => isSameList(list, b[index]));
}

function isSameList(a: GroupList, b: GroupList | undefined): boolean {
  if (!b || 'block' in a || 'block' in b) return a === b;
  if ('rows' in a) return 'rows' in b && a.table === b.table && sameItems(a.rows, b.rows);
  return 'references' in b && a.references.length === b.references.length && a.references.every(isSameReference);

  function isSameReference({ to, unit, keys }: References, index: number): boolean {
    const other = b && 'references' in b ? b.references[index] : undefined;
    return other?.to === to && other.unit === unit && sameItems(keys, other.keys);
  }
}

/** Returns the blocks of a table by group. */
function groupBlocks(blocks: readonly RowBlock[]): ReadonlyMap<string, GroupList> {
  return new Map(
    blocks.map((block) => [namespaceGroup(block.namespace), { section: 'rows', table: block.table, block }]),
  );
}

function groupReferences(rows: NorthboundRows): ReadonlyMap<string, GroupList> {
  const groups = new Map<string, References[]>();
  forEachReference(rows, createPlacer(), (to, key, { group, unit }) => {
    const own = groups.get(group);
    if (own) addReference(own, to, key, unit);
    else groups.set(group, [{ to, unit, keys: [key] }]);
  });
  return new Map(Array.from(groups, ([group, references]) => [group, { section: 'attachments', references }]));
}

/** References of one attachment to adjacent rows of one unit. */
interface References {
  readonly to: RowAttachment;
  readonly unit: string;
  readonly keys: string[];
}

function addReference(list: References[], to: RowAttachment, key: string, unit: string): void {
  const last = list.at(-1);
  if (last?.to === to && last.unit === unit) last.keys.push(key);
  else list.push({ to, unit, keys: [key] });
}

/** Returns the items of references. If each row is a unit, each reference is an item. */
function referenceItems(list: readonly References[]): ReferenceItem[] {
  return list.flatMap(({ to, unit, keys }): ReferenceItem[] =>
    unit === ''
      ? keys.map((key) => ({ section: 'attachments', to, keys: [key], unit }))
      : [{ section: 'attachments', to, keys, unit }],
  );
}

/** Visits the references that are attached to base rows, with the places of the rows that they refer to. */
function forEachReference(
  rows: NorthboundRows,
  placeRow: RowPlacer,
  visit: (to: RowAttachment, key: string, place: PartPlace) => void,
): void {
  const placeIn = placesIn(rows, placeRow);
  for (const to of rows.attachments) {
    const target = targetOf(to);
    for (const key of to.references) visit(to, key, placeIn(target, key));
  }
}

/** Returns the item of a row, or an earlier one of the same row. */
export type RememberItem = (row: Row, make: () => RowItem) => RowItem;

/** Creates a memory of items. They depend on nothing but their rows, and have units of one place: groups, or zones. */
export function createItemMemory(): RememberItem {
  const known = new WeakMap<Row, RowItem>();
  return (row, make) => {
    let item = known.get(row);
    if (!item) known.set(row, (item = make()));
    return item;
  };
}

/** Creates a function that makes the items of the lists of a group. */
export function createItems(
  renderRow: RowRenderer,
  remember: RememberItem,
): (lists: readonly GroupList[]) => PartItem[] {
  const itemOf = createItem(renderRow, createPlacer());
  return (lists) =>
    lists.flatMap((list): readonly PartItem[] => {
      if (list.section === 'attachments') return referenceItems(list.references);
      if ('block' in list) return [blockItem(list.block, renderRow)];
      const { section, table, rows } = list;
      // The few rows of a namespace are remade together. Other groups grow with the cluster.
      return rows.map((row) =>
        namespaceOfRow(row) === '' ? remember(row, () => itemOf(section, table, row)) : itemOf(section, table, row),
      );
    });
}

/** Returns the rows of a block as one item. */
function blockItem({ table, causes, rows: make }: RowBlock, renderRow: RowRenderer): BlockItem {
  const rows = make();
  let text = '';
  for (const row of rows) text += `${text === '' ? '' : ','}${renderRow(table, row)}`;
  return { section: 'rows', table, unit: '', rows, causes, text };
}

/** Collects the content of a zone's parts. */
export interface ZoneCollector {
  /** Adds the next row of the section `rows`. Tables and keys come in order. */
  readonly addRow: (table: string, row: Row) => void;
  /** Adds the other content of the rows, and the switches of the zone. Returns all items. */
  readonly finish: (own: OwnRows, switches: readonly string[]) => readonly PartItem[];
}

/** Creates an empty collector. The rows of a place are a unit. */
export function collectZone(renderRow: RowRenderer, remember: RememberItem): ZoneCollector {
  const items: PartItem[] = [];
  const placeRow = createPlacer(({ group, unit }) => ({ group: '', unit: `${group}/${unit}` }));
  const itemOf = createItem(renderRow, placeRow);
  const addToRun = collectRuns(placeRow, items);
  const add = (section: RowItem['section'], table: string, row: Row): void => {
    items.push(remember(row, () => keep(itemOf(section, table, row))));
  };
  return {
    addRow: (table, row) => {
      if (isShaped(row)) addToRun(table, row);
      else add('rows', table, row);
    },
    finish: (own, switches) => {
      const references: References[] = [];
      forEachReference(own, placeRow, (to, key, { unit }) => {
        addReference(references, to, key, unit);
      });
      for (const item of referenceItems(references)) items.push(item);
      for (const [table, rows] of own.absent) for (const row of rows) add('absent', table, row);
      for (const key of switches) items.push({ section: 'switches', key, unit: '' });
      return items;
    },
  };
}

/** Creates a function that adds rows to the items. Adjacent rows of a unit become one item. */
function collectRuns(placeRow: RowPlacer, items: PartItem[]): (table: string, row: ShapedRow) => void {
  const list: ShapedRow[] = [];
  let run: { -readonly [Field in keyof RunItem]: RunItem[Field] } | undefined;
  return (table, row) => {
    const { unit } = placeRow(table, row);
    const size = runBytes(row);
    const end = list.push(row);
    if (run?.table === table && run.unit === unit && items.at(-1) === run) {
      run.end = end;
      run.bytes += size;
    } else {
      run = { section: 'rows', table, unit, list, start: end - 1, end, bytes: size };
      items.push(run);
    }
  };
}

/** Returns an item with flat text, because it is kept until the items of its zone are complete. */
function keep(item: RowItem): RowItem {
  const { section, table, key, unit, text, cause } = item;
  return { section, table, key, unit, text: flat(text), cause };
}

function createItem(renderRow: RowRenderer, placeRow: RowPlacer) {
  return (section: RowItem['section'], table: string, row: Row): RowItem => {
    const { unit } = placeRow(table, row);
    const { key, cause } = row;
    return { section, table, key, unit, text: renderRow(table, row), cause };
  };
}

/** Returns the table of the rows that an attachment refers to. */
function targetOf({ table, column }: RowAttachment): string {
  return northboundSchema.get(table)?.columns.get(column)?.key.reference?.table ?? '';
}
