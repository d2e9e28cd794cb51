import type { OvsdbRow } from '../../../clients/ovsdb/notation.js';
import type { DesiredRow } from './desired.js';
import { type LiveEntry, columnText } from './live-index.js';
import { FAMILIES } from '../../../net/address.js';
import { translatedPods } from '../../../ovn-kubernetes/egress-ip-forms.js';
import type { RowReference } from './pair-group.js';

/**
 * The order of a large change that does not fit into one transaction. Transactions are split between units, so that
 * every intermediate state is the old state with some units, in the order of their ranks, already new. It opens no
 * traffic that is closed before and after:
 *
 * - Whether traffic passes a filter depends on the order of all ACLs of a namespace. No order of single steps is safe.
 *   For example, if two drops before an allow are swapped, the first change opens traffic of the other. So all ACLs of a
 *   port group are one unit: each namespace has its old rules or its new ones. A changed address set joins the units of
 *   all changed rows that match it, and of changed port groups with an ACL that matches it.
 * - A packet passes the filters of its sender and of its receiver. `orderFilters` decides which units of filters are
 *   first, last, or together in one transaction.
 * - A target is created before its references, and removed after them. A new address set or port group alone matches
 *   nothing.
 * - Filters are complete before new pods get ports. Ports of removed pods are gone before anything else, also before their
 *   addresses leave the address sets of filters.
 * - The translations of a pod are one unit, and its reroutes are one unit: neither is incomplete in between. Exemptions
 *   are added before the reroutes that they limit and removed after them. Translations precede their reroutes, and the
 *   packets of other zones that pass because of them.
 */
export interface RowOrder {
  readonly unit: string;
  readonly sort: UnitSort;
  /** Rank of creating or changing the row. */
  readonly make: number;
  /** Rank of removing the row. */
  readonly take: number;
}

/**
 * `filters` are all ACLs of one port group, so that no other unit of that type shares a row with it. `rows` are all
 * others.
 */
export type UnitSort = 'filters' | 'rows';

/**
 * Ranks of the filters of a port group: of creating and of removing them. The others are those of a change that does not
 * fit into one transaction, see `orderFilters`.
 */
export const FILTERS = { prepared: 17, closing: 18, make: 20, opening: 22, take: 60, unused: 61 } as const;

/**
 * Ranks by table. Groups of ten: independent rows, filters, topology and paths, removed ports and paths, removed
 * filters, the rest.
 */
export const RANKS: Readonly<Record<string, readonly [make: number, take: number]>> = {
  NB_Global: [10, 70],
  Address_Set: [11, 71],
  Meter: [12, 72],
  Copp: [13, 73],
  Load_Balancer_Group: [14, 74],
  BFD: [15, 75],
  Chassis_Template_Var: [16, 76],
  Logical_Router: [30, 58],
  Logical_Switch: [31, 57],
  Logical_Router_Port: [32, 56],
  Gateway_Chassis: [33, 55],
  Static_MAC_Binding: [34, 54],
  Logical_Router_Static_Route: [35, 53],
  NAT: [36, 52],
  ACL: [37, 51],
  QoS: [38, 51],
  Logical_Router_Policy: [39, 50],
  Load_Balancer: [40, 48],
  Logical_Switch_Port: [41, 49],
};

/** Sets of pods whose packets pass a router because it translates them: pods enter after their translations are made. */
const TRANSLATED_PODS: ReadonlySet<string> = new Set(FAMILIES.map((family) => translatedPods(family).key));
const AFTER_TRANSLATIONS = 36.5;

/** Rank of removing the port of a pod: before all others. */
const REMOVED_POD = 5;

/** A number above all priorities of policies. */
const PRIORITIES = 40_000;

/** The columns of a row that its unit depends on. */
interface OrderedRow {
  readonly table: string;
  readonly holder: string;
  readonly name: string;
  readonly text: (column: string) => string;
}

/** Returns the order of rows: of live rows, of desired rows, or of either. */
export interface RowOrders {
  readonly ofLive: (entry: LiveEntry) => RowOrder;
  readonly ofDesired: (row: DesiredRow) => RowOrder;
  readonly of: (target: RowReference) => RowOrder;
}

/** Creates the orders of the rows of one change. */
export function createRowOrders(): RowOrders {
  const filtersOf = createFilterOrder();
  const ofLive = ({ table, holder, row, uuid }: LiveEntry): RowOrder =>
    order(
      { table, holder, name: columnText(row, 'name') || uuid, text: (column) => columnText(row, column) },
      filtersOf,
    );
  const ofDesired = ({ table, holder, key, columns }: DesiredRow): RowOrder =>
    order({ table, holder, name: key, text: (column) => columnText(columns as OvsdbRow, column) }, filtersOf);
  return {
    ofLive,
    ofDesired,
    of: (target) => ('live' in target ? ofLive(target.live) : ofDesired(target.inserted)),
  };
}

function order({ table, holder, name, text }: OrderedRow, filtersOf: (portGroup: string) => RowOrder): RowOrder {
  const [make, take] = RANKS[table] ?? [42, 48];
  const sort = 'rows';
  switch (table) {
    case 'ACL':
      return holder === '' ? { unit: `ACL ${name}`, sort, make, take } : filtersOf(holder);
    case 'Address_Set':
      return { unit: `${table} ${name}`, sort, make: TRANSLATED_PODS.has(name) ? AFTER_TRANSLATIONS : make, take };
    case 'Port_Group':
      return filtersOf(name);
    case 'Logical_Switch_Port':
      // Ports of pods have no type.
      return { unit: `${table} ${name}`, sort, make, take: text('type') === '' ? REMOVED_POD : take };
    case 'Meter':
    case 'Meter_Band':
      // A meter must have a band when it is created.
      return { unit: 'Meter', sort, make: 12, take: 72 };
    case 'NAT':
      return { unit: `NAT ${holder} ${text('logical_ip')}`, sort, make, take };
    case 'Logical_Router_Policy': {
      const order = Number(text('priority')) / PRIORITIES;
      const unit = `Logical_Router_Policy ${holder} ${text('match')}`;
      return { unit, sort, make: make + 1 - order, take: take + order };
    }
    default:
      return { unit: `${table} ${name}`, sort, make, take };
  }
}

/** Returns the order of a port group and its ACLs. They are consecutive, so that a name is formatted once. */
function createFilterOrder(): (portGroup: string) => RowOrder {
  const { make, take } = FILTERS;
  let last: { readonly portGroup: string; readonly place: RowOrder } | undefined;
  return (portGroup) => {
    if (last?.portGroup !== portGroup) {
      last = { portGroup, place: { unit: `${OF_PORT_GROUP}${portGroup}`, sort: 'filters', make, take } };
    }
    return last.place;
  };
}

const OF_PORT_GROUP = 'Port_Group ';

/** Returns the port group of a unit of filters, or undefined for any other unit. */
export function portGroupOfUnit(unit: string): string | undefined {
  return unit.startsWith(OF_PORT_GROUP) ? unit.slice(OF_PORT_GROUP.length) : undefined;
}
