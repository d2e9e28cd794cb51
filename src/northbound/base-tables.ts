/**
 * Tables of the topology whose rows can hold rows of features. Where Weir does not manage the topology other programs own
 * the rows, and Weir only adds to them.
 */
export const HOLDING_TABLES: readonly string[] = ['Load_Balancer_Group', 'Logical_Router', 'Logical_Switch'];

/** The same with those whose rows are named by rows of features: ports, by a port group. */
export const BASE_TABLES: ReadonlySet<string> = new Set([...HOLDING_TABLES, 'Logical_Switch_Port']);
