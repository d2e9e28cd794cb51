import type { Configuration } from '../../../../model/configuration.js';
import { type CanonicalAddress, type Family, withText } from '../../../../net/address.js';
import { ofFamily } from '../../../../net/prefix.js';
import { masqueradeAddressIn } from '../../../../ovn-kubernetes/addresses.js';
import { DEFAULT_MASQUERADE_SUBNET } from '../../../../ovn-kubernetes/networks.js';

/** Purpose of a masquerade address that load balancers use. */
type Role = 'host' | 'localNodePorts' | 'serviceHairpin';

/** Masquerade addresses of both families. */
export type MasqueradeAddresses = Readonly<Record<Role, Readonly<Record<Family, CanonicalAddress>>>>;

/**
 * Returns the masquerade addresses of a cluster. For a family that it does not have, they are those of the default
 * subnet, which OVN-Kubernetes also uses.
 */
export function masqueradeAddresses({ masqueradeSubnets, release }: Configuration): MasqueradeAddresses {
  const addressOf = (role: Parameters<typeof masqueradeAddressIn>[1], family: Family): CanonicalAddress =>
    withText(masqueradeAddressIn(ofFamily(masqueradeSubnets, family) ?? DEFAULT_MASQUERADE_SUBNET[family], role));
  const ofRole = (role: 'host' | 'serviceHairpin') => ({
    IPv4: addressOf(role, 'IPv4'),
    IPv6: addressOf(role, 'IPv6'),
  });
  const { IPv4, IPv6 } = release.services.localNodePorts;
  return {
    host: ofRole('host'),
    localNodePorts: { IPv4: addressOf(IPv4, 'IPv4'), IPv6: addressOf(IPv6, 'IPv6') },
    serviceHairpin: ofRole('serviceHairpin'),
  };
}
