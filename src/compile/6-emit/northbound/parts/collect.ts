import type { RowAttachment, NorthboundRows, OwnRows, Row, RowBlock } from '../../../../model/northbound.js';
import { namespaceGroup } from '../../../../northbound/part-paths.js';
import { northboundSchema } from '../../../../northbound/schema/northbound.js';
import type { RowRenderer } from '../../../../northbound/row-text.js';
import { memberText } from '../../../../northbound/section-text.js';
import type { Memo } from '../../../../engine/memo.js';
import { groupBy } from '../../../../std/group-by.js';
import { flat } from '../../../../std/json-text.js';
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
  templateText,
} from './part.js';

/** Content of a group: rows of a table, or references that are attached to base rows. */
export type GroupList =
  RowList | BlockList | { readonly section: 'attachments'; readonly references: readonly References[] };

interface RowList {
  readonly section: RowItem['section'];
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

/**
 * Returns the lists of each group of the shared rows, in order of tables. With a memo, the same rows give the same
 * lists. Rows become text only together with their group, so that few texts exist at once.
 */
export function groupShared(shared: NorthboundRows, blocks: readonly RowBlock[], memo: Memo): Groups {
  const groups = new Map<string, GroupList[]>();
  const add = (found: ReadonlyMap<string, GroupList>): void => {
    for (const [group, list] of found) {
      const lists = groups.get(group);
      if (lists) lists.push(list);
      else groups.set(group, [list]);
    }
  };
  const addRows = (section: RowItem['section'], tables: NorthboundRows['rows'], blocksOf: BlocksByTable): void => {
    for (const table of [...new Set([...tables.keys(), ...blocksOf.keys()])].sort()) {
      const rows = tables.get(table);
      if (rows) add(memo(`${section} by group`, table, [rows], () => groupRows(section, table, rows, memo)));
      add(groupBlocks(blocksOf.get(table) ?? []));
    }
  };
  addRows(
    'rows',
    shared.rows,
    groupBy(blocks, ({ table }) => table),
  );
  const { attachments } = shared;
  const targets = attachments.map((attachment) => shared.rows.get(targetOf(attachment)));
  add(memo('references by group', undefined, [...attachments, ...targets], () => groupReferences(shared)));
  addRows('absent', shared.absent, new Map());
  return groups;
}

function groupRows(
  section: RowItem['section'],
  table: string,
  rows: readonly Row[],
  memo: Memo,
): ReadonlyMap<string, GroupList> {
  const placeRow = createPlacer();
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const { group } = placeRow(table, row);
    const own = groups.get(group);
    if (own) own.push(row);
    else groups.set(group, [row]);
  }
  const listOf = (group: string, own: readonly Row[]): GroupList =>
    memo(`${section} of ${table}`, group, own, () => ({ section, table, rows: own }));
  return new Map(Array.from(groups, ([group, own]) => [group, listOf(group, own)]));
}

type BlocksByTable = ReadonlyMap<string, readonly RowBlock[]>;

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

/** Creates a function that makes the items of the lists of a group. */
export function createItems(renderRow: RowRenderer, memo: Memo): (lists: readonly GroupList[]) => PartItem[] {
  const itemOf = createItem(renderRow, createPlacer());
  return (lists) =>
    lists.flatMap((list): readonly PartItem[] => {
      if (list.section === 'attachments') return referenceItems(list.references);
      if ('block' in list) return [blockItem(list.block)];
      const { section, table, rows } = list;
      // The few rows of a namespace are remade together. Other groups grow with the cluster.
      return rows.map((row) =>
        namespaceOfRow(row) === ''
          ? memo('item of a group', row, NO_INPUTS, () => itemOf(section, table, row))
          : itemOf(section, table, row),
      );
    });
}

/** Returns the rows of a block as one item. */
function blockItem({ table, causes, rows: make }: RowBlock): BlockItem {
  const rows = make();
  let text = '';
  for (const row of rows) text += `${text === '' ? '' : ','}${templateText(row)}`;
  return { section: 'rows', table, unit: '', rows, causes, text };
}

const NO_INPUTS: readonly unknown[] = [];

/** Collects the content of a zone's parts. */
export interface ZoneCollector {
  /** Adds the next row of the section `rows`. Tables and keys come in order. */
  readonly addRow: (table: string, row: Row) => void;
  /** Adds the other content of the rows, and the switches of the zone. Returns all items. */
  readonly finish: (own: OwnRows, switches: readonly string[]) => readonly PartItem[];
}

/** Creates an empty collector. The rows of a place are a unit. */
export function collectZone(renderRow: RowRenderer, memo: Memo): ZoneCollector {
  const items: PartItem[] = [];
  const placeRow = createPlacer(({ group, unit }) => ({ group: '', unit: `${group}/${unit}` }));
  const itemOf = createItem(renderRow, placeRow);
  const addToRun = collectRuns(placeRow, items);
  const add = (section: RowItem['section'], table: string, row: Row): void => {
    items.push(memo('item of a zone', row, NO_INPUTS, () => keep(itemOf(section, table, row))));
  };
  return {
    addRow: (table, row) => {
      if (row.bytes === undefined) add('rows', table, row);
      else addToRun(table, row, row.bytes);
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

/** Creates a function that adds rows, with their bytes, to the items. Adjacent rows of a unit become one item. */
function collectRuns(placeRow: RowPlacer, items: PartItem[]): (table: string, row: Row, bytes: number) => void {
  const list: Row[] = [];
  let run: { -readonly [Field in keyof RunItem]: RunItem[Field] } | undefined;
  return (table, row, bytes) => {
    const { unit } = placeRow(table, row);
    const size = runBytes(row, bytes);
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
    const text = memberText(key, row.render?.() ?? renderRow(table, row));
    return { section, table, key, unit, text, cause };
  };
}

/** Returns the table of the rows that an attachment refers to. */
function targetOf({ table, column }: RowAttachment): string {
  return northboundSchema.get(table)?.columns.get(column)?.key.reference?.table ?? '';
}
