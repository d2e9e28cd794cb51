import type { Node } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Family } from '../net/address.js';
import { BAD_SOURCES } from '../net/bad-sources.js';
import { type AddressRange, complement, mergeRanges, rangeOfAddress, rangeOfPrefix } from './filters/address-range.js';

/** Returns the addresses outside that a host may send from, ascending. Routers drop packets from all others. */
export function rangesOfSenders(configuration: Configuration, family: Family): readonly AddressRange[] {
  const inside = [...complement(family, rangesBeyond(configuration, family)), ...badRangesOf(family)];
  return complement(family, mergeRanges(inside));
}

/** Returns true if no host sends from any of the addresses of a range. */
export function isOfNoSender({ family, first, end }: AddressRange): boolean {
  return badRangesOf(family).some((bad) => bad.first <= first && end <= bad.end);
}

function badRangesOf(family: Family): readonly AddressRange[] {
  return BAD_SOURCES.filter((prefix) => prefix.family === family).map(rangeOfPrefix);
}

/**
 * Returns the addresses outside of all networks of the cluster (pods, Services, routers and masquerading), ascending.
 */
export function rangesBeyond(configuration: Configuration, family: Family): readonly AddressRange[] {
  const { clusterSubnets, serviceCIDRs, joinSubnets, transitSubnets, masqueradeSubnets } = configuration;
  const subnets = clusterSubnets.map(({ prefix }) => prefix);
  const own = [...subnets, ...serviceCIDRs, ...joinSubnets, ...transitSubnets, ...masqueradeSubnets];
  return complement(family, mergeRanges(own.filter((prefix) => prefix.family === family).map(rangeOfPrefix)));
}

/** Returns the addresses of a node in both families. */
export function rangesOfNode({ hostAddresses = [], primaryAddresses, gateway, interfaces }: Node): AddressRange[] {
  const ofInterfaces = [...interfaces.flatMap(({ addresses }) => addresses), ...(gateway?.ipAddresses ?? [])];
  const known = [...primaryAddresses, ...ofInterfaces].map(({ address }) => address);
  return [...hostAddresses, ...known].map(rangeOfAddress);
}
