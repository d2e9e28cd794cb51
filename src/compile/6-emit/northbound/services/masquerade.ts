import type { Configuration } from '../../../../model/configuration.js';
import { type Family, formatAddress } from '../../../../net/address.js';
import { masqueradeAddress } from '../../../../ovn-kubernetes/addresses.js';

/** What the masquerade addresses that load balancers use stand for. */
type Role = 'host' | 'hostETPLocal' | 'serviceHairpin';

/** Masquerade addresses of both families, in canonical text. */
export type MasqueradeAddresses = Readonly<Record<Role, Readonly<Record<Family, string>>>>;

/** Those in the default subnets of OVN-Kubernetes v1.3, which it also uses in a family that the cluster does not have. */
const DEFAULTS: MasqueradeAddresses = {
  host: { IPv4: '169.254.169.2', IPv6: 'fd69::2' },
  hostETPLocal: { IPv4: '169.254.169.3', IPv6: 'fd69::3' },
  serviceHairpin: { IPv4: '169.254.169.5', IPv6: 'fd69::5' },
};

/** The masquerade addresses of a cluster. */
export function masqueradeAddresses(configuration: Configuration): MasqueradeAddresses {
  const textOf = (role: Role, family: Family): string => {
    const address = masqueradeAddress(configuration, family, role);
    return address ? formatAddress(address) : DEFAULTS[role][family];
  };
  const ofRole = (role: Role) => ({ IPv4: textOf(role, 'IPv4'), IPv6: textOf(role, 'IPv6') });
  return { host: ofRole('host'), hostETPLocal: ofRole('hostETPLocal'), serviceHairpin: ofRole('serviceHairpin') };
}
