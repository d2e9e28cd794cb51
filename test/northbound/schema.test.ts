import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { northboundSchema, schemaAt } from '../../src/northbound/schema/northbound.js';
import type { ColumnBaseType, ColumnSchema } from '../../src/northbound/schema/table.js';
import { isAvailable } from '../../src/northbound/schema/version.js';

type Native = string | Record<string, unknown>;
interface NativeColumn {
  readonly type: Native;
  readonly ephemeral?: boolean;
}
interface NativeSchema {
  readonly version: string;
  readonly tables: Record<
    string,
    { columns: Record<string, NativeColumn>; isRoot?: boolean; maxRows?: number; indexes?: string[][] }
  >;
}

/** The schema of the OVN on this machine; a second one can be named. */
const paths = ['/usr/share/ovn/ovn-nb.ovsschema', process.env.WEIR_OVN_NB_SCHEMA ?? ''].filter((path) => path !== '');

function normalType(base: unknown): Record<string, unknown> {
  const type = typeof base === 'string' ? { type: base } : (base as Record<string, unknown>);
  const values = type.enum === undefined ? undefined : (type.enum as [string, string[]])[1];
  const reference =
    type.refTable === undefined ? undefined : { table: type.refTable, strength: type.refType ?? 'strong' };
  return {
    type: type.type,
    values,
    reference,
    minInteger: type.minInteger,
    maxInteger: type.maxInteger,
    maxLength: type.maxLength,
  };
}

function normalNative({ type, ephemeral }: NativeColumn): unknown {
  const column = typeof type === 'string' ? { key: type } : type;
  return {
    key: normalType(column.key),
    value: column.value === undefined ? undefined : normalType(column.value),
    min: column.min ?? 1,
    max: column.max === 'unlimited' ? Infinity : (column.max ?? 1),
    ephemeral: ephemeral ?? false,
  };
}

function normalOwn(column: ColumnSchema): unknown {
  const type = (base: ColumnBaseType): unknown => normalType({ ...base, ...nativeNames(base) });
  return {
    key: type(column.key),
    value: column.value && type(column.value),
    min: column.min,
    max: column.max,
    ephemeral: column.ephemeral,
  };
}

function nativeNames({ values, reference }: ColumnBaseType): Record<string, unknown> {
  return {
    enum: values && ['set', values.map(({ value }) => value)],
    refTable: reference?.table,
    refType: reference?.strength,
  };
}

describe.each(paths)('the schema file %s', (path) => {
  it.skipIf(!existsSync(path))('says what the schema of its version says (skipped where OVN is not installed)', () => {
    const native = JSON.parse(readFileSync(path, 'utf8')) as NativeSchema;
    const own = schemaAt(native.version);
    expect([...own.keys()].sort()).toEqual(Object.keys(native.tables).sort());
    for (const [name, table] of Object.entries(native.tables)) {
      const { columns, ...rest } = table;
      const ownTable = own.get(name);
      expect({ name, isRoot: ownTable?.isRoot, maxRows: ownTable?.maxRows, indexes: ownTable?.indexes }).toEqual({
        name,
        isRoot: rest.isRoot ?? false,
        maxRows: rest.maxRows ?? Infinity,
        indexes: rest.indexes ?? [],
      });
      const ownColumns = [...(ownTable?.columns ?? [])].map(([column, schema]) => [column, normalOwn(schema)]);
      const nativeColumns = Object.entries(columns).map(([column, schema]) => [column, normalNative(schema)]);
      expect(Object.fromEntries(ownColumns), name).toEqual(Object.fromEntries(nativeColumns));
    }
  });
});

describe('the Northbound schema', () => {
  it('has every table that a column refers to', () => {
    for (const table of northboundSchema.values()) {
      for (const { key } of table.columns.values()) {
        if (key.reference !== undefined) expect(northboundSchema.has(key.reference.table)).toBe(true);
      }
    }
  });

  it('orders versions by their numbers, not as text', () => {
    expect(isAvailable('7.3.0', '7.11.0')).toBe(true);
    expect(isAvailable('7.11.0', '7.3.0')).toBe(false);
    expect(isAvailable('7.0.4', '7.0.4')).toBe(true);
    expect(isAvailable('7.0.4', '8.0.0')).toBe(true);
  });

  it('lets an ACL pass to the next tier from 7.0.4 on', () => {
    const actions = (version: string): string[] =>
      schemaAt(version)
        .get('ACL')
        ?.columns.get('action')
        ?.key.values?.map(({ value }) => value) ?? [];
    expect(actions('7.0.4')).toContain('pass');
    expect(actions('7.0.3')).not.toContain('pass');
    expect(schemaAt('7.0.3').get('ACL')?.columns.has('tier')).toBe(false);
  });

  it('widens QoS.action to marks at 7.3.0', () => {
    const action = (version: string) => schemaAt(version).get('QoS')?.columns.get('action');
    expect(action('7.1.0')?.value?.maxInteger).toBe(63);
    expect(action('7.3.0')?.value?.maxInteger).toBe(4294967295);
  });

  it('lets mirrors take both directions and local ports from 7.0.4 on', () => {
    const values = (version: string, column: string) =>
      schemaAt(version)
        .get('Mirror')
        ?.columns.get(column)
        ?.key.values?.map(({ value }) => value);
    expect(values('7.0.0', 'filter')).toEqual(['from-lport', 'to-lport']);
    expect(values('7.0.4', 'filter')).toEqual(['from-lport', 'to-lport', 'both']);
    expect(values('7.0.4', 'type')).toEqual(['gre', 'erspan', 'local']);
  });

  it('gives Mirror_Rule to 7.12.0 and network functions only to 7.18.0', () => {
    expect(schemaAt('7.11.0').has('Mirror_Rule')).toBe(false);
    expect(schemaAt('7.12.0').has('Mirror_Rule')).toBe(true);
    expect(schemaAt('7.12.0').has('Network_Function')).toBe(false);
    expect(schemaAt('7.18.0').has('Network_Function')).toBe(true);
  });
});
