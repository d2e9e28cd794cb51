import { groupBy } from '../../../../std/group-by.js';
import type { Service, ServicePort, SliceEndpoint } from '../../../../model/cluster.js';
import { type CanonicalAddress, sortAddresses } from '../../../../net/address.js';
import { type FamilyBalancerTargets, targetsOf } from './balancer-targets.js';

/** The endpoints of a Service's port that get its traffic. */
export interface Backends {
  /** Of all zones, in byte order of their texts. */
  readonly addresses: readonly CanonicalAddress[];
  readonly targets: FamilyBalancerTargets;
  /** Those of one node. */
  readonly onNode: (nodeName: string) => FamilyBalancerTargets;
}

/** OVN-Kubernetes: of several numbers that slices have for one port, the lowest counts. */
export function backendsOf({ targets }: ServicePort, service: Service): Backends {
  const { port, endpoints } = targets[0] ?? { port: 0, endpoints: [] };
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65535;
  const all = isPort ? endpoints.flat() : [];
  const addresses = eligibleAddresses(all, service);
  let byNode: ReadonlyMap<string, readonly SliceEndpoint[]> | undefined;
  return {
    addresses,
    targets: byFamily(addresses, port),
    onNode: (nodeName) => {
      byNode ??= groupBy(all, (endpoint) => endpoint.nodeName);
      return byFamily(eligibleAddresses(byNode.get(nodeName) ?? [], service), port);
    },
  };
}

/**
 * The addresses that get traffic, each once, in byte order: of ready endpoints, and while there are none, of those that
 * still serve while they are shut down (OVN-Kubernetes).
 */
function eligibleAddresses(endpoints: readonly SliceEndpoint[], service: Service): readonly CanonicalAddress[] {
  const ready = endpoints.filter(({ isReady }) => isReady || service.publishesNotReadyAddresses);
  const eligible =
    ready.length > 0 ? ready : endpoints.filter(({ isServing, isTerminating }) => isServing && isTerminating);
  return sortAddresses(eligible.flatMap(({ addresses }) => addresses));
}

function byFamily(addresses: readonly CanonicalAddress[], port: number): FamilyBalancerTargets {
  return {
    IPv4: targetsOf(
      addresses.filter((address) => address.family === 'IPv4'),
      port,
    ),
    IPv6: targetsOf(
      addresses.filter((address) => address.family === 'IPv6'),
      port,
    ),
  };
}
