import type { NorthboundRows } from '../../../../model/northbound.js';
import { northboundSchema } from '../../../../northbound/schema/northbound.js';
import { type AttachmentPlace, type PartPlace, type ReferenceItem, type RowPlacer, placesIn } from './part.js';

/** References of one attachment to adjacent rows of one unit. */
export interface References {
  readonly to: AttachmentPlace;
  readonly unit: string;
  readonly keys: string[];
}

/** Adds a reference to those of its attachment and unit if they are the last ones. */
export function addReference(list: References[], to: AttachmentPlace, key: string, unit: string): void {
  const last = list.at(-1);
  if (last?.to === to && last.unit === unit) last.keys.push(key);
  else list.push({ to, unit, keys: [key] });
}

/** Returns the items of references. If each row is a unit, each reference is an item. */
export function referenceItems(list: readonly References[]): ReferenceItem[] {
  return list.flatMap(({ to, unit, keys }): ReferenceItem[] =>
    unit === ''
      ? keys.map((key) => ({ section: 'attachments', to, keys: [key], unit }))
      : [{ section: 'attachments', to, keys, unit }],
  );
}

/** Visits the references that are attached to base rows, with the places of the rows that they refer to. */
export function forEachReference(
  rows: NorthboundRows,
  placeRow: RowPlacer,
  visit: (to: AttachmentPlace, key: string, place: PartPlace) => void,
): void {
  const placeIn = placesIn(rows, placeRow);
  for (const { references, ...to } of rows.attachments) {
    const target = referencedTable(to);
    for (const key of references) visit(to, key, placeIn(target, key));
  }
}

/** Returns true if references are attached to the same column of the same row. */
export function isSamePlace(a: AttachmentPlace, b: AttachmentPlace): boolean {
  return a.table === b.table && a.key === b.key && a.column === b.column;
}

/** Returns the table of the rows that an attachment refers to. */
export function referencedTable({ table, column }: AttachmentPlace): string {
  return northboundSchema.get(table)?.columns.get(column)?.key.reference?.table ?? '';
}
