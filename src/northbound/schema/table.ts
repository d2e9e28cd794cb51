/** A value of an enumeration. */
export interface EnumValue {
  readonly value: string;
  /** Schema version that added it. */
  readonly since: string;
}

/** Type of a column's keys or values (RFC 7047 §3.2 <base-type>). */
export interface ColumnBaseType {
  readonly type: 'string' | 'integer' | 'boolean' | 'uuid';
  /** The only allowed values. If unset, the type is not an enumeration. */
  readonly values?: readonly EnumValue[];
  readonly minInteger?: number;
  readonly maxInteger?: number;
  /** Maximum length in Unicode characters. */
  readonly maxLength?: number;
  /**
   * If unset, the type is not a reference. A strong reference must resolve and keeps its row. A weak one does neither.
   */
  readonly reference?: { readonly table: string; readonly strength: 'strong' | 'weak' };
}

/** A column. If `value` is set, the column is a map. */
export interface ColumnSchema {
  readonly name: string;
  /** Schema version that added this definition. */
  readonly since: string;
  readonly key: ColumnBaseType;
  readonly value?: ColumnBaseType;
  readonly min: 0 | 1;
  /** 1 or Infinity. */
  readonly max: number;
  /** True if it is not stored on disk. */
  readonly ephemeral: boolean;
  /** Definition of the column before `since`. If unset, there was none. */
  readonly earlier?: ColumnSchema;
}

export interface TableSchema {
  readonly name: string;
  readonly since: string;
  /** True for a root table. Rows of other tables are deleted when no strong reference leads to them. */
  readonly isRoot: boolean;
  readonly maxRows: number;
  /** Lists of columns whose combined values are unique. */
  readonly indexes: readonly (readonly string[])[];
  readonly columns: ReadonlyMap<string, ColumnSchema>;
}

/** Returns true if a column has exactly one atom, which RFC 7047 §5.1 writes without `["set", …]`. */
export function isScalar(column: ColumnSchema): boolean {
  return column.min === 1 && column.max === 1 && column.value === undefined;
}
