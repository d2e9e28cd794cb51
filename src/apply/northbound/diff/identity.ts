import { ID_KEY } from '../../../ovn-kubernetes/object-ids.js';
import {
  bfdKey,
  chassisTemplateVarKey,
  meterBandKey,
  natKey,
  qosKey,
  routerPolicyKey,
  staticMacBindingKey,
  staticRouteKey,
} from '../../../northbound/row-keys.js';

/** The properties of a live or desired row that determine its identity. */
export interface RowFacts {
  /** Returns a single-valued column as text, or '' if it is empty. */
  readonly text: (column: string) => string;
  /** Returns an entry of `external_ids`. */
  readonly id: (name: string) => string | undefined;
  /** Returns the parent router of the row, or '' if there is none. */
  readonly router: () => string;
}

/**
 * Tables in which a name is the identity. OVSDB does not enforce this for switches, routers and load balancers, but
 * OVN-Kubernetes finds them by name.
 */
export const NAMED: ReadonlySet<string> = new Set([
  'Address_Set',
  'Copp',
  'Gateway_Chassis',
  'Load_Balancer',
  'Load_Balancer_Group',
  'Logical_Router',
  'Logical_Router_Port',
  'Logical_Switch',
  'Logical_Switch_Port',
  'Meter',
  'Port_Group',
]);

/** What says to which row another one belongs: table and column of the parent, and the table of its rows. */
export interface Parentage {
  readonly parent: string;
  readonly column: string;
  readonly table: string;
}

/** Tables whose rows belong to their parent router or port group. */
export const PARENTAGES: readonly Parentage[] = [
  { parent: 'Logical_Router', column: 'policies', table: 'Logical_Router_Policy' },
  { parent: 'Logical_Router', column: 'static_routes', table: 'Logical_Router_Static_Route' },
  { parent: 'Logical_Router', column: 'nat', table: 'NAT' },
  { parent: 'Port_Group', column: 'acls', table: 'ACL' },
];

const OF_ROUTERS: ReadonlySet<string> = new Set(
  PARENTAGES.flatMap(({ parent, table }) => (parent === 'Logical_Router' ? [table] : [])),
);

/**
 * Returns the identity of a row by the rules for the keys of rendered rows. It has no numbers for rows with a common
 * identity. Ids have the router as a prefix, because each router may have its own. Returns undefined for a row without
 * an identity, which Weir cannot have created.
 */
export function rowIdentityOf(table: string, row: RowFacts): string | undefined {
  if (table === 'NB_Global') return '';
  if (NAMED.has(table)) return row.text('name');
  const id = row.id(ID_KEY.id);
  if (id !== undefined) return OF_ROUTERS.has(table) ? `${row.router()}|${id}` : id;
  switch (table) {
    case 'Logical_Router_Policy':
      return routerPolicyKey(row.router(), Number(row.text('priority')), row.text('match'));
    case 'QoS':
      return qosKey(Number(row.text('priority')), row.text('match'));
    case 'Logical_Router_Static_Route':
      return staticRouteKey(row.router(), textsOf(row, ROUTE_COLUMNS));
    case 'NAT':
      return natKey(row.router(), textsOf(row, NAT_COLUMNS));
    case 'BFD':
      return bfdKey(row.text('logical_port'), row.text('dst_ip'));
    case 'Static_MAC_Binding':
      return staticMacBindingKey(row.text('logical_port'), row.text('ip'));
    case 'Chassis_Template_Var':
      return chassisTemplateVarKey(row.text('chassis'));
    case 'Meter_Band':
      return meterBandKey(row.text('action'), Number(row.text('rate')));
    default:
      return undefined;
  }
}

const ROUTE_COLUMNS = ['ip_prefix', 'nexthop', 'policy', 'output_port', 'route_table'] as const;
const NAT_COLUMNS = ['type', 'external_ip', 'logical_ip', 'logical_port', 'external_port_range'] as const;

function textsOf<Column extends string>(row: RowFacts, columns: readonly Column[]): Record<Column, string> {
  return Object.fromEntries(columns.map((column) => [column, row.text(column)])) as Record<Column, string>;
}
