/** RFC 7047 §3.2 <base-type> as far as it tells which values a column takes. */
export interface BaseType {
  readonly type: 'string' | 'integer' | 'real' | 'boolean' | 'uuid';
  /** Present for an enumeration; the only values allowed. */
  readonly values?: readonly (string | number | boolean)[];
  /** Present for a reference. A strong one must resolve and keeps its row alive; a weak one does neither. */
  readonly reference?: { readonly table: string; readonly strength: 'strong' | 'weak' };
}

/** RFC 7047 §3.2 <column-schema>; `value` makes it a map. */
export interface DatabaseColumn {
  readonly key: BaseType;
  readonly value?: BaseType;
  readonly min: number;
  /** Infinity: `unlimited`. */
  readonly max: number;
  readonly isMutable: boolean;
}

/** RFC 7047 §3.2 <table-schema>. */
export interface DatabaseTable {
  /** The rows of any other table vanish when no strong reference leads to them. */
  readonly isRoot: boolean;
  readonly columns: ReadonlyMap<string, DatabaseColumn>;
}

/** RFC 7047 §3.2 <database-schema> of a live server. */
export interface DatabaseSchema {
  readonly name: string;
  /** `major.minor.patch`. */
  readonly version: string;
  readonly tables: ReadonlyMap<string, DatabaseTable>;
}
