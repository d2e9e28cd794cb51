import type { OwnRows, Row } from '../../../../model/northbound.js';
import { namespaceOfRow, resourceOfRow } from '../../../../northbound/row-place.js';
import { type RowBlock, type RowRenderer, type ShapedRow, isShaped } from '../../../../northbound/row-shape.js';
import { flat } from '../../../../std/json-text.js';
import type { GroupList } from './groups.js';
import {
  type BlockItem,
  type PartItem,
  type RowItem,
  type RowPlacer,
  type RunItem,
  createPlacer,
  runBytes,
} from './part.js';
import { type References, addReference, forEachReference, referenceItems } from './references.js';

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
  const { section, table, key, unit, text, resource } = item;
  return { section, table, key, unit, text: flat(text), resource };
}

function createItem(renderRow: RowRenderer, placeRow: RowPlacer) {
  return (section: RowItem['section'], table: string, row: Row): RowItem => {
    const { unit } = placeRow(table, row);
    return { section, table, key: row.key, unit, text: renderRow(table, row), resource: resourceOfRow(row) };
  };
}
