import type { Pod } from '../../model/cluster.js';
import type { FilterRule } from '../../model/intent/filter.js';
import type { Both } from '../../traffic/side.js';
import type { ChangeSource } from '../../traffic/change.js';
import { toAddressLists } from '../../traffic/policies/address-lists.js';
import { sameFilter } from '../../traffic/same.js';
import type { LastingClass, PolicySides } from './policy-sides.js';
import { sameList } from '../../std/same-items.js';

export type FilterList = readonly FilterRule[];
export type FilterLists = Both<FilterList>;

/** Pods of a namespace with the same rules, and the decisions of their policies for addresses on both sides. */
export interface FilterSource {
  readonly source: ChangeSource;
  readonly filters: FilterLists;
  readonly policies: Both<ReturnType<typeof toAddressLists>>;
  /** True if the policies are the same on both sides. */
  readonly hasSamePolicies: boolean;
  /** Key, equal for equal policies. */
  readonly key: string;
}

/**
 * Returns the sources whose traffic to addresses may be treated differently, in byte order of their namespaces. If the
 * filters of a namespace differ, its pods are all included, else only those with changed policies.
 */
export function collectSources(
  { classesIn }: PolicySides,
  { before, after }: Both<ReadonlyMap<string, FilterList>>,
): FilterSource[] {
  const namespaces = [...new Set([...before.keys(), ...after.keys(), ...classesIn.keys()])].sort();
  return namespaces.flatMap((namespace) => {
    const filters = { before: before.get(namespace) ?? [], after: after.get(namespace) ?? [] };
    const isSame = sameList(filters.before, filters.after, sameFilter);
    const groups = groupByEgress(classesIn.get(namespace));
    if (groups.size === 0 && !isSame) {
      return [{ source: { namespace }, filters, policies: NO_POLICIES, hasSamePolicies: true, key: '' }];
    }
    return [...groups].flatMap(([key, { first, pods }]): FilterSource[] => {
      const hasSamePolicies = first.before.egress.number === first.after.egress.number;
      if (isSame && hasSamePolicies) return [];
      const policies = {
        before: toAddressLists(first.before.egress.stage),
        after: toAddressLists(first.after.egress.stage),
      };
      const source = groups.size === 1 ? { namespace } : { namespace, pods };
      return [{ source, filters, policies, hasSamePolicies, key }];
    });
  });
}

const NO_POLICIES: FilterSource['policies'] = { before: [], after: [] };

function groupByEgress(classes: ReadonlyMap<LastingClass, readonly Pod[]> | undefined): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const [one, pods] of classes ?? []) {
    const key = `${one.before.egress.number} ${one.after.egress.number}`;
    const group = groups.get(key);
    if (group) for (const pod of pods) group.pods.push(pod);
    else groups.set(key, { first: one, pods: [...pods] });
  }
  return groups;
}

interface Group {
  readonly first: LastingClass;
  readonly pods: Pod[];
}
