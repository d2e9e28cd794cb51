import type { Row } from '../../../../model/northbound.js';
import { namespaceOfRow, resourceOfRow } from '../../../../northbound/row-place.js';
import { type RowBlock, type RowRenderer, isShaped } from '../../../../northbound/row-shape.js';
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
import { referenceItems } from './references.js';

/** Returns what is made of an object, or what was made of it earlier. */
export type Remember<Key extends object, Made> = (key: Key, make: () => Made) => Made;

/** Creates a memory of what is made of objects and depends on nothing else. */
export function createMemory<Key extends object, Made extends object>(): Remember<Key, Made> {
  const known = new WeakMap<Key, Made>();
  return (key, make) => {
    let made = known.get(key);
    if (!made) known.set(key, (made = make()));
    return made;
  };
}

type RememberItem = Remember<Row, RowItem>;

/** Creates a function that makes the items of the lists of a group that all zones share. */
export function createItems(
  renderRow: RowRenderer,
  remember: RememberItem,
): (lists: readonly GroupList[]) => PartItem[] {
  const placeRow = createPlacer();
  return (lists) =>
    lists.flatMap((list): readonly PartItem[] => {
      if (list.section === 'attachments') return referenceItems(list.references);
      if ('block' in list) return [blockItem(list.block, renderRow)];
      const { section, table, rows } = list;
      return rows.map((row) => {
        const make = (): RowItem => itemOf(section, table, row, placeRow(table, row).unit, renderRow);
        // The few rows of a namespace are remade together. Other groups grow with the cluster.
        return namespaceOfRow(row) === '' ? remember(row, make) : make();
      });
    });
}

/** Returns the rows of a block as one item. */
function blockItem({ table, causes, rows: make }: RowBlock, renderRow: RowRenderer): BlockItem {
  const rows = make();
  let text = '';
  for (const row of rows) text += `${text === '' ? '' : ','}${renderRow(table, row)}`;
  return { section: 'rows', table, key: rows[0]?.key ?? '', unit: '', rows, causes, text };
}

/** Returns the place of a row of a zone: all rows of a place are a unit, and a group by themselves. */
export function createUnitPlacer(): RowPlacer {
  return createPlacer(({ group, unit }) => ({ group: `${group}/${unit}`, unit: `${group}/${unit}` }));
}

/** Creates a function that makes the items of a unit of a zone. Rows of shapes become text together with their part. */
export function createUnitItems(
  renderRow: RowRenderer,
  remember: RememberItem,
): (unit: string, lists: readonly GroupList[]) => PartItem[] {
  return (unit, lists) =>
    lists.flatMap((list): readonly PartItem[] => {
      if (list.section === 'attachments') return referenceItems(list.references);
      if ('block' in list) return [blockItem(list.block, renderRow)];
      const { section, table, rows } = list;
      const shaped = section === 'rows' ? rows.filter(isShaped) : [];
      const others = shaped.length === rows.length ? [] : rows.filter((row) => section === 'absent' || !isShaped(row));
      const bytes = shaped.reduce((sum, row) => sum + runBytes(row), 0);
      const run: RunItem = { section: 'rows', table, unit, list: shaped, start: 0, end: shaped.length, bytes };
      return [
        ...(shaped.length > 0 ? [run] : []),
        ...others.map((row) => remember(row, () => keep(itemOf(section, table, row, unit, renderRow)))),
      ];
    });
}

/** Returns an item with flat text, because it is kept until the items of its zone are complete. */
function keep(item: RowItem): RowItem {
  const { section, table, key, unit, text, resource } = item;
  return { section, table, key, unit, text: flat(text), resource };
}

function itemOf(section: RowItem['section'], table: string, row: Row, unit: string, renderRow: RowRenderer): RowItem {
  return { section, table, key: row.key, unit, text: renderRow(table, row), resource: resourceOfRow(row) };
}
