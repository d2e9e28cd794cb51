import { kinds } from '../../../kinds/index.js';
import type { OwnedRows } from '../../../kinds/contract/kind.js';
import type { ZoneRows } from '../../../model/northbound.js';
import { ID_KEY, LOAD_BALANCER_KEY, OWNER_CONTROLLER } from '../../../ovn-kubernetes/object-ids.js';
import type { ExternalIds, ReleaseProfile, RowOwner } from '../../../model/release.js';
import { OWNER_TYPE } from '../../../ovn-kubernetes/owner-types.js';
import { ownerInRelease } from '../../../ovn-kubernetes/row-owner.js';
import { type DesiredChange, type DesiredRow, desiredIdsOf } from './desired.js';

/** Entry of `external_ids` that marks rows of Weir whose other ids do not. Its value is the zone. */
export const MARKER = 'weir-egress/zone';

/** Rows of a namespace itself: its port group, to which rules of several kinds are applied. */
const NAMESPACE_ROWS: OwnedRows = { ownerType: OWNER_TYPE.namespace, tables: ['Port_Group'], objectOf: (name) => name };

interface CompiledOwner extends Omit<OwnedRows, 'ownerType' | 'tables'> {
  readonly kind: string;
  readonly object?: never;
}

/** `<Table> <owner type>` of the rows that Weir compiles from resources → the kind of the resource, and the object. */
const COMPILED: ReadonlyMap<string, CompiledOwner> = new Map(
  [...kinds, { kind: 'Namespace', rows: [NAMESPACE_ROWS] }].flatMap(({ kind, rows = [] }) =>
    rows.flatMap(({ ownerType, tables, ...rest }) =>
      tables.map((table) => [`${table} ${ownerType}`, { kind, ...rest }] as const),
    ),
  ),
);

/**
 * Table → owner types of rows that belong to the topology. Live controllers own them, unless Weir manages the topology.
 */
const TOPOLOGY: ReadonlyMap<string, readonly string[]> = new Map([
  ['ACL', [OWNER_TYPE.alwaysAllowed, OWNER_TYPE.fromNode]],
  ['Port_Group', [OWNER_TYPE.cluster]],
]);

/** Tables without `external_ids`, whose rows contain no owner. */
export const UNMARKED_TABLES: ReadonlySet<string> = new Set(['Load_Balancer_Group', 'NB_Global', 'Static_MAC_Binding']);

/** Rows and columns that Weir controls in a database, in addition to the rows of its own resources. */
export interface Scope {
  /** Release of the rows, which decides how they show their owner. */
  readonly release: ReleaseProfile;
  /** True if Weir manages the whole topology. Then the zone determines the name of the database. */
  readonly managed: boolean;
  /**
   * True if Weir manages the load balancers of Services in an external topology. False for a zone without any, because
   * the feature is off or the inventory has no Service.
   */
  readonly services: boolean;
  /** Table → ids of the desired rows, if other controllers also create such rows. */
  readonly asked: ReadonlyMap<string, { readonly has: (key: string) => boolean }>;
}

/** Returns true for a zone whose topology Weir manages. */
export function isManaged({ rows }: Pick<ZoneRows, 'rows'>): boolean {
  return rows.has('NB_Global');
}

/** Returns true for a zone of an external topology with load balancers of Services. */
export function hasServices({ rows }: Pick<ZoneRows, 'rows'>): boolean {
  return !isManaged({ rows }) && rows.has('Load_Balancer');
}

/** Keys of the desired rows that other controllers also create, updated with the rows. */
export interface AskedKeys {
  readonly asked: Scope['asked'];
  /** Returns the keys that have come or gone, by table. */
  readonly update: (changes: readonly DesiredChange[]) => ReadonlyMap<string, ReadonlySet<string>>;
}

/** Creates an empty set of keys. In a topology that Weir manages, it stays empty. */
export function createAskedKeys(release: ReleaseProfile, managed: boolean): AskedKeys {
  // Several rows can have one key.
  const counts = new Map<string, Map<string, number>>();
  const keyOf = (row: DesiredRow | undefined): string | undefined => {
    if (!row || managed || !SHARED_TABLES.has(row.table)) return undefined;
    const ids = desiredIdsOf(row.columns);
    return isShared(row.table, ids, release) ? askedKey(ids) : undefined;
  };
  return {
    asked: counts,
    update: (changes) => {
      const moved = new Map<string, Set<string>>();
      const count = (row: DesiredRow | undefined, step: 1 | -1): void => {
        const key = keyOf(row);
        if (!row || key === undefined) return;
        const own = counts.get(row.table) ?? new Map<string, number>();
        counts.set(row.table, own);
        const known = own.get(key) ?? 0;
        if (known + step === 0) own.delete(key);
        else own.set(key, known + step);
        if (known > 0 && known + step > 0) return;
        const keys = moved.get(row.table) ?? new Set();
        moved.set(row.table, keys);
        // A key that goes and comes again has not moved.
        if (!keys.delete(key)) keys.add(key);
      };
      for (const { before, after } of changes) {
        count(before, -1);
        count(after, 1);
      }
      return moved;
    },
  };
}

