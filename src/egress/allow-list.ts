import { type Family, compareAddressTexts, familyOfText } from '../net/address.js';
import type { EffectiveEgress } from './effective.js';

/** What becomes of an address of a namespace, seen from a side before. */
export type AllowListChange = 'new' | 'kept' | 'gone';

/** An address of its own that a namespace leaves with. */
export interface AllowedAddress {
  readonly address: string;
  readonly family: Family;
  /** Absent without a side before. */
  readonly change?: AllowListChange;
}

/** The source addresses of a namespace, for somebody outside who lets them in. */
export interface AllowListEntry {
  readonly namespace: string;
  /** Those that resources give it: they stay whatever becomes of nodes and pods. IPv4 first, by value. */
  readonly addresses: readonly AllowedAddress[];
  /** Addresses of nodes, and those of pods, that some of its packets leave with now; another day they are others. */
  readonly unstable: readonly string[];
  /** True if some of its packets leave with an address that nobody knows. */
  readonly hasUnknown: boolean;
}

/**
 * Returns the allow list of some entries; with those before, also what has left them. In byte order of the namespaces.
 */
export function buildAllowList(
  after: readonly EffectiveEgress[],
  before?: readonly EffectiveEgress[],
): AllowListEntry[] {
  const now = collectByNamespace(after);
  const was = before && collectByNamespace(before);
  const names = [...new Set([...now.keys(), ...(was?.keys() ?? [])])].sort();
  return names.flatMap((namespace): AllowListEntry[] => {
    const { given, unstable, hasUnknown } = now.get(namespace) ?? NOTHING;
    const earlier = was && (was.get(namespace) ?? NOTHING).given;
    const addresses = [...new Set([...given, ...(earlier ?? [])])].sort(compareAddressTexts).map((address) => ({
      ...{ address, family: familyOfText(address) },
      ...(earlier ? { change: changeOf(earlier.has(address), given.has(address)) } : {}),
    }));
    // What neither has now nor had an address says nothing to anybody outside.
    if (addresses.length + unstable.size === 0 && !hasUnknown) return [];
    return [{ namespace, addresses, unstable: [...unstable].sort(compareAddressTexts), hasUnknown }];
  });
}

interface Collected {
  readonly given: Set<string>;
  readonly unstable: Set<string>;
  hasUnknown: boolean;
}

const NOTHING: Collected = { given: new Set(), unstable: new Set(), hasUnknown: false };

function collectByNamespace(all: readonly EffectiveEgress[]): ReadonlyMap<string, Collected> {
  const found = new Map<string, Collected>();
  for (const { namespace, families } of all) {
    const own = found.get(namespace) ?? { given: new Set(), unstable: new Set(), hasUnknown: false };
    found.set(namespace, own);
    for (const { sources, hasUnknownSource } of families) {
      own.hasUnknown ||= hasUnknownSource;
      for (const { address, owner } of sources) (owner === 'egress' ? own.given : own.unstable).add(address);
    }
  }
  return found;
}

function changeOf(was: boolean, is: boolean): AllowListChange {
  if (!is) return 'gone';
  return was ? 'kept' : 'new';
}
