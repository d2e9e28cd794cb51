import type { Cause } from '../../../../model/intent/cause.js';
import type { Attachment, NorthboundRows, Row } from '../../../../model/northbound.js';
import { northboundSchema } from '../../../../northbound/schema/northbound.js';
import type { Memo } from '../../../../model/memo.js';
import { type PartWriter, rowText } from './part-text.js';
import { type PartItem, type Place, type RowItem, type RowPlacer, namespaceOf, placeOf, placesIn } from './part.js';

/** Gathers what parts hold, by the groups of its rows. */
export interface Collector {
  /** Takes the next row of the section `rows`; tables and keys come in order. */
  readonly addRow: (table: string, row: Row) => void;
  /** Takes all else that belongs to the rows, and the switches of a zone. Gives the items of each group. */
  readonly finish: (rows: NorthboundRows, switches: readonly string[]) => ReadonlyMap<string, readonly PartItem[]>;
}

interface GroupItem {
  readonly group: string;
  readonly item: RowItem;
}

const NO_INPUTS: readonly unknown[] = [];

/** Starts with nothing. With `isOne` everything is one group, in which the rows of a place are a unit. */
export function createCollector({ write, renderRow }: PartWriter, isOne: boolean, memo: Memo): Collector {
  const groups = new Map<string, PartItem[]>();
  const add = (group: string, item: PartItem): void => {
    const items = groups.get(group);
    if (items) items.push(item);
    else groups.set(group, [item]);
  };
  const settle = ({ group, unit }: Place): Place => (isOne ? { group: '', unit: `${group}/${unit}` } : { group, unit });
  // The rows of a namespace, or of a cluster-wide resource, follow each other: most go where the one before went.
  let last: { table: string; namespace: string; cause: Cause | undefined; place: Place } | undefined;
  const settleRow: RowPlacer = (table, row) => {
    const namespace = namespaceOf(row);
    const { cause } = row;
    const isSame = namespace !== '' || (last?.table === table && last.cause === cause);
    if (last?.namespace === namespace && isSame) return last.place;
    const place = settle(placeOf(table, row));
    last = { table, namespace, cause, place };
    return place;
  };
  const task = isOne ? 'item of a zone' : 'item of a group';
  const itemOf = (section: RowItem['section'], table: string, row: Row): GroupItem => {
    const { group, unit } = settleRow(table, row);
    const { key, cause } = row;
    const text = row.render?.() ?? renderRow(table, row);
    return { group, item: { section, table, key, unit, piece: write(rowText(key, text)), cause } };
  };
  const addTo = (section: RowItem['section'], table: string, row: Row): void => {
    const { group, item } = memo(task, row, NO_INPUTS, () => itemOf(section, table, row));
    add(group, item);
  };
  return {
    addRow: (table, row) => {
      addTo('rows', table, row);
    },
    finish: (rows, switches) => {
      const placeIn = placesIn(rows, settleRow);
      for (const to of rows.attachments) {
        const target = targetOf(to);
        for (const key of to.references) {
          const { group, unit } = placeIn(target, key);
          add(group, { section: 'attachments', to, key, unit });
        }
      }
      for (const [table, own] of rows.absent) for (const row of own) addTo('absent', table, row);
      for (const key of switches) add('', { section: 'switches', key, unit: '' });
      return groups;
    },
  };
}

/** The table of the rows that an attachment refers to. */
export function targetOf({ table, column }: Attachment): string {
  return northboundSchema.get(table)?.columns.get(column)?.key.reference?.table ?? '';
}
