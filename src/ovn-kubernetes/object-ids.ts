import type { RowIdentity } from '../model/northbound.js';
import { flat } from '../std/json-text.js';

/** Owner of rows of the default network (OVN-Kubernetes). */
export const OWNER_CONTROLLER = 'default-network-controller';

/** Keys in `external_ids` that have a prefix. The others are bare words. */
export const ID_KEY = {
  id: 'k8s.ovn.org/id',
  ownerController: 'k8s.ovn.org/owner-controller',
  ownerType: 'k8s.ovn.org/owner-type',
  name: 'k8s.ovn.org/name',
  cidr: 'k8s.ovn.org/cidr',
} as const;

/**
 * Keys for the object behind a load balancer, which has no id, and for its network unless that is the default network
 * (OVN-Kubernetes).
 */
export const LOAD_BALANCER_KEY = {
  kind: 'k8s.ovn.org/kind',
  owner: 'k8s.ovn.org/owner',
  network: 'k8s.ovn.org/network',
} as const;

/** Keys of object identities of OVN-Kubernetes. */
export type IdentityKey =
  | 'name'
  | 'cidr'
  | 'direction'
  | 'gress-index'
  | 'ip-family'
  | 'priority'
  | 'rule-index'
  | 'type'
  | 'ip'
  | 'port-policy-protocol'
  | 'ip-block-index'
  | 'network';

/** The `external_ids` that identify a row. `k8s.ovn.org/id` is the row's key. */
export interface ObjectIds extends Readonly<Record<string, string>> {
  readonly [ID_KEY.id]: string;
  readonly [ID_KEY.ownerController]: string;
  readonly [ID_KEY.ownerType]: string;
}

/**
 * Returns the identity of an object of the default network (OVN-Kubernetes): controller, owner type and the values of
 * the type's keys, joined by `:` without escaping.
 *
 * The order of `keys` is part of the identity. Pass them in the order that upstream declares for the owner type and the
 * table. An EgressQoS has `name, priority` on its address sets, and `priority, name` on its QoS rows.
 */
export function objectIds(
  ownerType: string,
  ...keys: readonly (readonly [key: IdentityKey, value: string | number])[]
): ObjectIds {
  const id = objectId(ownerType, ...keys.map(([, value]) => value));
  const ids: ObjectIds & Record<string, string> = {
    [ID_KEY.id]: id,
    [ID_KEY.ownerController]: OWNER_CONTROLLER,
    [ID_KEY.ownerType]: ownerType,
  };
  for (const [key, value] of keys) ids[key === 'name' || key === 'cidr' ? ID_KEY[key] : key] = `${value}`;
  return ids;
}

/** Returns the `k8s.ovn.org/id` of the identity with this owner type and these values. */
export function objectId(ownerType: string, ...values: readonly (string | number)[]): string {
  let id = `${OWNER_CONTROLLER}:${ownerType}`;
  for (const value of values) id += `:${value}`;
  return id;
}

/**
 * Two halves of 32 bits of an FNV-1a hash. Every product of a half and the prime stays under 2^42, so that doubles are exact.
 * BigInt arithmetic for each byte would be slow.
 */
interface HashState {
  readonly high: number;
  readonly low: number;
}

const OFFSET_BASIS: HashState = { high: 0xcbf29ce4, low: 0x84222325 };
/** Low 32 bits of the FNV prime 2^40 + 0x1b3. */
const PRIME_LOW = 0x1b3;
/** All ids begin so. */
const PREFIX = `${OWNER_CONTROLLER}:`;
const AFTER_PREFIX = hashOn(OFFSET_BASIS, PREFIX, 0);
/**
 * Pattern of ids with characters outside ASCII. Nearly all ids have none, and copying their bytes would only create
 * garbage.
 */
const NEEDS_BYTES = /[^ -~]/;

/**
 * Returns the name of an address set or port group (OVN-Kubernetes): `a` and the decimal 64-bit FNV-1a hash of the id's
 * UTF-8 bytes.
 */
export function hashedName(id: string): string {
  const bytes = NEEDS_BYTES.test(id) ? Buffer.from(id, 'utf8').toString('latin1') : id;
  const { high, low } = bytes.startsWith(PREFIX)
    ? hashOn(AFTER_PREFIX, bytes, PREFIX.length)
    : hashOn(OFFSET_BASIS, bytes, 0);
  return flat(`a${(BigInt(high) << 32n) | BigInt(low)}`);
}

/** Continues a hash with the bytes from a place on. */
function hashOn({ high, low }: HashState, bytes: string, from: number): HashState {
  for (let at = from; at < bytes.length; at++) {
    low = (low ^ bytes.charCodeAt(at)) >>> 0;
    const product = low * PRIME_LOW;
    const carry = Math.floor(product / 0x1_0000_0000);
    // 2^40 times the low half goes into the high half, shifted by 8.
    high = (high * PRIME_LOW + carry + ((low << 8) >>> 0)) >>> 0;
    low = product >>> 0;
  }
  return { high, low };
}

/** Returns the name of the address set or port group with an identity. */
export function hashedNameOf(ids: ObjectIds): string {
  return hashedName(ids[ID_KEY.id]);
}

/** Returns the identity of a row that is identified by its id. */
export function byId(external_ids: ObjectIds): RowIdentity {
  return { key: external_ids[ID_KEY.id], external_ids };
}

/** Returns the identity of an address set or port group, which is identified by its name. */
export function byHashedName(external_ids: ObjectIds): RowIdentity {
  return { key: hashedNameOf(external_ids), external_ids };
}

/** Family in identities of address sets: the value of `ip-family`. */
export const FAMILY_ID = { IPv4: 'v4', IPv6: 'v6' } as const;
