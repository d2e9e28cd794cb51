import type { OvsdbRow } from './databases.js';
import type { Json } from './json-rpc.js';

/** An operation of a transaction (RFC 7047 §5.2). */
export type Operation = Readonly<Record<string, Json>>;

/** Tables whose rows stay the same rows while they keep their name, as under a controller that changes only what differs. */
export const KEPT_TABLES = [
  'Logical_Switch',
  'Logical_Switch_Port',
  'Logical_Router',
  'Logical_Router_Port',
  'Chassis_Template_Var',
];

/** Those of them that are root. */
const KEPT_ROOTS = ['Logical_Switch', 'Logical_Router', 'Chassis_Template_Var'];

/** Root tables whose rows are made anew; the rows of the others go when nothing refers to them. */
const RENEWED_TABLES = [
  'Address_Set',
  'Port_Group',
  'Load_Balancer_Group',
  'Load_Balancer',
  'Meter',
  'Copp',
  'Static_MAC_Binding',
];

/**
 * Turns the operations that fill an empty Northbound database into those that replace what one holds. `present` has the
 * rows of the kept tables. Deleting the switches and routers and making them again is no choice: the datapaths would be
 * new ones to the controllers, and ovn-northd 23.03 can get stuck on the neighbours that they had learned; ovn-controller
 * 25.03 aborts when the variables of its chassis are deleted and there at once.
 */
export function replacing(
  operations: readonly Operation[],
  present: ReadonlyMap<string, readonly OvsdbRow[]>,
): Operation[] {
  const kept = new Map<Json, { readonly row: OvsdbRow; readonly uuid: Json }>();
  for (const operation of operations) {
    const name = nameOf((operation.row ?? {}) as OvsdbRow);
    const row = present.get(operation.table as string)?.find((candidate) => nameOf(candidate) === name);
    if (operation.op === 'insert' && row) kept.set(operation['uuid-name'] ?? null, { row, uuid: row._uuid ?? null });
  }
  const resolve = (value: Json): Json => {
    if (value === null || typeof value !== 'object') return value;
    if (!Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).map(([column, item]) => [column, resolve(item)]));
    }
    if (value[0] === 'named-uuid') return kept.get(value[1] ?? null)?.uuid ?? value;
    return value.map(resolve);
  };
  const stays = new Set([...kept.values()].map(({ uuid }) => JSON.stringify(uuid)));
  const leaves = (row: OvsdbRow): boolean => !stays.has(JSON.stringify(row._uuid));
  return [
    ...RENEWED_TABLES.map((table) => ({ op: 'delete', table, where: [] })),
    ...KEPT_ROOTS.flatMap((table) =>
      (present.get(table) ?? []).filter(leaves).map((row) => ({ op: 'delete', table, where: [whereIs(row)] })),
    ),
    ...operations.map((operation) => {
      const resolved = Object.fromEntries(Object.entries(operation).map(([field, value]) => [field, resolve(value)]));
      const old = operation.op === 'insert' ? kept.get(operation['uuid-name'] ?? null)?.row : undefined;
      if (!old) return resolved;
      const { table = null, row = {} } = resolved;
      return { op: 'update', table, where: [whereIs(old)], row: { ...emptied(old), ...(row as OvsdbRow) } };
    }),
  ];
}

function nameOf({ name, chassis }: OvsdbRow): Json {
  return name ?? chassis ?? null;
}

function whereIs(row: OvsdbRow): Json {
  return ['_uuid', '==', row._uuid ?? null];
}

/** The row's sets, references and maps, empty; the columns that are scalars keep their value. */
function emptied(row: OvsdbRow): Record<string, Json> {
  const columns: Record<string, Json> = {};
  for (const [column, value] of Object.entries(row)) {
    if (column.startsWith('_') || !Array.isArray(value)) continue;
    columns[column] = value[0] === 'map' ? ['map', []] : ['set', []];
  }
  return columns;
}
