import type { FilterIntent, NamedAddresses } from '../../../model/intent/filter.js';
import type { Configuration } from '../../../model/configuration.js';
import { type Memo, noMemo } from '../../../model/memo.js';
import type { Row } from '../../../model/northbound.js';
import { addressSetRow } from './address-set.js';
import { FilterRow, frameOf, nameIds } from './filter-row.js';
import { namespacePortGroupName } from './port-group.js';
import { byKey } from './keys.js';

/** Rows of filters: the same in every zone. */
export interface FilterRows {
  readonly acls: readonly Row[];
  readonly addressSets: readonly Row[];
  /** Namespace → keys of its ACLs, sorted. */
  readonly aclKeys: ReadonlyMap<string, readonly string[]>;
}

/** An ACL for each filter, and the address sets of the DNS names that they mention. */
export function emitFilters(
  intents: readonly FilterIntent[],
  configuration: Configuration,
  memo: Memo = noMemo,
): FilterRows {
  const groups = new Map<string, FilterIntent[]>();
  const names = new Map<string, NamedAddresses>();
  for (const intent of intents) {
    const { namespace } = intent.source;
    const group = groups.get(namespace);
    if (group) group.push(intent);
    else groups.set(namespace, [intent]);
    for (const destination of intent.destinations) {
      if (destination.type === 'name') names.set(destination.set.name, destination.set);
    }
  }
  const blocks: (readonly Row[])[] = [];
  const aclKeys = new Map<string, readonly string[]>();
  // Sorting namespaces with the colon that ends them in a key gives the byte order of all keys.
  for (const [namespace, group] of [...groups].sort(([a], [b]) => (`${a}:` < `${b}:` ? -1 : 1))) {
    const { rows, keys } = memo('rows of filters', namespace, [configuration, ...group], () =>
      emitNamespace(namespace, group, configuration),
    );
    blocks.push(rows);
    // The same keys are the same list: what depends on them alone stays.
    aclKeys.set(
      namespace,
      memo('keys of filters', namespace, keys, () => keys),
    );
  }
  const sets = [...names.values()];
  return {
    acls: memo('ACLs of filters', undefined, blocks, () => blocks.flat()),
    addressSets: memo('address sets of names', undefined, [configuration, ...sets], () =>
      sets.flatMap((set) => namedSets(set, configuration)).sort(byKey),
    ),
    aclKeys,
  };
}

/** The ACLs of a namespace and their keys, in byte order of the keys. */
function emitNamespace(
  namespace: string,
  filters: readonly FilterIntent[],
  configuration: Configuration,
): { readonly rows: readonly Row[]; readonly keys: readonly string[] } {
  const portGroup = namespacePortGroupName(namespace);
  const kinds = new Set(filters.map(({ cause }) => cause.kind));
  const rows = [...kinds].flatMap((kind) => {
    const frame = frameOf(kind, namespace, portGroup);
    const own = filters
      .filter(({ cause }) => cause.kind === kind)
      .map((filter) => ({ filter, text: `${filter.order}` }));
    // Nothing else in the keys of a kind differs, and short texts compare fast.
    return own
      .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
      .map(({ filter }) => new FilterRow(filter, frame, configuration));
  });
  if (kinds.size > 1) rows.sort(byKey);
  return { rows, keys: rows.map(({ key }) => key) };
}

function namedSets(set: NamedAddresses, { ipFamilies }: Configuration): Row[] {
  return ipFamilies.map((family) => addressSetRow(nameIds(set, family), set.addresses, family));
}
