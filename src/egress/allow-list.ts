import { type Family, compareAddressTexts, familyOfText } from '../net/address.js';
import type { EffectiveEgress } from './effective.js';

/** Change of an address of a namespace from the side before. */
export type AllowListChange = 'new' | 'kept' | 'gone';

/** A permanent source address of a namespace. */
export interface AllowedAddress {
  readonly address: string;
  readonly family: Family;
  /** If unset, there is no side before. */
  readonly change?: AllowListChange;
}

/** Source addresses of a namespace, for a partner that allows them. */
export interface AllowListEntry {
  readonly namespace: string;
  /** Addresses that resources assign, which do not depend on nodes and pods. IPv4 first, ascending. */
  readonly addresses: readonly AllowedAddress[];
  /** Current source addresses that belong to nodes or pods, and can change. */
  readonly unstable: readonly string[];
  /** True if some of the source addresses are unknown. */
  readonly hasUnknown: boolean;
}

/**
 * Returns the allow list of some entries, in byte order of the namespaces. With `before`, it includes removed
 * addresses.
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
    // A namespace without current or former addresses is of no use to a partner.
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
