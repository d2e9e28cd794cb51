/**
 * Tables of the topology whose rows can contain rows of features. If Weir does not manage the topology, other programs
 * own the rows, and Weir only adds to them.
 */
export const HOLDING_TABLES: readonly string[] = ['Load_Balancer_Group', 'Logical_Router', 'Logical_Switch'];

/** The same tables, and the ports that port groups refer to. */
export const BASE_TABLES: ReadonlySet<string> = new Set([...HOLDING_TABLES, 'Logical_Switch_Port']);
