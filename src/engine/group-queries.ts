import { sameItems } from '../std/same-items.js';
import type { Db, Query } from './query.js';

/** Queries of items in groups. */
export interface GroupQueries<Item> {
  readonly groups: Query<undefined, ReadonlyMap<string, readonly Item[]>>;
  /** The items of a group: the same list while it has the same items. Empty for an unknown group. */
  readonly group: Query<string, readonly Item[]>;
}

/** Creates queries of the groups that `groupIn` returns. What reads one group does not depend on the others. */
export function createGroupQueries<Item>(
  name: string,
  groupIn: (db: Db) => ReadonlyMap<string, readonly Item[]>,
): GroupQueries<Item> {
  const groups: GroupQueries<Item>['groups'] = { name: `${name} in groups`, run: groupIn };
  return {
    groups,
    group: {
      name: `${name} of a group`,
      hasOneReader: true,
      run: (db, key) => db.get(groups, undefined).get(key) ?? [],
      same: sameItems,
    },
  };
}
