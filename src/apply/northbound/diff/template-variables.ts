import { type OvsdbRow, entriesOf } from '../../../clients/ovsdb/notation.js';
import type { Columns } from '../../../model/northbound.js';
import { isServiceVariable } from '../../../ovn-kubernetes/template-variables.js';

/**
 * Returns true if a row of Chassis_Template_Var contains variables, all of them for Services of the default network.
 */
export function hasOnlyServiceVariables({ variables }: OvsdbRow): boolean {
  const names = entriesOf(variables).map(([name]) => String(name));
  return names.length > 0 && names.every(isServiceVariable);
}

/**
 * Returns desired columns of Chassis_Template_Var with the foreign variables of a live row, because networks share the
 * row.
 */
export function withOtherVariables(columns: Columns, { variables }: OvsdbRow): Columns {
  const others = entriesOf(variables).filter(([name]) => !isServiceVariable(String(name)));
  if (others.length === 0) return columns;
  const own = columns.variables as Readonly<Record<string, string>> | undefined;
  return {
    ...columns,
    variables: { ...Object.fromEntries(others.map(([name, value]) => [String(name), String(value)])), ...own },
  };
}
