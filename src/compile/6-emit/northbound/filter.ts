import type { FilterIntent, FilterRule, NamedAddresses } from '../../../model/intent/filter.js';
import type { Configuration } from '../../../model/configuration.js';
import { type Memo, noMemo } from '../../../model/memo.js';
import type { Row } from '../../../model/northbound.js';
import { addressSetRow } from './address-set.js';
import { FilterRow, frameOf, nameIds } from './filter-row.js';
import { namespacePortGroupName } from './port-group.js';
import { groupBy } from '../../../std/group-by.js';
import { remember } from '../../../std/remember.js';
import { byKey } from './keys.js';

/** Rows of filters: the same in every zone. */
export interface FilterRows {
  readonly acls: readonly Row[];
  readonly addressSets: readonly Row[];
  /** Namespace → keys of its ACLs, sorted. */
  readonly aclKeys: ReadonlyMap<string, readonly string[]>;
}

/** An ACL for each rule of the filters, and the address sets of the DNS names that they mention. */
export function emitFilters(
  intents: readonly FilterIntent[],
  configuration: Configuration,
  memo: Memo = noMemo,
): FilterRows {
  const inTextOrder = remember((count: number) => textOrder(count));
  const blocks: (readonly Row[])[] = [];
  const aclKeys = new Map<string, readonly string[]>();
  for (const [namespace, group] of groupByNamespace(intents)) {
    const { rows, keys } = memo('rows of filters', namespace, [configuration, ...group], () =>
      emitNamespace(namespace, group, configuration, inTextOrder),
    );
    blocks.push(rows);
    // The same keys are the same list: what depends on them alone stays.
    aclKeys.set(
      namespace,
      memo('keys of filters', namespace, keys, () => keys),
    );
  }
  const sets = namedIn(intents);
  return {
    acls: memo('ACLs of filters', undefined, blocks, () => blocks.flat()),
    addressSets: memo('address sets of names', undefined, [configuration, ...sets], () =>
      sets.flatMap((set) => namedSets(set, configuration)).sort(byKey),
    ),
    aclKeys,
  };
}

/** The filters of each namespace, in the byte order of the keys of their rows, in which a colon follows the namespace. */
function groupByNamespace(intents: readonly FilterIntent[]): readonly (readonly [string, readonly FilterIntent[]])[] {
  const groups = groupBy(intents, ({ cause }) => cause.namespace);
  const namespaces = [...groups.keys()].sort(compareBeforeColon);
  return namespaces.map((namespace) => [namespace, groups.get(namespace) ?? []]);
}

/** Byte order of two names that differ, each with a colon behind it. */
function compareBeforeColon(a: string, b: string): number {
  if (b.startsWith(a)) return b.charCodeAt(a.length) < COLON ? 1 : -1;
  if (a.startsWith(b)) return a.charCodeAt(b.length) < COLON ? -1 : 1;
  return a < b ? -1 : 1;
}

const COLON = ':'.charCodeAt(0);

function namedIn(intents: readonly FilterIntent[]): readonly NamedAddresses[] {
  const names = new Map<string, NamedAddresses>();
  for (const { rules } of intents) {
    for (const { destinations } of rules) {
      for (const destination of destinations)
        if (destination.type === 'name') names.set(destination.set.name, destination.set);
    }
  }
  return [...names.values()];
}

/** The ACLs of a namespace and their keys, in byte order of the keys. */
function emitNamespace(
  namespace: string,
  intents: readonly FilterIntent[],
  configuration: Configuration,
  inTextOrder: (count: number) => readonly number[],
): { readonly rows: readonly Row[]; readonly keys: readonly string[] } {
  const portGroup = namespacePortGroupName(namespace);
  const rows: Row[] = [];
  for (const { rules, cause } of intents) {
    const frame = frameOf(cause.kind, namespace, portGroup, configuration);
    const byOrder: (FilterRule | undefined)[] = [];
    for (const rule of rules) byOrder[rule.order] = rule;
    // Nothing else in the keys of a resource differs.
    for (const order of inTextOrder(byOrder.length)) {
      const rule = byOrder[order];
      if (rule) rows.push(new FilterRow(rule, frame));
    }
  }
  if (intents.length > 1) rows.sort(byKey);
  return { rows, keys: rows.map(({ key }) => key) };
}

/** The numbers from 0 on, so many of them, in byte order of their texts. */
function textOrder(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => `${number}`)
    .sort()
    .map(Number);
}

function namedSets(set: NamedAddresses, { ipFamilies }: Configuration): Row[] {
  return ipFamilies.map((family) => addressSetRow(nameIds(set, family), set.addresses, family));
}
