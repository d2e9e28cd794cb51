import {
  type AddressRange,
  cutOut,
  rangeOfAddress,
  rangeOfPrefix,
  wholeFamily,
} from '../../classification/address-range.js';
import type { Rule } from '../../classification/classify.js';
import { transportOf } from '../../classification/transport-range.js';
import type { Configuration } from '../../model/configuration.js';
import type { Destination, FilterIntent } from '../../model/intent.js';
import { parseAddress } from '../../net/address.js';
import { formatPrefix } from '../../net/prefix.js';

/** Filters as rules for packets to an address that the `held` names have. One rule a filter. */
export function toRules(
  filters: readonly FilterIntent[],
  held: readonly string[],
  configuration: Configuration,
): Rule<FilterIntent['verdict']>[] {
  return filters.map(({ destinations, ports, verdict }) => ({
    addresses: destinations.flatMap((destination) => rangesOf(destination, held, configuration)),
    transport: transportOf(ports),
    value: verdict,
  }));
}

function rangesOf(destination: Destination, held: readonly string[], configuration: Configuration): AddressRange[] {
  switch (destination.type) {
    case 'prefix':
      return cutOut(rangeOfPrefix(destination.prefix), destination.except);
    case 'address': {
      const address = parseAddress(destination.text);
      return address ? [rangeOfAddress(address)] : [];
    }
    case 'name': {
      if (!held.includes(destination.set.name)) return [];
      // OVN-Kubernetes v1.3: answers inside the cluster network never count.
      const subnets = configuration.clusterSubnets.map(({ prefix }) => prefix);
      return configuration.ipFamilies.flatMap((family) => cutOut(wholeFamily(family), subnets));
    }
  }
}

/** The DNS names that a filter is for. */
export function namesIn({ destinations }: FilterIntent): string[] {
  return destinations.flatMap((destination) => (destination.type === 'name' ? [destination.set.name] : []));
}

/** All that a filter says to packets, as text: two filters with the same do the same at the same place of a list. */
export function contentOf({ verdict, ports, destinations }: FilterIntent): string {
  const targets = destinations.map((destination) => {
    if (destination.type === 'name') return destination.set.name;
    if (destination.type === 'address') return destination.text;
    return [destination.prefix, ...destination.except].map(formatPrefix).join('-');
  });
  return `${verdict} ${targets.join()} ${ports.map(({ protocol, port }) => `${protocol} ${port ?? ''}`).join()}`;
}
