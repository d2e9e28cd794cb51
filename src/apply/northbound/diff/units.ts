import { createUnion } from '../../../std/union.js';
import { namesInMatch } from './acl-rule.js';
import { placeOf } from './filter-state.js';
import { columnText } from './live-index.js';
import type { Match } from './pair-group.js';
import { type UnitSort, portGroupOfUnit } from './row-order.js';
import { type PlacedStep, type RowStep, type Unit, sortUnits } from './step.js';

type AclsOfGroup = (portGroup: string) => readonly Match[];

interface OpenUnit {
  readonly steps: RowStep[];
  sort: UnitSort;
  make: number;
  take: number;
}

/**
 * Collects steps into units, in the order of execution. `aclsOf` returns the live ACLs of a port group that stay, changed or
 * not.
 */
export function gatherUnits(steps: readonly PlacedStep[], aclsOf: AclsOfGroup): readonly Unit[] {
  const joined = joinByNames(steps, aclsOf);
  const drafts = new Map<string, OpenUnit>();
  let name = '';
  let draft: OpenUnit | undefined;
  for (const { step, unit, sort, rank, makes } of steps) {
    const next = joined(unit);
    // Steps of one unit are usually adjacent.
    if (draft === undefined || next !== name) draft = drafts.get(next);
    name = next;
    if (draft === undefined) drafts.set(name, (draft = { steps: [], sort, make: -1, take: -1 }));
    draft.steps.push(step);
    // Joined units have the name and the type of one of them.
    if (unit === name) draft.sort = sort;
    if (makes) draft.make = Math.max(draft.make, rank);
    else draft.take = Math.max(draft.take, rank);
  }
  return sortUnits(
    [...drafts].map(([name, { steps: own, sort, make, take }]) => ({
      name,
      sort,
      steps: own,
      rank: make < 0 ? take : make,
    })),
  );
}

/**
 * Joins the unit of each changed address set, and of each port group with changed ports, with those of the changed rows
 * that match it, before or after. Also joins those of port groups with changed ACLs if another of their ACLs matches it.
 * The order of all ACLs of a port group decides, so a packet can move from one ACL to another.
 */
function joinByNames(steps: readonly PlacedStep[], aclsOf: AclsOfGroup): (unit: string) => string {
  const changed = new Map<string, string>();
  for (const { step, unit, sort } of steps) {
    if (step.type === 'update' && step.entry.table === 'Address_Set')
      changed.set(`$${columnText(step.entry.row, 'name')}`, unit);
    if (step.type !== 'attach' && step.type !== 'detach') continue;
    if (sort === 'filters' && step.column === 'ports') changed.set(placeOf(step.holder), unit);
  }
  if (changed.size === 0) return (unit) => unit;
  const union = createUnion<string>();
  const join = (unit: string, match: string): void => {
    for (const name of namesInMatch(match)) {
      const other = changed.get(name);
      if (other !== undefined) union.join(other, unit);
    }
  };
  for (const { step, unit } of steps) for (const match of matchesOf(step)) join(unit, match);
  for (const unit of new Set(steps.map((one) => one.unit))) {
    const portGroup = portGroupOfUnit(unit);
    const acls = portGroup === undefined ? [] : aclsOf(portGroup);
    for (const { live, changed: columns } of acls) if (columns.length === 0) join(unit, columnText(live.row, 'match'));
  }
  return union.rootOf;
}

/** Returns the matches of a row before and after a step. */
function matchesOf(step: RowStep): readonly string[] {
  switch (step.type) {
    case 'insert':
      return textsIn(step.columns.match);
    case 'update':
      return [...textsIn(step.columns.match), columnText(step.entry.row, 'match')];
    case 'detach':
      return 'live' in step.target ? [columnText(step.target.live.row, 'match')] : [];
    default:
      return [];
  }
}

function textsIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
