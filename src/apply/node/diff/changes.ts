import { compareText } from '../../../std/compare-text.js';
import type { Change, FieldChange } from '../../../model/change.js';
import type { HostRoute, NodeState, RoutingRule, SetElement } from '../../../model/node-state.js';
import { addressText, hostRouteKey, ruleKey } from './own.js';
import { TABLE } from './ruleset.js';

/** Objects of one sort by their identity, with the fields that may differ. */
type Things = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Returns the differences between the live and desired state of a host, ordered by sort and name. `foreign` are
 * blocking objects, each instead of the change that it blocks. `owner` is the resource that causes the state, or ''.
 */
export function diffNode(live: NodeState, desired: NodeState, foreign: readonly Change[], owner: string): Change[] {
  const before = thingsOf(live);
  const changes = [...thingsOf(desired)].flatMap(([sort, wanted]) =>
    compareThings(sort, before.get(sort) ?? new Map<string, never>(), wanted, owner),
  );
  const hindered = new Set(foreign.map(({ sort, name }) => `${sort}\0${name}`));
  const ours = changes.filter(({ sort, name }) => hindered.size === 0 || !hindered.has(`${sort}\0${name}`));
  return [...foreign, ...ours].sort((a, b) => compareText(a.sort, b.sort) || compareText(a.name, b.name));
}

/** Returns the number of objects on a host that Weir owns. */
export function countOwned(state: NodeState): number {
  return [...thingsOf(state).values()].reduce((sum, things) => sum + things.size, 0);
}

/** Returns the owned state of a host as a text that does not depend on the listing order. */
export function describeState(state: NodeState): string {
  const sorted = [...thingsOf(state)].map(([sort, things]) => [sort, [...things].sort(([a], [b]) => (a < b ? -1 : 1))]);
  return JSON.stringify(sorted);
}

function thingsOf(state: NodeState): ReadonlyMap<string, Things> {
  const { ruleset, rules, routes, addresses, sysctls } = state;
  const elements = (sort: 'set' | 'map'): Things =>
    new Map(
      [...(ruleset?.sets ?? [])].flatMap(([name, set]) =>
        set.sort === sort ? [...set.elements.values()].map((each) => [`${name} ${each.key}`, fieldsOf(each)]) : [],
      ),
    );
  return new Map<string, Things>([
    ['ip address', new Map(addresses.map((each) => [addressText(each), {}]))],
    ['ip route', groupBy(routes, hostRouteKey, nextHopText)],
    ['ip rule', groupBy(rules, ruleKey, ({ table }) => ({ table: String(table) }))],
    ['nft map', elements('map')],
    ['nft set', elements('set')],
    ['nft table', ruleset ? new Map([[TABLE, { definition: ruleset.definition }]]) : new Map<string, never>()],
    ['sysctl', new Map([...sysctls].map(([name, value]) => [name, { value }]))],
  ]);
}

function fieldsOf({ data, comment }: SetElement): Readonly<Record<string, string>> {
  return { ...(data === undefined ? {} : { data }), ...(comment === undefined ? {} : { comment }) };
}

function nextHopText({ via, interface: name }: HostRoute): Readonly<Record<string, string>> {
  return { interface: name, ...(via === undefined ? {} : { via }) };
}

/** Groups objects with equal identity, such as rules of one source to two tables, into one object with all values. */
function groupBy<T extends RoutingRule | HostRoute>(
  items: readonly T[],
  keyOf: (item: T) => string,
  fields: (item: T) => Readonly<Record<string, string>>,
): Things {
  const groups = new Map<string, Record<string, string>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? {};
    groups.set(key, group);
    for (const [name, value] of Object.entries(fields(item))) {
      group[name] = group[name] === undefined ? value : `${group[name]}, ${value}`;
    }
  }
  return groups;
}

function compareThings(sort: string, live: Things, desired: Things, owner: string): Change[] {
  const changes: Change[] = [];
  for (const [name, wanted] of desired) {
    const found = live.get(name);
    const fields = found ? differingFields(found, wanted) : [];
    const whose = ownerOf(sort, wanted) ?? owner;
    if (!found) changes.push({ drift: 'missing', sort, name, owner: whose, fields: [] });
    else if (fields.length > 0) changes.push({ drift: 'changed', sort, name, owner: whose, fields });
  }
  // A setting for all interfaces has other users, so it is never rolled back.
  if (sort === 'sysctl') return changes;
  for (const [name, found] of live) {
    if (desired.has(name)) continue;
    changes.push({ drift: 'stale', sort, name, owner: ownerOf(sort, found) ?? '', fields: [] });
  }
  return changes;
}

/** Returns the Service of a translation, which OVN-Kubernetes writes into its comment as `<namespace>/<name>`. */
function ownerOf(sort: string, { comment }: Readonly<Record<string, string>>): string | undefined {
  return sort === 'nft map' && comment !== undefined ? `EgressService ${comment}` : undefined;
}

function differingFields(
  live: Readonly<Record<string, string>>,
  desired: Readonly<Record<string, string>>,
): FieldChange[] {
  const names = [...new Set([...Object.keys(live), ...Object.keys(desired)])].sort();
  return names.flatMap((name) => {
    const [before = '', after = ''] = [live[name], desired[name]];
    return before === after ? [] : [{ name, ...differingLines(before, after) }];
  });
}

/** Returns only the differing lines of long texts, such as the definition of a table. */
function differingLines(live: string, desired: string): { readonly live: string; readonly desired: string } {
  const [before, after] = [live.split('\n'), desired.split('\n')];
  const [known, wanted] = [new Set(before), new Set(after)];
  const gone = before.filter((line) => !wanted.has(line)).join('\n');
  const come = after.filter((line) => !known.has(line)).join('\n');
  return gone === come ? { live, desired } : { live: gone, desired: come };
}
