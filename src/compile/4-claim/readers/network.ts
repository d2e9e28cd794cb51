import { CLOUD_EGRESS_ANNOTATION } from '../../../cloud/platform.js';
import { compareText } from '../../../std/compare-text.js';
import { isCloud } from '../../../cloud/platform.js';
import type { Node } from '../../../model/cluster.js';
import { type Prefix, widthOf, withText } from '../../../net/address.js';
import { formatPrefix, parsePrefix, sizeOf } from '../../../net/prefix.js';
import { annotationPointer } from '../../../yaml/locate.js';
import type { AddressClaim, RangeClaim } from '../../../model/claim.js';
import { resourceOf } from '../../../model/kubernetes-object.js';
import type { ClaimInputs } from './inputs.js';
import { NODE_ANNOTATION } from '../../../ovn-kubernetes/annotations.js';
import { USER_DEFINED_JOIN_SUBNETS } from '../../../ovn-kubernetes/networks.js';

/** Returns the networks that the cluster uses internally. */
export function readReservedRanges({ configuration }: ClaimInputs): RangeClaim[] {
  const { clusterSubnets, serviceCIDRs, joinSubnets, transitSubnets, masqueradeSubnets } = configuration;
  const named: readonly (readonly [string, readonly Prefix[]])[] = [
    ['the cluster subnet', clusterSubnets.map(({ prefix }) => prefix)],
    ['the service network', serviceCIDRs],
    ['the join subnet', joinSubnets],
    ['the transit switch subnet', transitSubnets],
    ['the masquerade subnet', masqueradeSubnets],
    ['the join subnet of user-defined networks', USER_DEFINED_JOIN_SUBNETS.flatMap((text) => parsePrefix(text) ?? [])],
  ];
  return named.flatMap(([what, prefixes]) =>
    prefixes.map((prefix): RangeClaim => {
      const size = sizeOf(prefix);
      return {
        role: 'reserved-range',
        family: prefix.family,
        first: prefix.base,
        last: prefix.base + size - 1n,
        description: `inside ${what} ${formatPrefix(prefix)}`,
      };
    }),
  );
}

/**
 * Returns the first and (IPv4) the last address of every network of a node, each network once, at the first node by
 * name. Cloud subnets are skipped, because `cloud-subnet.ts` reads their reserved addresses.
 */
export function readNetworkEnds({ cluster, configuration: { platform } }: ClaimInputs): AddressClaim[] {
  const ofCloud = cluster.nodes.flatMap(({ cloudEgress }) => cloudEgress?.subnets ?? []);
  const seen = new Set(isCloud(platform) ? ofCloud.map(formatPrefix) : []);
  const nodes = [...cluster.nodes].sort((a, b) => compareText(a.name, b.name));
  return nodes.flatMap((node) =>
    networksOf(node).flatMap(({ prefix, annotation }) => {
      const text = formatPrefix(prefix);
      const isNew = !seen.has(text);
      seen.add(text);
      return isNew ? endsOf(prefix).map((value) => endClaim(node, prefix, value, annotation)) : [];
    }),
  );
}

function networksOf({ primaryAddresses, hostCIDRs = [], cloudEgress }: Node): {
  readonly prefix: Prefix;
  readonly annotation: string;
}[] {
  return [
    ...primaryAddresses.map(({ prefix }) => ({ prefix, annotation: NODE_ANNOTATION.primaryAddresses })),
    ...hostCIDRs.map(({ prefix }) => ({ prefix, annotation: NODE_ANNOTATION.hostCIDRs })),
    ...(cloudEgress?.subnets ?? []).map((prefix) => ({ prefix, annotation: CLOUD_EGRESS_ANNOTATION })),
  ];
}

/**
 * Returns the first address of a network, and the last for IPv4: IPv6 has no broadcast address. A network of one or two
 * addresses has no reserved ends (RFC 3021, RFC 6164).
 */
function endsOf({ family, base, length }: Prefix): bigint[] {
  const hostBits = BigInt(widthOf(family) - length);
  if (hostBits < 2n) return [];
  return family === 'IPv4' ? [base, base + (1n << hostBits) - 1n] : [base];
}

function endClaim({ manifest }: Node, prefix: Prefix, value: bigint, annotation: string): AddressClaim {
  return {
    role: 'network-or-broadcast-address',
    address: withText({ family: prefix.family, value }),
    claimant: { ...resourceOf(manifest), namespace: '' },
    description: `the network or broadcast address of ${formatPrefix(prefix)}`,
    location: { origin: manifest.origin, pointer: annotationPointer(annotation) },
    owner: `network ${formatPrefix(prefix)}`,
    exclusive: false,
  };
}