/** Returns the key of a row in `asked`. Port groups without an id have a unique name. */
function askedKey(ids: ExternalIds): string {
  return ids(ID_KEY.id) ?? ids('name') ?? '';
}

/** Returns true if other controllers also create rows with these ids. */
export function isShared(table: string, ids: ExternalIds, release: ReleaseProfile): boolean {
  return findOwner(table, ids, release)?.sharedWithControllers === true;
}

/** Returns the owner of a row that Weir compiles, by its ids, regardless of the controller in the ids. */
function findOwner(table: string, ids: ExternalIds, release: ReleaseProfile): CompiledOwner | RowOwner | undefined {
  const type = ids(ID_KEY.ownerType);
  const own = ownerInRelease(release, table, ids, type);
  return own || type === undefined ? own : COMPILED.get(`${table} ${type}`);
}

const SHARED_TABLES: ReadonlySet<string> = new Set(
  [...COMPILED].flatMap(([id, { sharedWithControllers }]) =>
    sharedWithControllers === true ? [id.split(' ', 1).join()] : [],
  ),
);

/** Returns true if `external_ids` mark a row as owned by Weir, see `markOf`. */
export function isMarkedOurs(table: string, ids: ExternalIds, scope: Scope): boolean {
  return isOursByMark(table, markOf(table, ids, scope), scope);
}

/** True or false if `external_ids` decide whether Weir owns a row. Else the key that `asked` has of owned rows. */
export type Mark = boolean | string;

/** Returns true if a mark shows that Weir owns a row. */
export function isOursByMark(table: string, mark: Mark, { asked }: Pick<Scope, 'asked'>): boolean {
  return typeof mark === 'string' ? asked.get(table)?.has(mark) === true : mark;
}

/**
 * Returns whether `external_ids` mark a row as owned by Weir, by the first rule that applies:
 *
 * - Ids of OVN-Kubernetes' default network with an owner type that Weir compiles: Weir replaces the controller there.
 * - Ids without an owner type, as the release writes them for a resource that Weir compiles.
 * - If other controllers create rows with the owner type, too: only desired rows, or all in a topology that Weir
 *   manages.
 * - For a load balancer, the kind Service, if Weir compiles any Services. Those of another network name it.
 * - Otherwise the marker, which Weir adds to its rows without such ids. A route of a live controller lacks it, and
 *   stays when it is no longer desired.
 */
export function markOf(table: string, ids: ExternalIds, { release, managed, services }: Omit<Scope, 'asked'>): Mark {
  if (ids(MARKER) !== undefined) return true;
  if (services && table === 'Load_Balancer')
    return ids(LOAD_BALANCER_KEY.kind) === 'Service' && ids(LOAD_BALANCER_KEY.network) === undefined;
  const type = ids(ID_KEY.ownerType);
  if (type !== undefined && ids(ID_KEY.ownerController) !== OWNER_CONTROLLER) return false;
  const owner = findOwner(table, ids, release);
  if (!managed && owner?.sharedWithControllers === true) return askedKey(ids);
  return owner !== undefined || (managed && TOPOLOGY.get(table)?.includes(type ?? '') === true);
}

/** Returns the kind of the resources that cause a row, by its ids, or '' if they do not name it. */
export function kindOfRow(table: string, ids: ExternalIds, release: ReleaseProfile): string {
  if (table === 'Load_Balancer') return ids(LOAD_BALANCER_KEY.kind) ?? '';
  return findOwner(table, ids, release)?.kind ?? '';
}

/** Returns the resource of a row by its ids, `<Kind> <namespace>/<name>`, or '' if they do not name it. */
export function ownerOf(table: string, ids: ExternalIds, release: ReleaseProfile): string {
  if (table === 'Load_Balancer')
    return `${ids(LOAD_BALANCER_KEY.kind) ?? ''} ${ids(LOAD_BALANCER_KEY.owner) ?? ''}`.trim();
  const owner = findOwner(table, ids, release);
  if (!owner) return '';
  const name = ids(ID_KEY.name);
  const objectOf = 'objectOf' in owner ? owner.objectOf : undefined;
  const object = owner.object ?? (name === undefined ? undefined : objectOf?.(name));
  return object === undefined ? '' : `${owner.kind} ${object}`;
}
