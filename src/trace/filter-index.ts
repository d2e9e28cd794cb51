import type { Row } from '../model/northbound.js';
import { listOf, readColumnText, readEntry } from '../northbound/row-columns.js';
import { memoize, memoizeWeak, once } from '../std/memoize.js';
import { groupNeededIn } from '../northbound/match/port-group.js';
import type { RuleIndex, TraceRule } from './rules.js';
import type { Zone } from './zone.js';

/** The ACLs of a switch, by the place in its pipelines. */
export interface RouterFilters {
  readonly entering: RuleIndex;
  /** After load balancers have chosen a destination. */
  readonly balanced: RuleIndex;
  readonly leaving: RuleIndex;
}

type FilterPlace = keyof RouterFilters;

/** The ACLs of a switch or of a port group at a place. */
interface OwnedRows {
  /** Those whose match requires a port of the port group itself. */
  readonly own: readonly Row[];
  /** All others, by the port group that their match requires, '' for none. */
  readonly others: ReadonlyMap<string, readonly Row[]>;
  readonly hasStateless: boolean;
}

/**
 * Creates the function that returns the ACLs of a switch. OVN adds the ACLs of a port group to every switch with one of
 * its ports. Switches share the lists of rules that they get from the same group.
 */
export function createFilterIndex(zone: Zone, ruleOf: (row: Row) => TraceRule): (datapath: string) => RouterFilters {
  const keysOfGroups = once(() => indexACLsByGroup(zone));
  const ofGroup = memoize((group: string) => readOwned(zone, keysOfGroups().get(group) ?? [], group));
  const rulesOf = memoizeWeak((rows: readonly Row[]): readonly TraceRule[] => rows.map(ruleOf));
  return (datapath) => {
    const ofSwitch = readOwned(zone, listOf(zone.row('Logical_Switch', datapath)?.columns ?? {}, 'acls'));
    const groups = new Map<string, ReturnType<typeof ofGroup>>();
    for (const port of zone.namesOfPorts(datapath)) {
      for (const group of zone.groupsOf(port)) if (keysOfGroups().has(group)) groups.set(group, ofGroup(group));
    }
    const owned = [ofSwitch, ...groups.values()];
    const at = (place: FilterPlace): RuleIndex => {
      const index = owned.map((one) => one[place]);
      return joinIndexes(index, (group) => groups.get(group)?.[place].own ?? NO_ROWS, rulesOf);
    };
    return { entering: at('entering'), balanced: at('balanced'), leaving: at('leaving') };
  };
}

/** Returns the keys of ACLs by the name of their port group. */
function indexACLsByGroup(zone: Zone): ReadonlyMap<string, readonly string[]> {
  return new Map(
    zone
      .rows('Port_Group')
      .map(({ columns }) => [readColumnText(columns, 'name'), listOf(columns, 'acls')] as const)
      .filter(([, acls]) => acls.length > 0),
  );
}

function readOwned(zone: Zone, keys: readonly string[], name?: string): Readonly<Record<FilterPlace, OwnedRows>> {
  const places = { entering: createOwned(), balanced: createOwned(), leaving: createOwned() };
  for (const key of keys) {
    const row = zone.row('ACL', key);
    if (!row) continue;
    // The columns of some rows are computed on each access.
    const { columns } = row;
    const place = places[placeOf(columns)];
    place.hasStateless ||= columns.action === 'allow-stateless';
    const group = groupNeededIn(readColumnText(columns, 'match'))?.name ?? '';
    const list = group === name ? place.own : (place.others.get(group) ?? []);
    list.push(row);
    if (group !== name) place.others.set(group, list);
  }
  return places;
}

function createOwned(): { readonly own: Row[]; readonly others: Map<string, Row[]>; hasStateless: boolean } {
  return { own: [], others: new Map(), hasStateless: false };
}

function placeOf(columns: Row['columns']): FilterPlace {
  if (readColumnText(columns, 'direction') !== 'from-lport') return 'leaving';
  return readEntry(columns, 'options', 'apply-after-lb') === 'true' ? 'balanced' : 'entering';
}

/** Joins the ACLs of several owners. A list of one owner is not copied. `ownOf`: those of a port group itself. */
function joinIndexes(
  owned: readonly OwnedRows[],
  ownOf: (group: string) => readonly Row[],
  rulesOf: (rows: readonly Row[]) => readonly TraceRule[],
): RuleIndex {
  const lists = once(() => {
    const byGroup = new Map<string, (readonly Row[])[]>();
    for (const { others } of owned) {
      for (const [group, rows] of others) {
        const known = byGroup.get(group);
        if (known) known.push(rows);
        else byGroup.set(group, [rows]);
      }
    }
    return byGroup;
  });
  const join = memoize((group: string): readonly Row[] => {
    const own = ownOf(group);
    const all = [...(own.length > 0 ? [own] : []), ...(lists().get(group) ?? [])];
    const [only = NO_ROWS, ...more] = all;
    return more.length === 0 ? only : [...new Set(all.flat())];
  });
  return {
    ofGroup: (group) => rulesOf(lists().has(group) ? join(group) : ownOf(group)),
    others: once(() => rulesOf(join(''))),
    hasStateless: owned.some(({ hasStateless }) => hasStateless),
  };
}

const NO_ROWS: readonly Row[] = [];
