import type { ResourceName } from '../../../../model/diagnostic.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { NorthboundRows, RowAttachment } from '../../../../model/northbound.js';
import { namespaceGroup } from '../../../../northbound/part-paths.js';
import { type CausedRow, namespaceOfRow, resourceOfRow } from '../../../../northbound/row-place.js';
import { type ShapedRow, memberBytes } from '../../../../northbound/row-shape.js';
import { createFinder } from '../../../../std/find-sorted.js';
import { flat } from '../../../../std/json-text.js';
import { memoize } from '../../../../std/memoize.js';
import { type DigestUnit, type Measure, shortDigest } from '../../../../std/split-by-digest.js';

/** One or more rows, references that are attached to a base row, or a switch of a zone. */
export type PartItem = RowItem | BlockItem | RunItem | ReferenceItem | SwitchItem;

/** Row of the section `rows` or `absent`. */
export interface RowItem {
  readonly section: 'rows' | 'absent';
  readonly table: string;
  readonly key: string;
  readonly unit: string;
  /** The row as a member of its table. */
  readonly text: string;
  readonly resource: ResourceName | undefined;
}

/** Rows of a block. If its part is split, each of them becomes an item. */
export interface BlockItem {
  readonly section: 'rows';
  readonly table: string;
  /** Key of the first row. */
  readonly key: string;
  readonly unit: '';
  readonly rows: readonly ShapedRow[];
  readonly causes: readonly Cause[];
  /** The rows as members of their table, separated by commas. */
  readonly text: string;
}

/** Rows of the section `rows` in a table and unit. They become text together with their part. */
export interface RunItem {
  readonly section: 'rows';
  readonly table: string;
  readonly unit: string;
  /** List that contains the rows, from `start` to before `end`. */
  readonly list: readonly ShapedRow[];
  readonly start: number;
  readonly end: number;
  /** Bytes of all rows as members of their table, with the commas before them. */
  readonly bytes: number;
}

/** The column of a base row to which references are attached. */
export type AttachmentPlace = Omit<RowAttachment, 'references'>;

/** References to rows of the unit. */
export interface ReferenceItem {
  readonly section: 'attachments';
  readonly to: AttachmentPlace;
  /** One key, or adjacent ones. */
  readonly keys: readonly string[];
  readonly unit: string;
}

interface SwitchItem {
  readonly section: 'switches';
  readonly key: string;
  readonly unit: string;
}

/**
 * Place of rows. Rows of a group share a file while they are few, and rows of a unit stay together when it is split.
 */
export interface PartPlace {
  readonly group: string;
  /** Unit of the row, or '' if each row is a unit. */
  readonly unit: string;
}

/**
 * Returns the place of a row. A namespace is a group. A kind of cluster-wide resources is a group, whose single objects
 * are units. Rows without a resource are a group per table.
 */
export function partPlaceOf(table: string, row: CausedRow): PartPlace {
  const resource = resourceOfRow(row);
  const namespace = namespaceOfRow(row);
  if (namespace !== '') return { group: namespaceGroup(namespace), unit: '' };
  if (resource) return { group: resource.kind.toLowerCase(), unit: resource.name };
  return { group: table.toLowerCase().replaceAll('_', '-'), unit: '' };
}

/** Returns the place of a row. */
export type RowPlacer = (table: string, row: CausedRow) => PartPlace;

/** Creates a placer of rows. The place of a namespace, or of a cluster-wide resource, is computed once. */
export function createPlacer(settle = (place: PartPlace): PartPlace => place): RowPlacer {
  const byNamespace = new Map<string, PartPlace>();
  const byResource = memoize<string, Map<string, PartPlace>>(() => new Map());
  let last:
    { readonly table: string; readonly resource: ResourceName | undefined; readonly place: PartPlace } | undefined;
  return (table, row) => {
    const namespace = namespaceOfRow(row);
    const resource = resourceOfRow(row);
    if (namespace !== '') {
      let place = byNamespace.get(namespace);
      if (!place) byNamespace.set(namespace, (place = settle(partPlaceOf(table, row))));
      return place;
    }
    if (last?.table === table && last.resource === resource) return last.place;
    const known = resource && byResource(resource.kind);
    let place = known?.get(resource?.name ?? '');
    if (!place) {
      place = settle(partPlaceOf(table, row));
      known?.set(resource?.name ?? '', place);
    }
    last = { table, resource, place };
    return place;
  };
}

