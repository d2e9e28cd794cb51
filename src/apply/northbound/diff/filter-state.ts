import { type OvsdbRow, elementsOf } from '../../../clients/ovsdb/notation.js';
import { northboundSchema } from '../../../northbound/schema/northbound.js';
import { toWire } from '../wire/wire-value.js';
import { type AclRule, readAclRule } from './acl-rule.js';
import { type LiveEntry, type LiveIndex, columnText, uuidsIn } from './live-index.js';
import type { RowReference } from './pair-group.js';
import { type RowStep, handleOf } from './step.js';

/** The filters of a database: ACLs by their rows, and the members of address sets and port groups by their names. */
export interface FilterState {
  readonly rules: ReadonlyMap<object, AclRule>;
  /** `$name` or `@name` → addresses, or ports that exist both before and after the change. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The filters before and after a change. */
export interface FilterStates {
  readonly before: FilterState;
  readonly after: FilterState;
}

const PLACES = [
  ['Port_Group', '@'],
  ['Logical_Switch', '#'],
] as const;

/** Returns the filters of the live rows, and those after all steps. `stale`: the rows to remove. */
export function filterStates(
  { entries }: Pick<LiveIndex, 'entries'>,
  steps: readonly RowStep[],
  stale: ReadonlySet<LiveEntry>,
): FilterStates {
  const rules = new Map<object, AclRule>();
  const members = new Map<string, ReadonlySet<string>>();
  const ports = entries.of('Logical_Switch_Port');
  const isGoing = (uuid: string): boolean => stale.has(ports.get(uuid) ?? NO_ENTRY);
  for (const [table, sign] of PLACES) {
    for (const { row } of entries.of(table).values()) {
      const place = `${sign}${columnText(row, 'name')}`;
      if (sign === '@') members.set(place, new Set(uuidsIn(row.ports).filter((uuid) => !isGoing(uuid))));
      for (const uuid of uuidsIn(row.acls)) {
        const entry = entries.get('ACL', uuid);
        if (entry) rules.set(entry, readAclRule(entry.row, place));
      }
    }
  }
  for (const { row } of entries.of('Address_Set').values())
    members.set(`$${columnText(row, 'name')}`, addressesOf(row));
  return { before: { rules, members }, after: stateAfter({ rules, members }, steps, stale) };
}

const NO_ENTRY = {} as LiveEntry;

function stateAfter(before: FilterState, steps: readonly RowStep[], stale: ReadonlySet<LiveEntry>): FilterState {
  const rules = new Map(before.rules);
  const members = new Map(before.members);
  const rows = new Map<object, OvsdbRow>();
  const rowOf = (target: RowReference): OvsdbRow =>
    rows.get(handleOf(target)) ?? ('live' in target ? target.live.row : {});
  for (const step of steps) {
    if (step.type !== 'insert' && step.type !== 'update') continue;
    const [target, table] =
      step.type === 'insert'
        ? ([{ inserted: step.row }, step.row.table] as const)
        : ([{ live: step.entry }, step.entry.table] as const);
    if (table !== 'ACL' && table !== 'Address_Set') continue;
    const row = rowAfter(step, table);
    rows.set(handleOf(target), row);
    if (table === 'Address_Set') members.set(`$${columnText(row, 'name')}`, addressesOf(row));
    const known = before.rules.get(handleOf(target));
    if (known) rules.set(handleOf(target), readAclRule(row, known.place));
  }
  const changed = new Map<string, Set<string>>();
  const ended = new Set<string>();
  for (const step of steps) {
    if (step.type === 'delete') ended.add(placeOf({ live: step.entry }));
    if (step.type !== 'attach' && step.type !== 'detach') continue;
    const place = placeOf(step.holder);
    if (step.column === 'acls') {
      if (step.type === 'attach') rules.set(handleOf(step.target), readAclRule(rowOf(step.target), place));
      else if (rules.get(handleOf(step.target))?.place === place) rules.delete(handleOf(step.target));
    } else if (isLastingPort(step, stale)) {
      const ports = changed.get(place) ?? new Set(members.get(place));
      if (step.type === 'attach') ports.add(uuidOfLive(step.target));
      else ports.delete(uuidOfLive(step.target));
      changed.set(place, ports);
    }
  }
  for (const [handle, { place }] of rules) if (ended.has(place)) rules.delete(handle);
  return { rules, members: new Map([...members, ...changed]) };
}

/** Returns true for a step that changes a port group by a port that exists before and after the change. */
export function isLastingPort(step: RowStep, stale: ReadonlySet<LiveEntry>): boolean {
  if ((step.type !== 'attach' && step.type !== 'detach') || step.column !== 'ports') return false;
  return placeOf(step.holder).startsWith('@') && 'live' in step.target && !stale.has(step.target.live);
}

/** Returns a switch or port group as `#name` or `@name`, and '' for any other row. */
export function placeOf(target: RowReference): string {
  const table = 'live' in target ? target.live.table : target.inserted.table;
  const name = 'live' in target ? columnText(target.live.row, 'name') : target.inserted.columns.name;
  const sign = PLACES.find(([one]) => one === table)?.[1];
  return sign === undefined || typeof name !== 'string' ? '' : `${sign}${name}`;
}

function uuidOfLive(target: RowReference): string {
  return 'live' in target ? target.live.uuid : '';
}

function rowAfter(step: RowStep & { readonly type: 'insert' | 'update' }, table: string): OvsdbRow {
  const row: Record<string, OvsdbRow[string]> = step.type === 'update' ? { ...step.entry.row } : {};
  const columns = step.type === 'update' ? step.changed : (northboundSchema.get(table)?.columns.values() ?? []);
  for (const column of columns)
    if (column.key.reference === undefined) row[column.name] = toWire(column, step.columns[column.name]);
  return row;
}

function addressesOf(row: OvsdbRow): ReadonlySet<string> {
  return new Set(elementsOf(row.addresses).map(String));
}
