import { type AddressRange, cutOut, rangeOfAddress, rangeOfPrefix, wholeFamily } from './address-range.js';
import type { SweepRule } from './classify.js';
import { transportOf } from './transport-range.js';
import type { Configuration } from '../../model/configuration.js';
import type { Destination, FilterRule } from '../../model/intent/filter.js';
import { formatPrefix } from '../../net/prefix.js';

/** A rule of an EgressFirewall with its destinations resolved. */
export type Filter = Pick<FilterRule, 'verdict' | 'destinations' | 'ports'>;

/** The configuration that limits the addresses of a DNS name. */
export type NetworkSettings = Pick<Configuration, 'clusterSubnets' | 'ipFamilies'>;

/** Converts filters to rules for packets to an address that the names of `held` have. Returns one rule per filter. */
export function toRules(
  filters: readonly Filter[],
  held: readonly string[],
  network: NetworkSettings,
): SweepRule<FilterRule['verdict']>[] {
  return filters.map(({ destinations, ports, verdict }) => {
    const [first] = destinations;
    return {
      addresses:
        first && destinations.length === 1
          ? rangesOf(first, held, network)
          : destinations.flatMap((destination) => rangesOf(destination, held, network)),
      transport: transportOf(ports),
      value: verdict,
    };
  });
}

function rangesOf(destination: Destination, held: readonly string[], network: NetworkSettings): AddressRange[] {
  switch (destination.type) {
    case 'prefix':
      return cutOut(rangeOfPrefix(destination.prefix), destination.except);
    case 'address':
      return [rangeOfAddress(destination.address)];
    case 'name': {
      if (!held.includes(destination.set.name)) return [];
      // OVN-Kubernetes ignores answers inside the cluster network.
      const subnets = network.clusterSubnets.map(({ prefix }) => prefix);
      return network.ipFamilies.flatMap((family) => cutOut(wholeFamily(family), subnets));
    }
  }
}

/** Returns true if a filter has a DNS name. */
export function hasName({ destinations }: Filter): boolean {
  for (const { type } of destinations) if (type === 'name') return true;
  return false;
}

/** Returns the DNS names of a filter. */
export function namesInFilter({ destinations }: Filter): string[] {
  return destinations.flatMap((destination) => (destination.type === 'name' ? [destination.set.name] : []));
}

/**
 * Returns the content of a filter as text. Two filters with equal text are equivalent at the same position of a list.
 */
export function contentOfFilter({ verdict, ports, destinations }: Filter): string {
  const targets = destinations.map((destination) => {
    if (destination.type === 'name') return destination.set.name;
    if (destination.type === 'address') return destination.address.text;
    return [destination.prefix, ...destination.except].map(formatPrefix).join('-');
  });
  return `${verdict} ${targets.join()} ${ports.map(({ protocol, port }) => `${protocol} ${port ?? ''}`).join()}`;
}
