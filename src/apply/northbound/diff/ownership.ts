import { kinds } from '../../../kinds/index.js';
import type { OwnedRows } from '../../../kinds/kind.js';
import type { ZoneRows } from '../../../model/northbound.js';
import { ID_KEY, LOAD_BALANCER_KEY, OWNER_CONTROLLER } from '../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';

/** The `external_ids` entry of rows that Weir made and whose other ids do not say so: its value is the zone. */
export const MARKER = 'weir-egress/zone';

/** The rows of a namespace's own: its port group, which rules of several kinds are applied to. */
const NAMESPACE_ROWS: OwnedRows = { ownerType: OWNER_TYPE.namespace, tables: ['Port_Group'], objectOf: (name) => name };

/** `<Table> <owner type>` of the rows that Weir compiles from resources → the kind behind them, and which object it is. */
const COMPILED: ReadonlyMap<string, Omit<OwnedRows, 'ownerType' | 'tables'> & { readonly kind: string }> = new Map(
  [...kinds, { kind: 'Namespace', rows: [NAMESPACE_ROWS] }].flatMap(({ kind, rows = [] }) =>
    rows.flatMap(({ ownerType, tables, ...rest }) =>
      tables.map((table) => [`${table} ${ownerType}`, { kind, ...rest }] as const),
    ),
  ),
);

/** Table → owner types of rows that belong to the topology: the live controllers', unless Weir manages it. */
const TOPOLOGY: ReadonlyMap<string, readonly string[]> = new Map([
  ['ACL', [OWNER_TYPE.alwaysAllowed, OWNER_TYPE.fromNode]],
  ['Port_Group', [OWNER_TYPE.cluster]],
]);

/** Tables that have no `external_ids`, so that nothing in a row says whose it is. */
export const UNMARKED_TABLES: ReadonlySet<string> = new Set(['Load_Balancer_Group', 'NB_Global', 'Static_MAC_Binding']);

/** What Weir decides in a database, beside the rows of its own resources. */
export interface Scope {
  /** The whole topology: then the zone says the name of the database. */
  readonly managed: boolean;
  /**
   * The load balancers of Services in an external topology. A zone without any says nothing about them: the feature is off,
   * or the inventory has no Service.
   */
  readonly services: boolean;
  /** `<table> <id>` of the rows that are asked for, of those that controllers beside Weir make too. */
  readonly asked: ReadonlySet<string>;
}

/** The scope of a zone's rows. */
export function scopeOf({ rows }: ZoneRows): Scope {
  const managed = rows.has('NB_Global');
  return { managed, services: !managed && rows.has('Load_Balancer'), asked: managed ? new Set() : askedIn(rows) };
}

function askedIn(rows: ZoneRows['rows']): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const table of SHARED_TABLES) {
    for (const { columns } of rows.get(table) ?? []) {
      const ids = columns.external_ids as Readonly<Record<string, string>> | undefined;
      if (isShared(table, ids?.[ID_KEY.ownerType] ?? '')) asked.add(`${table} ${ids?.[ID_KEY.id] ?? ''}`);
    }
  }
  return asked;
}

/** Whether controllers beside Weir make rows with an owner type too. */
export function isShared(table: string, ownerType: string): boolean {
  return COMPILED.get(`${table} ${ownerType}`)?.besideOthers === true;
}

const SHARED_TABLES: ReadonlySet<string> = new Set(
  [...COMPILED].flatMap(([id, { besideOthers }]) => (besideOthers === true ? [id.split(' ', 1).join()] : [])),
);

/** Gives an entry of a row's `external_ids`. */
export type Ids = (name: string) => string | undefined;

/**
 * Whether `external_ids` say that a row is Weir's:
 *
 * - ids of OVN-Kubernetes' default network with an owner type that Weir compiles: there Weir stands in for the controller;
 * - where controllers beside Weir make rows with the owner type too, only those that are asked for, and in a topology that
 *   Weir manages all;
 * - of a load balancer, the kind Service: there too Weir stands in for the controller, as long as it compiles any. Those of
 *   another network name it;
 * - else the marker, which Weir puts on the rows it makes that have no such ids. A route that a live controller made
 *   looks like one of Weir's but for that, and is left alone when Weir no longer asks for it.
 */
export function isMarkedOurs(table: string, ids: Ids, { managed, services, asked }: Scope): boolean {
  if (ids(MARKER) !== undefined) return true;
  if (services && table === 'Load_Balancer')
    return ids(LOAD_BALANCER_KEY.kind) === 'Service' && ids(LOAD_BALANCER_KEY.network) === undefined;
  const type = ids(ID_KEY.ownerType);
  if (type === undefined || ids(ID_KEY.ownerController) !== OWNER_CONTROLLER) return false;
  if (!managed && isShared(table, type)) return asked.has(`${table} ${ids(ID_KEY.id) ?? ''}`);
  return COMPILED.has(`${table} ${type}`) || (managed && TOPOLOGY.get(table)?.includes(type) === true);
}

/** `<Kind> <namespace>/<name>` of the resource behind a row, as far as its ids tell; '' where they do not. */
export function ownerOf(table: string, ids: Ids): string {
  if (table === 'Load_Balancer')
    return `${ids(LOAD_BALANCER_KEY.kind) ?? ''} ${ids(LOAD_BALANCER_KEY.owner) ?? ''}`.trim();
  const name = ids(ID_KEY.name);
  if (name === undefined) return '';
  const owner = COMPILED.get(`${table} ${ids(ID_KEY.ownerType) ?? ''}`);
  const object = owner?.objectOf?.(name);
  return owner && object !== undefined ? `${owner.kind} ${object}` : '';
}
