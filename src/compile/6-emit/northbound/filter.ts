import type { FilterIntent, FilterRule, NamedAddresses } from '../../../model/intent/filter.js';
import type { Configuration } from '../../../model/configuration.js';
import { noMemo } from '../../../engine/memo.js';
import type { Row, RowBlock, TemplateRow } from '../../../model/northbound.js';
import type { RowOptions } from './options.js';
import { addressSetRow } from './address-set.js';
import { FilterRow, frameOf, namedSet } from './filter-row.js';
import { groupBy } from '../../../std/group-by.js';
import { memoize, memoizeLast } from '../../../std/memoize.js';
import { type ListKeys, byKey } from './keys.js';

/** Rows of filters, which are the same in every zone. */
export interface FilterFrame {
  readonly acls: readonly Row[];
  /** ACLs that `acls` does not contain. */
  readonly blocks: readonly RowBlock[];
  readonly addressSets: readonly Row[];
  /** Namespace → keys of its ACLs, sorted. */
  readonly aclKeys: ReadonlyMap<string, ListKeys>;
}

/**
 * Returns an ACL for each rule of the filters, and the address sets of their DNS names. With `inBlocks`, the ACLs are
 * made when they are written.
 */
export function emitFilters(
  intents: readonly FilterIntent[],
  configuration: Configuration,
  { memo = noMemo, inBlocks = false }: RowOptions = {},
): FilterFrame {
  const inTextOrder = memoize((count: number) => textOrder(count));
  const lists: (readonly Row[])[] = [];
  const blocks: RowBlock[] = [];
  const aclKeys = new Map<string, ListKeys>();
  const emit = (group: readonly FilterIntent[]): readonly TemplateRow[] =>
    emitNamespace(group, configuration, inTextOrder);
  // A block and the port group of its namespace are written one after the other.
  const emitLast = memoizeLast(emit);
  for (const [namespace, group] of groupByNamespace(intents)) {
    if (inBlocks) {
      const count = group.reduce((sum, intent) => sum + intent.count, 0);
      const causes = group.map(({ cause }) => cause);
      blocks.push({ table: 'ACL', namespace, causes, count, rows: () => emitLast(group) });
      aclKeys.set(namespace, () => keysOf(emitLast(group)));
      continue;
    }
    const rows = memo('rows of filters', namespace, [configuration, ...group], () => emit(group));
    lists.push(rows);
    // Equal keys give the same function, so that results that depend only on the keys stay memoized.
    const keys = keysOf(rows);
    aclKeys.set(
      namespace,
      memo('keys of filters', namespace, keys, () => () => keys),
    );
  }
  const sets = namedIn(intents);
  return {
    acls: memo('ACLs of filters', undefined, lists, () => lists.flat()),
    blocks,
    addressSets: memo('address sets of names', undefined, [configuration, ...sets], () =>
      sets.flatMap((set) => namedSets(set, configuration)).sort(byKey),
    ),
    aclKeys,
  };
}

/**
 * Groups the filters by namespace, in byte order of the keys of their rows. In these keys, a colon follows the
 * namespace.
 */
function groupByNamespace(intents: readonly FilterIntent[]): readonly (readonly [string, readonly FilterIntent[]])[] {
  const groups = groupBy(intents, ({ cause }) => cause.namespace);
  const namespaces = [...groups.keys()].sort(compareBeforeColon);
  return namespaces.map((namespace) => [namespace, groups.get(namespace) ?? []]);
}

/** Compares two different names in byte order, each followed by a colon. */
function compareBeforeColon(a: string, b: string): number {
  if (b.startsWith(a)) return b.charCodeAt(a.length) < COLON ? 1 : -1;
  if (a.startsWith(b)) return a.charCodeAt(b.length) < COLON ? -1 : 1;
  return a < b ? -1 : 1;
}

const COLON = ':'.charCodeAt(0);

function namedIn(intents: readonly FilterIntent[]): readonly NamedAddresses[] {
  const names = new Map<string, NamedAddresses>();
  for (const intent of intents) for (const set of intent.names) names.set(set.name, set);
  return [...names.values()];
}

/** Returns the ACLs of a namespace, in byte order of their keys. */
function emitNamespace(
  intents: readonly FilterIntent[],
  configuration: Configuration,
  inTextOrder: (count: number) => readonly number[],
): readonly TemplateRow[] {
  const { ofNamespace } = configuration.release.portGroups;
  const rows: TemplateRow[] = [];
  for (const { rules, cause } of intents) {
    const { kind, namespace } = cause;
    const frame = frameOf(kind, namespace, ofNamespace(namespace).key, configuration);
    const byOrder: (FilterRule | undefined)[] = [];
    for (const rule of rules()) byOrder[rule.order] = rule;
    // The keys of a resource differ in nothing else.
    for (const order of inTextOrder(byOrder.length)) {
      const rule = byOrder[order];
      if (rule) rows.push(new FilterRow(rule, frame));
    }
  }
  return intents.length > 1 ? rows.sort(byKey) : rows;
}

function keysOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ key }) => key);
}

/** Returns the numbers from 0 to `count` - 1, in byte order of their texts. */
function textOrder(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => `${number}`)
    .sort()
    .map(Number);
}

function namedSets(set: NamedAddresses, { ipFamilies }: Configuration): Row[] {
  return ipFamilies.map((family) => addressSetRow(namedSet(set, family), set.addresses, family));
}
