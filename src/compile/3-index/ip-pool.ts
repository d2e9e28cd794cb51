import type { IPPool } from '../../model/address-inventory.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type Address, type CanonicalAddress, widthOf, withText } from '../../net/address.js';
import { formatPrefix, parseCIDR } from '../../net/prefix.js';
import { escapePointer } from '../../yaml/locate.js';
import { messages } from './address-messages.js';
import { asObject, asString } from '../../std/json.js';

/**
 * Reads an IPPool. Returns undefined without a usable range, which is reported. Keys that are not decimal are skipped,
 * as whereabouts does. An offset counts from the address in `spec.range`, which is the network's if whereabouts writes
 * it.
 */
export function readIPPool(manifest: Manifest, report: Reporter): IPPool | undefined {
  const { kind, namespace, name, origin, object } = manifest;
  const spec = asObject(object.spec) ?? {};
  const rangeText = asString(spec.range) ?? '';
  const cidr = parseCIDR(rangeText);
  const resource = { kind, namespace, name };
  if (!cidr) {
    report({ ...messages.badPoolRange(rangeText), location: { origin, pointer: '/spec/range' }, resource });
    return undefined;
  }
  const { prefix, address } = cidr;
  if (address.value !== prefix.base) {
    const finding = messages.hostBits(rangeText, formatPrefix(prefix));
    report({ ...finding, location: { origin, pointer: '/spec/range' }, resource });
  }
  const allocations = Object.entries(asObject(spec.allocations) ?? {}).flatMap(([key, value]) => {
    const { podref, ifname } = asObject(value) ?? {};
    const podReference = asString(podref) ?? '';
    const own = typeof ifname === 'string' && ifname !== '' ? { interface: ifname } : {};
    const pointer = `/spec/allocations/${escapePointer(key)}`;
    return isOffset(key) ? [{ key, podReference, ...own, pointer, ...addressAbove(address, key) }] : [];
  });
  return { namespace, name, range: prefix, rangeText, allocations, manifest };
}

/**
 * Returns true if a key is a decimal offset. 39 digits suffice for every 128-bit number, and more would only cost time.
 */
function isOffset(key: string): boolean {
  return /^[0-9]{1,39}$/.test(key);
}

function addressAbove({ family, value }: Address, offset: string): { readonly address?: CanonicalAddress } {
  const sum = value + BigInt(offset);
  return sum >> BigInt(widthOf(family)) === 0n ? { address: withText({ family, value: sum }) } : {};
}
