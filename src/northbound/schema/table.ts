/** A value that an enumeration takes. */
export interface EnumValue {
  readonly value: string;
  /** Schema version that brought it. */
  readonly since: string;
}

/** RFC 7047 §3.2 <base-type>: the type of a column's keys or of its values. */
export interface ColumnBaseType {
  readonly type: 'string' | 'integer' | 'boolean' | 'uuid';
  /** Present for an enumeration; the only values allowed. */
  readonly values?: readonly EnumValue[];
  readonly minInteger?: number;
  readonly maxInteger?: number;
  /** Unicode characters. */
  readonly maxLength?: number;
  /** Present for a reference. A strong one must resolve and keeps its row alive; a weak one does neither. */
  readonly reference?: { readonly table: string; readonly strength: 'strong' | 'weak' };
}

/** A column; `value` makes it a map. */
export interface ColumnSchema {
  readonly name: string;
  /** Schema version that brought this definition. */
  readonly since: string;
  readonly key: ColumnBaseType;
  readonly value?: ColumnBaseType;
  readonly min: 0 | 1;
  /** 1 or Infinity. */
  readonly max: number;
  /** Not kept on disk. */
  readonly ephemeral: boolean;
  /** What the column was before `since`; absent when there was none. */
  readonly earlier?: ColumnSchema;
}

export interface TableSchema {
  readonly name: string;
  readonly since: string;
  /** The rows of any other table vanish when no strong reference leads to them. */
  readonly isRoot: boolean;
  readonly maxRows: number;
  /** Each list of columns is unique together. */
  readonly indexes: readonly (readonly string[])[];
  readonly columns: ReadonlyMap<string, ColumnSchema>;
}

/** Returns true if a column holds exactly one atom: RFC 7047 §5.1 writes it without `["set", …]`. */
export function isScalar(column: ColumnSchema): boolean {
  return column.min === 1 && column.max === 1 && column.value === undefined;
}
