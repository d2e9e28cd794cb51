import type { RowIdentity } from '../model/northbound.js';
import { flat } from '../std/json-text.js';

/** What rows of the default network name as their owner (OVN-Kubernetes). */
export const OWNER_CONTROLLER = 'default-network-controller';

/** How `external_ids` spells the keys that carry a prefix; the others are bare words. */
export const ID_KEY = {
  id: 'k8s.ovn.org/id',
  ownerController: 'k8s.ovn.org/owner-controller',
  ownerType: 'k8s.ovn.org/owner-type',
  name: 'k8s.ovn.org/name',
  cidr: 'k8s.ovn.org/cidr',
} as const;

/**
 * The keys that name the object behind a load balancer, which has no id, and its network, unless that is the default network
 * (OVN-Kubernetes).
 */
export const LOAD_BALANCER_KEY = {
  kind: 'k8s.ovn.org/kind',
  owner: 'k8s.ovn.org/owner',
  network: 'k8s.ovn.org/network',
} as const;

/** The keys that object identities of OVN-Kubernetes are made of. */
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

/** The `external_ids` that identify a row; `k8s.ovn.org/id` is the row's key. */
export interface ObjectIds extends Readonly<Record<string, string>> {
  readonly [ID_KEY.id]: string;
  readonly [ID_KEY.ownerController]: string;
  readonly [ID_KEY.ownerType]: string;
}

/**
 * The identity of an object of the default network (OVN-Kubernetes): controller, owner type and the values of
 * the type's keys, joined by `:` without any escaping.
 *
 * The order of `keys` is part of the identity: give them in the order that upstream declares for the owner type and the
 * table (an EgressQoS has `name, priority` on its address sets and `priority, name` on its QoS rows).
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

/** Returns the `k8s.ovn.org/id` of the identity with the same owner type and values. */
export function objectId(ownerType: string, ...values: readonly (string | number)[]): string {
  let id = `${OWNER_CONTROLLER}:${ownerType}`;
  for (const value of values) id += `:${value}`;
  return id;
}

/** The low 32 bits of the FNV prime 2^40 + 0x1b3. */
const PRIME_LOW = 0x1b3;
/** Nearly all ids are of characters that are a byte each, and a copy of their bytes would be garbage. */
const NEEDS_BYTES = /[^ -~]/;

/**
 * Returns the name of an address set or port group (OVN-Kubernetes): `a` and the decimal 64-bit FNV-1a hash of the id's
 * UTF-8 bytes.
 */
export function hashedName(id: string): string {
  const bytes = NEEDS_BYTES.test(id) ? Buffer.from(id, 'utf8').toString('latin1') : id;
  // Two halves of 32 bits: every product below stays under 2^42, where doubles are exact; a BigInt a byte would be slow.
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let at = 0; at < bytes.length; at++) {
    low = (low ^ bytes.charCodeAt(at)) >>> 0;
    const product = low * PRIME_LOW;
    const carry = Math.floor(product / 0x1_0000_0000);
    // 2^40 times the low half lands in the high one, shifted by 8.
    high = (high * PRIME_LOW + carry + ((low << 8) >>> 0)) >>> 0;
    low = product >>> 0;
  }
  return flat(`a${(BigInt(high) << 32n) | BigInt(low)}`);
}

/** Returns the name of the address set or port group that has an identity. */
export function hashedNameOf(ids: ObjectIds): string {
  return hashedName(ids[ID_KEY.id]);
}

/** Returns the identity of a row that is found by its id. */
export function byId(external_ids: ObjectIds): RowIdentity {
  return { key: external_ids[ID_KEY.id], external_ids };
}

/** Returns the identity of an address set or port group, which is found by its name. */
export function byHashedName(external_ids: ObjectIds): RowIdentity {
  return { key: hashedNameOf(external_ids), external_ids };
}

/** How identities of address sets spell a family: the value of `ip-family`. */
export const FAMILY_ID = { IPv4: 'v4', IPv6: 'v6' } as const;
