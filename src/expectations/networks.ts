import type { Cluster, Node, Service } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Family } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import {
  type AddressRange,
  complement,
  mergeRanges,
  rangeOfAddress,
  rangeOfPrefix,
} from '../traffic/filters/address-range.js';
import type { Rule } from '../traffic/filters/sweep.js';
import { ALL_TRANSPORT, transportOfPorts } from '../traffic/filters/transport-range.js';
import { mergeTransport } from '../traffic/filters/transport-set.js';

/** Which addresses are whose, as far as expectations tell them apart. */
export interface Networks {
  /** What lies in none of the networks of the cluster: of pods, Services, routers and masquerading. Ascending. */
  readonly beyond: Readonly<Record<Family, readonly AddressRange[]>>;
  /** The addresses of nodes, as rules without a difference of transport. */
  readonly nodes: readonly Rule<undefined>[];
  /** Addresses beyond that a Service takes up: what goes to its ports goes to its endpoints. */
  readonly services: readonly Rule<undefined>[];
}

interface Side {
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/** Sorts out the addresses of a cluster. */
export function collectNetworks({ cluster, configuration }: Side): Networks {
  const { clusterSubnets, serviceCIDRs, joinSubnets, transitSubnets, masqueradeSubnets } = configuration;
  const subnets = clusterSubnets.map(({ prefix }) => prefix);
  const own = [...subnets, ...serviceCIDRs, ...joinSubnets, ...transitSubnets, ...masqueradeSubnets];
  const beyond = (family: Family): readonly AddressRange[] =>
    complement(family, mergeRanges(own.filter((prefix) => prefix.family === family).map(rangeOfPrefix)));
  return {
    beyond: { IPv4: beyond('IPv4'), IPv6: beyond('IPv6') },
    nodes: [{ addresses: cluster.nodes.flatMap(addressesOf), transport: ALL_TRANSPORT, value: undefined }],
    services: rulesOfServices([...cluster.services.values()]),
  };
}

function addressesOf({ hostAddresses = [], primaryAddresses, gateway, interfaces }: Node): AddressRange[] {
  const ofInterfaces = [...interfaces.flatMap(({ addresses }) => addresses), ...(gateway?.ipAddresses ?? [])];
  const known = [...primaryAddresses, ...ofInterfaces].map(({ address }) => address);
  return [...hostAddresses, ...known].map(rangeOfAddress);
}

/** A rule for all addresses with the same ports. */
function rulesOfServices(services: readonly Service[]): Rule<undefined>[] {
  const taken = services.flatMap(({ externalIPs, ingress, ports }) => {
    const addresses = [...externalIPs, ...ingress].flatMap((one) => (one ? [rangeOfAddress(one)] : []));
    const own = ports.flatMap(({ protocol, port }) => transportOfPorts({ protocol, first: port, last: port }));
    return addresses.length > 0 && own.length > 0 ? [{ addresses, transport: mergeTransport(own) }] : [];
  });
  const groups = groupBy(taken, ({ transport }) => transport.map(({ first, end }) => `${first}-${end}`).join());
  return [...groups.values()].map((group) => ({
    addresses: group.flatMap(({ addresses }) => addresses),
    transport: group[0]?.transport ?? [],
    value: undefined,
  }));
}
