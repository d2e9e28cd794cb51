import type { Cause } from '../../../../model/intent/cause.js';
import type { Attachment, NorthboundRows, Row } from '../../../../model/northbound.js';
import { namespaceGroup } from '../../../../northbound/part-paths.js';
import { type Measure, digestOf } from '../../../../std/split-by-digest.js';

/** A row, a reference that is attached to a base row, or a switch of a zone. */
export type PartItem = RowItem | ReferenceItem | SwitchItem;

/** A row of the section `rows` or `absent`. */
export interface RowItem {
  readonly section: 'rows' | 'absent';
  readonly table: string;
  readonly key: string;
  readonly unit: string;
  /** The row as a member of its table. */
  readonly text: string;
  readonly cause: Cause | undefined;
}

/** A reference to a row of the unit. */
export interface ReferenceItem {
  readonly section: 'attachments';
  readonly to: Attachment;
  readonly key: string;
  readonly unit: string;
}

interface SwitchItem {
  readonly section: 'switches';
  readonly key: string;
  readonly unit: string;
}

/** Where rows belong: those of a group are in one file while they are few, those of a unit when it is cut. */
export interface Place {
  readonly group: string;
  /** '' where each row is a unit. */
  readonly unit: string;
}

/**
 * A namespace is a group, and so is a kind of cluster-wide resources, whose single objects are units. Rows that no resource
 * asks for are a group by table.
 */
export function placeOf(table: string, row: Pick<Row, 'cause' | 'namespace'>): Place {
  const { cause } = row;
  const namespace = namespaceOf(row);
  if (namespace !== '') return { group: namespaceGroup(namespace), unit: '' };
  if (cause) return { group: cause.kind.toLowerCase(), unit: cause.name };
  return { group: table.toLowerCase().replaceAll('_', '-'), unit: '' };
}

/** The namespace of the resource that asks for a row, or for which it is; '' for none. */
export function namespaceOf({ cause, namespace = '' }: Pick<Row, 'cause' | 'namespace'>): string {
  return cause && cause.namespace !== '' ? cause.namespace : namespace;
}

/** Says where a row belongs. */
export type RowPlacer = (table: string, row: Pick<Row, 'cause' | 'namespace'>) => Place;

/** Starts to place rows. Those of a namespace, or of a cluster-wide resource, have one place, which is found once. */
export function createPlacer(settle = (place: Place): Place => place): RowPlacer {
  const byNamespace = new Map<string, Place>();
  let last: { readonly table: string; readonly cause: Cause | undefined; readonly place: Place } | undefined;
  return (table, row) => {
    const namespace = namespaceOf(row);
    const { cause } = row;
    if (namespace !== '') {
      let place = byNamespace.get(namespace);
      if (!place) byNamespace.set(namespace, (place = settle(placeOf(table, row))));
      return place;
    }
    if (last?.table === table && last.cause === cause) return last.place;
    last = { table, cause, place: settle(placeOf(table, row)) };
    return last.place;
  };
}

/** The places of rows that others refer to, by table and key; each table is looked through once. */
export function placesIn({ rows }: NorthboundRows, placeRow: RowPlacer): (table: string, key: string) => Place {
  const places = new Map<string, Map<string, Place>>();
  return (table, key) => {
    let known = places.get(table);
    if (!known) {
      known = new Map((rows.get(table) ?? []).map((row) => [row.key, placeRow(table, row)]));
      places.set(table, known);
    }
    return known.get(key) ?? placeRow(table, {});
  };
}

/** Bytes around a name in a list. */
const LISTED_BYTES = 13;
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const MOST_BYTES = 3;
/** Digits of a unit, behind which come those of the row: the rows of a unit are cut last. */
const UNIT_DIGITS = 12;

/** How items are put into parts. */
export const PART_MEASURE: Measure<PartItem> = {
  // A row counts with the comma before it.
  mostOf: (item) => ('text' in item ? 1 + item.text.length : item.key.length + LISTED_BYTES) * MOST_BYTES,
  sizeOf: (item) => ('text' in item ? 1 + Buffer.byteLength(item.text) : item.key.length + LISTED_BYTES),
  digestOf: ({ unit, key }) => (unit === '' ? digestOf(key) : digestOf(unit).slice(0, UNIT_DIGITS)),
  unitOf: ({ unit }) => unit,
  restOf: ({ unit, key }) => (unit === '' ? '' : digestOf(key)),
  joinsNeighbours: true,
};
