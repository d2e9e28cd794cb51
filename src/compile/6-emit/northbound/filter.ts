import type { FilterIntent, FilterRule, NamedAddresses } from '../../../model/intent/filter.js';
import type { Configuration } from '../../../model/configuration.js';
import { createListQuery, startsGroupOfNamespaces } from '../../../engine/chunks.js';
import type { Query } from '../../../engine/query.js';
import type { Row } from '../../../model/northbound.js';
import type { RowBlock, ShapedRow } from '../../../northbound/row-shape.js';
import type { RowSource } from './row-inputs.js';
import { addressSetRow } from './address-set.js';
import { FilterRow, frameOf, namedSet } from './filter-row.js';
import { memoize, memoizeLast } from '../../../std/memoize.js';
import { sameItems } from '../../../std/same-items.js';
import { type ListKeys, byKey } from './keys.js';

/** Rows of filters, which are the same in every zone. */
export interface FilterFrame {
  readonly acls: readonly Row[];
  /** ACLs that `acls` does not contain. */
  readonly blocks: readonly RowBlock[];
  readonly addressSets: readonly Row[];
}

/** Queries of the rows of filters. */
export interface FilterQueries {
  /** An ACL for each rule, and the address sets of their DNS names. */
  readonly rows: Query<undefined, FilterFrame>;
  /** The keys of the ACLs of a namespace, sorted. Undefined if it has no filter. */
  readonly keys: Query<string, ListKeys | undefined>;
}

/** Creates queries of the rows of filters. If the source wants blocks, the ACLs are made when they are written. */
export function createFilterQueries(source: RowSource): FilterQueries {
  const filters = source.intentsByNamespace('filter');
  // Readers of keys do not depend on rules.
  const isFiltered: Query<string, boolean> = {
    name: 'namespace has filters',
    run: (db, namespace) => db.entry(filters, namespace) !== undefined,
  };
  const ofNamespace: Query<string, readonly ShapedRow[]> = {
    name: 'rows of filters',
    run: (db, namespace) =>
      emitNamespace(db.entry(filters, namespace) ?? [], source.configurationIn(db), (count) =>
        db.get(textOrder, count),
      ),
  };
  const blocks: Query<undefined, ReadonlyMap<string, Block> | undefined> = {
    name: 'blocks of filters',
    // Policies have ACLs in the same namespaces.
    run: (db) =>
      db.read(source.inBlocks) && !source.intentsOf(db, 'policy').some(({ isCompiled }) => isCompiled)
        ? createBlocks(db.map(filters), source.configurationIn(db))
        : undefined,
  };
  const keyList: Query<string, readonly string[]> = {
    name: 'keys of filters',
    run: (db, namespace) => keysOf(db.get(ofNamespace, namespace)),
    same: sameItems,
  };
  const namespaces: Query<undefined, readonly string[]> = {
    name: 'namespaces of filters',
    hasOneReader: true,
    run: (db) => [...db.map(filters).keys()],
    same: sameItems,
  };
  const sortedNamespaces: Query<undefined, readonly string[]> = {
    name: 'namespaces of filters in order',
    hasOneReader: true,
    run: (db) => inKeyOrder(db.get(namespaces, undefined)),
  };
  const acls = createListQuery<string, Row>('ACLs of filters', {
    listIn: (db) => db.get(sortedNamespaces, undefined),
    startsChunk: startsGroupOfNamespaces,
    isWholeOnce: true,
    hasOneReader: true,
    make: (db, some) => some.flatMap((namespace) => db.get(ofNamespace, namespace)),
  });
  return {
    rows: {
      name: 'rows of all filters',
      run: (db) => {
        const made = db.get(blocks, undefined);
        return {
          acls: made ? [] : db.get(acls, undefined),
          blocks: made ? Array.from(made.values(), ({ block }) => block) : [],
          addressSets: emitNamedSets(source.intentsOf(db, 'filter'), source.configurationIn(db)),
        };
      },
    },
    keys: {
      name: 'key list of filters',
      run: (db, namespace) => {
        const made = db.get(blocks, undefined);
        if (made) return made.get(namespace)?.keys;
        if (!db.get(isFiltered, namespace)) return undefined;
        const keys = db.get(keyList, namespace);
        return () => keys;
      },
    },
  };
}

/** The ACLs of a namespace that are made when they are written, and their keys. */
interface Block {
  readonly block: RowBlock;
  readonly keys: ListKeys;
}

function createBlocks(
  groups: ReadonlyMap<string, readonly FilterIntent[]>,
  configuration: Configuration,
): ReadonlyMap<string, Block> {
  const inTextOrder = memoize(orderTexts);
  // A block and the port group of its namespace are written one after the other.
  const emitLast = memoizeLast((group: readonly FilterIntent[]) => emitNamespace(group, configuration, inTextOrder));
  return new Map(
    inKeyOrder([...groups.keys()]).map((namespace) => {
      const group = groups.get(namespace) ?? [];
      const count = group.reduce((sum, intent) => sum + intent.count, 0);
      const causes = group.map(({ cause }) => cause);
      const block: RowBlock = { table: 'ACL', namespace, causes, count, rows: () => emitLast(group) };
      return [namespace, { block, keys: () => keysOf(emitLast(group)) }];
    }),
  );
}

/** Returns namespaces in byte order of the keys of the rows of their filters. In these keys, a colon follows the namespace. */
function inKeyOrder(namespaces: readonly string[]): readonly string[] {
  return [...namespaces].sort(compareBeforeColon);
}

/** Compares two different names in byte order, each followed by a colon. */
function compareBeforeColon(a: string, b: string): number {
  if (b.startsWith(a)) return b.charCodeAt(a.length) < COLON ? 1 : -1;
  if (a.startsWith(b)) return a.charCodeAt(b.length) < COLON ? -1 : 1;
  return a < b ? -1 : 1;
}

const COLON = ':'.charCodeAt(0);

/** Returns the address sets of the DNS names in filters. */
function emitNamedSets(intents: readonly FilterIntent[], configuration: Configuration): readonly Row[] {
  const names = new Map<string, NamedAddresses>();
  for (const intent of intents) for (const set of intent.names) names.set(set.name, set);
  return [...names.values()].flatMap((set) => namedSets(set, configuration)).sort(byKey);
}

/** Returns the ACLs of a namespace, in byte order of their keys. */
function emitNamespace(
  intents: readonly FilterIntent[],
  configuration: Configuration,
  inTextOrder: (count: number) => readonly number[],
): readonly ShapedRow[] {
  const { release, ipFamilies } = configuration;
  const { ofNamespace } = release.portGroups;
  const rows: ShapedRow[] = [];
  for (const { rules, cause } of intents) {
    const { kind, namespace } = cause;
    const frame = frameOf(kind, namespace, ofNamespace(namespace).key, ipFamilies);
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
function orderTexts(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => `${number}`)
    .sort()
    .map(Number);
}

const textOrder: Query<number, readonly number[]> = {
  name: 'numbers in byte order',
  run: (_, count) => orderTexts(count),
};

function namedSets(set: NamedAddresses, { ipFamilies }: Configuration): Row[] {
  return ipFamilies.map((family) => addressSetRow(namedSet(set, family), set.addresses, family));
}
