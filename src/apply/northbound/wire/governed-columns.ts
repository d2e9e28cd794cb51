import { schemaAt } from '../../../northbound/schema/northbound.js';
import type { ColumnSchema, TableSchema } from '../../../northbound/schema/table.js';

/**
 * Tables with rows of Weir, with the columns that other programs write there: reports of ovn-northd, or settings of an
 * operator. Weir neither compares nor writes those.
 */
const TABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['ACL', []],
  ['Address_Set', []],
  ['BFD', ['status']],
  ['Chassis_Template_Var', []],
  ['Copp', []],
  ['Gateway_Chassis', []],
  ['Load_Balancer', []],
  ['Load_Balancer_Group', []],
  ['Logical_Router', []],
  ['Logical_Router_Policy', []],
  ['Logical_Router_Port', ['ipv6_prefix', 'status']],
  ['Logical_Router_Static_Route', []],
  ['Logical_Switch', []],
  ['Logical_Switch_Port', ['dynamic_addresses', 'tag', 'up']],
  ['Meter', []],
  ['Meter_Band', []],
  ['NAT', []],
  ['NB_Global', ['connections', 'external_ids', 'ipsec', 'options', 'ssl', ...sequenceNumbers()]],
  ['Port_Group', []],
  ['QoS', []],
  ['Static_MAC_Binding', []],
]);

/** Returns the columns of NB_Global with the progress of ovn-nbctl, ovn-northd and ovn-controller. */
function sequenceNumbers(): string[] {
  return ['nb_cfg', 'sb_cfg', 'hv_cfg'].flatMap((name) => [name, `${name}_timestamp`]);
}

/** Tables with rows of Weir. */
const governedTables: ReadonlySet<string> = new Set(TABLES.keys());

/**
 * Returns the columns of a table that Weir controls in its rows. Columns with references to tables without rows of Weir
 * (health checks, DHCP options, samples) belong to the controllers of those rows.
 */
function governedColumns(table: TableSchema): readonly ColumnSchema[] {
  const others = TABLES.get(table.name);
  return [...table.columns.values()].filter(
    ({ name, key, ephemeral }) =>
      others?.includes(name) === false &&
      !ephemeral &&
      (key.reference === undefined || governedTables.has(key.reference.table)),
  );
}

/**
 * Returns true if a column contains a set of references. Such columns are edited element by element, never overwritten.
 */
export function isReferenceSet({ key, max }: ColumnSchema): boolean {
  return key.reference !== undefined && max > 1;
}

/**
 * Returns the controlled columns by table for a server of this schema version. `available`: the columns of the server
 * by table.
 */
export function governedSchema(
  version: string,
  available: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly ColumnSchema[]> {
  const schema = new Map<string, readonly ColumnSchema[]>();
  for (const [name, table] of schemaAt(version)) {
    const there = available.get(name);
    if (!governedTables.has(name) || there === undefined) continue;
    schema.set(
      name,
      governedColumns(table).filter((column) => there.has(column.name)),
    );
  }
  return schema;
}
