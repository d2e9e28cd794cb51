/** Networks and sizes of a cluster with the default configuration. */
import type { ClusterSubnet } from '../model/configuration.js';
import type { Family, Prefix } from '../net/address.js';
import { formatPrefix } from '../net/prefix.js';

/** Pod network: 10.128.0.0/14, with a /23 for each node. */
export const DEFAULT_CLUSTER_SUBNET: ClusterSubnet = {
  prefix: { family: 'IPv4', base: 0x0a80_0000n, length: 14 },
  hostPrefixLength: 23,
};

/** Masquerade subnets: 169.254.169.0/29 and fd69::/125. */
export const DEFAULT_MASQUERADE_SUBNET: Readonly<Record<Family, Prefix>> = {
  IPv4: { family: 'IPv4', base: 0xa9fe_a900n, length: 29 },
  IPv6: { family: 'IPv6', base: 0xfd69n << 112n, length: 125 },
};

/** Default of each network setting, by IP family. */
export const DEFAULT_NETWORKS = {
  clusterSubnets: {
    IPv4: `${formatPrefix(DEFAULT_CLUSTER_SUBNET.prefix)}/${DEFAULT_CLUSTER_SUBNET.hostPrefixLength}`,
    IPv6: 'fd01::/48/64',
  },
  serviceCIDRs: { IPv4: '172.16.1.0/24', IPv6: 'fd02::/112' },
  joinSubnets: { IPv4: '100.64.0.0/16', IPv6: 'fd98::/64' },
  transitSubnets: { IPv4: '100.88.0.0/16', IPv6: 'fd97::/64' },
  masqueradeSubnets: {
    IPv4: formatPrefix(DEFAULT_MASQUERADE_SUBNET.IPv4),
    IPv6: formatPrefix(DEFAULT_MASQUERADE_SUBNET.IPv6),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Family, string>>>>;

/** Default prefix length of a node's subnet, if the cluster subnet does not contain it. */
export const DEFAULT_HOST_PREFIX: Readonly<Record<Family, number>> = { IPv4: 24, IPv6: 64 };

/** Source ports of translated connections, which are the default of Linux. */
export const DEFAULT_PORT_RANGE = '32768-60999';

/** MTU of the pod network, in bytes. */
export const DEFAULT_MTU = 1400;

/** Join networks of primary user-defined networks, which no setting of Weir changes. */
export const USER_DEFINED_JOIN_SUBNETS: readonly string[] = ['100.65.0.0/16', 'fd99::/64'];
