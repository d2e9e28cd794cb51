import type { NetworkAttachment, AttachmentRange, IPPool, PoolAllocation } from '../../model/address-inventory.js';
import type { Reporter } from '../../model/diagnostic.js';
import { listNames } from '../../std/list-text.js';
import { type Address, type CanonicalAddress, type Prefix } from '../../net/address.js';
import { contains, formatPrefix, prefixOf, sizeOf } from '../../net/prefix.js';
import type { Claims } from './claims.js';
import { resourceOf } from '../../model/kubernetes-object.js';
import { messages } from './messages.js';

/**
 * Returns the attachment ranges that a pool belongs to: those of its network, and those of which it is a node's slice.
 */
export type FindRanges = (pool: Prefix) => readonly AttachmentRange[];

/** Indexes the ranges of attachments by their networks. */
export function indexAttachmentRanges(attachments: readonly NetworkAttachment[]): FindRanges {
  const byNetwork = new Map<string, AttachmentRange[]>();
  const lengths = new Set<number>();
  for (const range of attachments.flatMap(({ ranges }) => ranges)) {
    lengths.add(range.network.length);
    const key = formatPrefix(range.network);
    const known = byNetwork.get(key);
    if (known) known.push(range);
    else byNetwork.set(key, [range]);
  }
  return ({ family, base, length }) =>
    [...lengths].flatMap((shorter) =>
      shorter > length ? [] : (byNetwork.get(formatPrefix(prefixOf({ family, value: base }, shorter))) ?? []),
    );
}

/**
 * Reports parts of a pool that whereabouts would not have written: its name, and addresses that it does not allocate.
 */
export function checkPoolRecords(
  pool: IPPool,
  ranges: readonly AttachmentRange[],
  claims: Claims,
  report: Reporter,
): void {
  const { name, manifest, range, rangeText, allocations } = pool;
  const resource = resourceOf(manifest);
  const { origin } = manifest;
  const wanted = nameOfRange(formatPrefix(range));
  if (name !== wanted && !name.endsWith(`-${wanted}`)) {
    const found = messages.poolName(name, rangeText, wanted);
    report({ ...found, location: { origin, pointer: '/metadata/name' }, resource });
  }
  const inside = allocations.flatMap((one) =>
    one.address && contains(range, one.address) ? [{ ...one, address: one.address }] : [],
  );
  for (const { key, address, podReference, pointer } of inside) {
    const location = { origin, pointer };
    const { text } = address;
    if (isEnd(address, pool)) report({ ...messages.unusableAllocation(name, key, rangeText), location, resource });
    else if (ranges.length > 0 && !ranges.some((one) => givesAway(one, address)))
      report({ ...messages.excludedAllocation(name, text, podReference), location, resource });
    if (ranges.length > 0 && ranges.every(({ isReserving }) => isReserving) && lacksReservation(text, claims))
      report({ ...messages.unreservedAllocation(name, text, podReference), location, resource });
  }
  for (const [first, ...more] of groupByInterface(inside)) {
    if (!first || more.length === 0) continue;
    const addresses = listNames([first, ...more].map(({ address }) => address.text));
    const found = messages.allocatedAgain(name, first.podReference, first.interface ?? '', addresses);
    report({ ...found, location: { origin, pointer: first.pointer }, resource });
  }
}

/** Returns the end of a pool's name. The names of the network and of a node may precede it. */
function nameOfRange(text: string): string {
  return text.replace(/[:/]/g, '-');
}

/** Returns true if an address is the first or the last of the pool's range. */
function isEnd({ value }: Address, { range: { family, base, length } }: IPPool): boolean {
  const size = sizeOf({ family, length });
  return value === base || value === base + size - 1n;
}

function givesAway({ usable, excluded }: AttachmentRange, { family, value }: Address): boolean {
  const holds = (span: typeof usable): boolean => span.family === family && span.first <= value && value <= span.last;
  return holds(usable) && !excluded.some(holds);
}

/**
 * Returns true if an address has no reservation. If the inventory has no reservation at all, they are not exported or
 * not in use.
 */
function lacksReservation(address: string, { byAddress, inputs: { addresses } }: Claims): boolean {
  if (addresses.reservations.length === 0) return false;
  return !(byAddress.get(address) ?? []).some(({ role }) => role === 'reserved-for-pod');
}

type Allocated = PoolAllocation & { readonly address: CanonicalAddress };

/**
 * Groups allocations by interface of a pod. Records without an interface are skipped, because they may belong to
 * different ones.
 */
function groupByInterface(allocations: readonly Allocated[]): readonly (readonly Allocated[])[] {
  const groups = new Map<string, Allocated[]>();
  for (const one of allocations) {
    if (one.interface === undefined) continue;
    const key = `${one.podReference} ${one.interface}`;
    const known = groups.get(key);
    if (known) known.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}
