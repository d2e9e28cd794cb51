import type { Cluster, Service } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Family } from '../net/address.js';
import { groupBy } from '../std/group-by.js';
import { type AddressRange, rangeOfAddress } from '../traffic/filters/address-range.js';
import type { SweepRule } from '../traffic/filters/sweep.js';
import { ALL_TRANSPORT, transportOfPorts } from '../traffic/filters/transport-range.js';
import { mergeTransport } from '../traffic/filters/transport-set.js';
import { rangesBeyond, rangesOfNode, rangesOfSenders } from '../traffic/outside.js';

/** Address ranges that expectations distinguish. */
export interface Networks {
  /** Addresses outside the networks of the cluster for pods, Services, routers and masquerading. Ascending. */
  readonly beyond: Readonly<Record<Family, readonly AddressRange[]>>;
  /** Those of them that a host may send from. */
  readonly senders: Readonly<Record<Family, readonly AddressRange[]>>;
  /** Addresses of nodes, as rules for any transport. */
  readonly nodes: readonly SweepRule<undefined>[];
  /** Addresses outside the cluster that belong to a Service: packets to its ports go to its endpoints. */
  readonly services: readonly SweepRule<undefined>[];
}

interface Side {
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/** Returns the address ranges of a cluster. */
export function collectTestNetworks({ cluster, configuration }: Side): Networks {
  return {
    beyond: { IPv4: rangesBeyond(configuration, 'IPv4'), IPv6: rangesBeyond(configuration, 'IPv6') },
    senders: { IPv4: rangesOfSenders(configuration, 'IPv4'), IPv6: rangesOfSenders(configuration, 'IPv6') },
    nodes: [{ addresses: cluster.nodes.flatMap(rangesOfNode), transport: ALL_TRANSPORT, value: undefined }],
    services: rulesOfServices([...cluster.services.values()]),
  };
}

/** Returns one rule for all addresses with the same ports. */
function rulesOfServices(services: readonly Service[]): SweepRule<undefined>[] {
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
