/** Values of rows by table and by name: a key, a UUID or an identity. */
export interface TableMap<Value> {
  readonly get: (table: string, name: string) => Value | undefined;
  /** Sets a value, or removes it if it is undefined. */
  readonly set: (table: string, name: string, value: Value | undefined) => void;
  /** Returns the values of a table by name. */
  readonly of: (table: string) => ReadonlyMap<string, Value>;
  readonly tables: () => Iterable<string>;
}

export function createTableMap<Value>(): TableMap<Value> {
  const tables = new Map<string, Map<string, Value>>();
  return {
    get: (table, name) => tables.get(table)?.get(name),
    set: (table, name, value) => {
      let own = tables.get(table);
      if (!own) tables.set(table, (own = new Map<string, Value>()));
      if (value === undefined) own.delete(name);
      else own.set(name, value);
    },
    of: (table) => tables.get(table) ?? new Map<string, Value>(),
    tables: () => tables.keys(),
  };
}
