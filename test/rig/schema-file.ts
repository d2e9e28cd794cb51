import { schemaAt } from '../../src/northbound/schema/northbound.js';
import type { ColumnBaseType, ColumnSchema, TableSchema } from '../../src/northbound/schema/table.js';

/** The Northbound schema of a version as the text of a schema file (RFC 7047 §3.2), as `ovsdb-tool create` reads it. */
export function schemaFileOf(version: string): string {
  const tables = Object.fromEntries([...schemaAt(version)].map(([name, table]) => [name, tableOf(table)]));
  return JSON.stringify({ name: 'OVN_Northbound', version, tables });
}

function tableOf({ isRoot, maxRows, indexes, columns }: TableSchema): object {
  return {
    columns: Object.fromEntries([...columns].map(([name, column]) => [name, columnOf(column)])),
    ...(isRoot ? { isRoot } : {}),
    ...(Number.isFinite(maxRows) ? { maxRows } : {}),
    ...(indexes.length > 0 ? { indexes } : {}),
  };
}

function columnOf({ key, value, min, max, ephemeral }: ColumnSchema): object {
  return {
    type: {
      key: typeOf(key),
      ...(value ? { value: typeOf(value) } : {}),
      min,
      max: Number.isFinite(max) ? max : 'unlimited',
    },
    ...(ephemeral ? { ephemeral } : {}),
  };
}

function typeOf({ type, values, minInteger, maxInteger, maxLength, reference }: ColumnBaseType): object {
  return {
    type,
    ...(values ? { enum: ['set', values.map((one) => one.value)] } : {}),
    ...(minInteger === undefined ? {} : { minInteger }),
    ...(maxInteger === undefined ? {} : { maxInteger }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(reference ? { refTable: reference.table, refType: reference.strength } : {}),
  };
}