/** Creates a function that returns the place of a referenced row by table and key. */
export function placesIn({ rows }: NorthboundRows, placeRow: RowPlacer): (table: string, key: string) => PartPlace {
  const finderOf = memoize((table: string) => createFinder(rows.get(table) ?? []));
  return (table, key) => {
    const place = finderOf(table)(key);
    return placeRow(table, (place === undefined ? undefined : rows.get(table)?.[place]) ?? {});
  };
}

/** Bytes around a name in a list. */
const LISTED_BYTES = 13;
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const MAX_BYTES = 3;
/** Digits of a unit's digest. Those of the row follow, so that the rows of a unit are split last. */
const UNIT_DIGITS = 12;

/** Measure by which the items of a group are assigned to parts. */
export const PART_MEASURE: Measure<PartItem> = {
  // A row counts with the comma before it.
  mostOf: (item) => ('text' in item ? (1 + item.text.length) * MAX_BYTES : sizeOf(item) * MAX_BYTES),
  sizeOf,
  digestOf: (item) =>
    item.unit === '' ? shortDigest(keyOf(item)) : flat(shortDigest(item.unit).slice(0, UNIT_DIGITS)),
  unitOf: ({ unit }) => unit,
  restOf: (item) => (item.unit === '' ? '' : shortDigest(keyOf(item))),
  singlesOf,
  joinsNeighbours: true,
};

/** Items of a zone that share a file. */
export interface PartUnit extends DigestUnit {
  readonly items: readonly PartItem[];
}

/** Returns the unit of items of one name, or one for each row or reference if they need more than `limit` bytes. */
export function unitsOf(items: readonly PartItem[], limit: number): readonly PartUnit[] {
  const [first] = items;
  const size = items.reduce((sum, item) => sum + sizeOf(item), 0);
  const digest = first ? PART_MEASURE.digestOf(first) : '';
  if (size <= limit) return [{ items, size, digest, count: 1 }];
  return items.flatMap(singlesOf).map((item) => ({
    items: [item],
    size: sizeOf(item),
    digest: digest + shortDigest(keyOf(item)),
    count: 1,
  }));
}

function sizeOf(item: PartItem): number {
  if ('text' in item) return 1 + Buffer.byteLength(item.text);
  if ('bytes' in item) return item.bytes;
  if (item.section === 'switches') return item.key.length + LISTED_BYTES;
  return item.keys.reduce((sum, key) => sum + key.length + LISTED_BYTES, 0);
}

/** Returns the key of an item with only one row or reference. */
function keyOf(item: PartItem): string {
  if ('bytes' in item) return item.list[item.start]?.key ?? '';
  return 'keys' in item ? (item.keys[0] ?? '') : item.key;
}

/** Returns the rows or references of an item as single items. */
function singlesOf(item: PartItem): readonly PartItem[] {
  if ('keys' in item) return item.keys.map((key) => ({ ...item, keys: [key] }));
  if ('rows' in item) return singleRuns(item, item.rows, 0, item.rows.length);
  return 'bytes' in item ? singleRuns(item, item.list, item.start, item.end) : [item];
}

function singleRuns(
  { section, table, unit }: BlockItem | RunItem,
  list: readonly ShapedRow[],
  from: number,
  to: number,
): readonly RunItem[] {
  return list.slice(from, to).map((row, index) => {
    const start = from + index;
    return { section, table, unit, list, start, end: start + 1, bytes: runBytes(row) };
  });
}

/** Returns the rows of a run. */
export function rowsIn({ list, start, end }: RunItem): readonly ShapedRow[] {
  return list.slice(start, end);
}

/** Returns the bytes that a row adds to a run, with the comma before it. */
export function runBytes(row: ShapedRow): number {
  return 1 + memberBytes(row);
}
