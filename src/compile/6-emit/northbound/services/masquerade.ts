import type { Configuration } from '../../../../model/configuration.js';
import { type CanonicalAddress, type Family, withText } from '../../../../net/address.js';
import { ofFamily } from '../../../../net/prefix.js';
import { DEFAULT_MASQUERADE_SUBNET, masqueradeAddressIn } from '../../../../ovn-kubernetes/addresses.js';

/** What the masquerade addresses that load balancers use stand for. */
type Role = 'host' | 'hostETPLocal' | 'serviceHairpin';

/** Masquerade addresses of both families. */
export type MasqueradeAddresses = Readonly<Record<Role, Readonly<Record<Family, CanonicalAddress>>>>;

/**
 * The masquerade addresses of a cluster: in a family that it does not have, those in the default subnet, which
 * OVN-Kubernetes also uses there.
 */
export function masqueradeAddresses({ masqueradeSubnets }: Configuration): MasqueradeAddresses {
  const addressOf = (role: Role, family: Family): CanonicalAddress =>
    withText(masqueradeAddressIn(ofFamily(masqueradeSubnets, family) ?? DEFAULT_MASQUERADE_SUBNET[family], role));
  const ofRole = (role: Role) => ({ IPv4: addressOf(role, 'IPv4'), IPv6: addressOf(role, 'IPv6') });
  return { host: ofRole('host'), hostETPLocal: ofRole('hostETPLocal'), serviceHairpin: ofRole('serviceHairpin') };
}
