import type { Row } from '../../../../model/northbound.js';
import { namespaceOfRow, resourceOfRow } from '../../../../northbound/row-place.js';
import { type RowBlock, type RowRenderer, isShaped } from '../../../../northbound/row-shape.js';
import { flat } from '../../../../std/json-text.js';
import { present } from '../../../../std/present.js';
import type { GroupList } from './groups.js';
import { type PartItem, type RowPlacer, type TextItem, createPlacer, runOf } from './part.js';
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

/** How items are made of lists. */
export interface ItemTools {
  readonly renderRow: RowRenderer;
  readonly remember: Remember<Row, TextItem>;
  readonly unitOf: (table: string, row: Row) => string;
  /** True if the items of many lists are kept until their parts are made. Rows of shapes then become text with their part. */
  readonly areKept: boolean;
}

/** Returns the items of lists. */
export function makeItems(lists: readonly GroupList[], tools: ItemTools): readonly PartItem[] {
  const { renderRow, remember, unitOf, areKept } = tools;
  return lists.flatMap((list): readonly PartItem[] => {
    if (list.section === 'attachments') return referenceItems(list.references);
    if ('block' in list) return [blockItem(list.block, renderRow)];
    const { section, table, rows } = list;
    const make = (row: Row): TextItem => ({
      section,
      table,
      key: row.key,
      unit: unitOf(table, row),
      text: areKept ? flat(renderRow(table, row)) : renderRow(table, row),
      resources: present([resourceOfRow(row)]),
    });
    const shaped = areKept && section === 'rows' ? rows.filter(isShaped) : [];
    const others = shaped.length === 0 ? rows : rows.filter((row) => !isShaped(row));
    // The few rows of a namespace are remade together. Other groups grow with the cluster.
    const items = others.map((row) => (namespaceOfRow(row) === '' ? remember(row, () => make(row)) : make(row)));
    const [first] = shaped;
    return first ? [runOf(table, unitOf(table, first), shaped), ...items] : items;
  });
}

/** Returns the rows of a block as one item. */
function blockItem({ table, causes, rows: make }: RowBlock, renderRow: RowRenderer): TextItem {
  const rows = make();
  let text = '';
  for (const row of rows) text += `${text === '' ? '' : ','}${renderRow(table, row)}`;
  return { section: 'rows', table, key: rows[0]?.key ?? '', unit: '', text, resources: causes, rows };
}

/** Returns the place of a row of a zone: all rows of a place are a unit, and a group by themselves. */
export function createUnitPlacer(): RowPlacer {
  return createPlacer(({ group, unit }) => ({ group: `${group}/${unit}`, unit: `${group}/${unit}` }));
}
