import type { Cause } from '../model/intent/cause.js';
import type { Columns, Row } from '../model/northbound.js';
import { isDeepEqual } from '../std/deep-equal.js';
import { quoteJson } from '../std/json-text.js';
import { sameList } from '../std/same-items.js';
import { createColumnsRenderer, renderList } from './row-text.js';

/** A value in which the rows of a shape differ. */
export type ShapeValue = string | number | readonly string[];

/**
 * Shape of many rows of a table. Tests check the rows of all shapes, so other checks rely on them.
 *
 * One function describes them: it returns the columns for values. It must insert values unchanged, into a text or as a
 * whole column, because the text of the rows is derived from its result for other values.
 */
export class RowShape<Values extends readonly ShapeValue[]> {
  readonly columns: (values: Values) => Columns;
  readonly #table: string;
  /** Text between the values, and places of the values in `Values`. The text of few rows is needed in many runs. */
  #parts: readonly (string | number)[] | undefined;

  constructor(table: string, columns: (values: Values) => Columns) {
    this.#table = table;
    this.columns = columns;
  }

  /** Returns the columns as text. */
  text(values: Values): string {
    let text = '';
    for (const part of this.#partsFor(values)) text += typeof part === 'string' ? part : textOf(values[part] ?? '');
    return text;
  }

  /** Returns the bytes of the text of plain values. */
  bytes(values: Values): number {
    let bytes = 0;
    for (const part of this.#partsFor(values))
      bytes += typeof part === 'string' ? part.length : textOf(values[part] ?? '').length;
    return bytes;
  }

  #partsFor(values: Values): readonly (string | number)[] {
    return (this.#parts ??= partsOf(this.#table, this.columns, values));
  }
}

/**
 * Row of a shape. Its values are plain: ASCII that JSON does not escape. A class, because 100,000 finished rows that
 * wait for output burden the garbage collector, and because literals with getters have a shape each.
 */
export abstract class RowOfShape<Values extends readonly ShapeValue[]> {
  abstract readonly key: string;
  abstract readonly shape: RowShape<Values>;
  abstract readonly values: Values;

  get columns(): Columns {
    return this.shape.columns(this.values);
  }

  /** Text of the columns. */
  get text(): string {
    return this.shape.text(this.values);
  }

  /** Bytes of the text. */
  get bytes(): number {
    return this.shape.bytes(this.values);
  }
}

/** A row of a shape. Its key is plain, too. */
export interface ShapedRow extends Row {
  /** The columns as text. */
  readonly text: string;
  /** Bytes of the text. */
  readonly bytes: number;
}

/** Returns true for rows of a shape. */
export function isShaped(row: Row): row is ShapedRow {
  return row instanceof RowOfShape;
}

/** Returns true if rows have the same shape and values, so that their columns are equal. False may be wrong. */
export function haveSameValues(a: Row, b: Row): boolean {
  if (!(a instanceof RowOfShape && b instanceof RowOfShape && a.shape === b.shape)) return false;
  return sameList(a.values as readonly ShapeValue[], b.values as readonly ShapeValue[], isDeepEqual);
}

/**
 * Rows of a table in which a namespace has no others, in byte order of their keys. They are made when they are written: a
 * hundred thousand that wait for their turn cost the garbage collector more than all the work on them.
 */
export interface RowBlock {
  readonly table: string;
  readonly namespace: string;
  /** The resources that ask for the rows. */
  readonly causes: readonly Cause[];
  /** Number of rows. */
  readonly count: number;
  /** Makes them. */
  readonly rows: () => readonly ShapedRow[];
}

/** Returns a row as a member of its table: the key, and its columns as an object. To be appended to the text before it. */
export type RowRenderer = (table: string, row: Row) => string;

/** Creates a renderer for the rows of a run. */
export function createRowRenderer(): RowRenderer {
  const renderColumns = createColumnsRenderer();
  return (table, row) =>
    isShaped(row)
      ? `\n      "${row.key}": ${row.text}`
      : `\n      ${quoteJson(row.key)}: ${renderColumns(table, row.columns)}`;
}

/** Returns the bytes of a row of a shape as a member of its table. */
export function memberBytes({ key, bytes }: ShapedRow): number {
  return '\n      "": '.length + key.length + bytes;
}

const renderColumns = createColumnsRenderer();

/** Returns the text of the columns for values of the same types, cut around the values. */
function partsOf<Values extends readonly ShapeValue[]>(
  table: string,
  columns: (values: Values) => Columns,
  values: Values,
): readonly (string | number)[] {
  const others: readonly ShapeValue[] = values.map(unlike);
  const text = renderColumns(table, columns(others as Values));
  const cut = others.reduce<string>((all, other, place) => all.replaceAll(textOf(other), `\0${place}\0`), text);
  return cut.split('\0').map((part, index) => (index % 2 === 0 ? part : Number(part)));
}

/** Returns a value of the same type that is in no row. Its characters need one byte, so that the texts do as well. */
function unlike(value: ShapeValue, place: number): ShapeValue {
  if (typeof value === 'number') return Number(`${place + 1}.5e+300`);
  const control = String.fromCharCode(0x80 + place);
  return typeof value === 'string' ? control : [control];
}

function textOf(value: ShapeValue): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : renderList(value, quotePlain);
}

/** Returns a plain text as JSON. */
function quotePlain(text: string | number): string {
  return `"${text}"`;
}
