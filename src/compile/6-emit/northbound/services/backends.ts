import { groupBy } from '../../../../std/group-by.js';
import type { Service, ServicePort, SliceEndpoint } from '../../../../model/cluster.js';
import type { ServiceForms } from '../../../../model/release.js';
import { type CanonicalAddress, type Family, sortAddresses } from '../../../../net/address.js';
import { contains } from '../../../../net/prefix.js';
import { type FamilyBalancerTargets, type PortAddresses, targetsOf } from './balancer-targets.js';
import type { BalancingNode } from './nodes.js';

/** Endpoints of a Service's port that get its traffic. */
export interface Backends {
  /** Endpoints of all zones, each once, in byte order of their texts. */
  readonly addresses: readonly CanonicalAddress[];
  readonly targets: FamilyBalancerTargets;
  /** Returns the endpoints of one node. */
  readonly onNode: (node: BalancingNode) => FamilyBalancerTargets;
}

/** Endpoints that listen on one port, and those of them that get traffic. */
interface Listeners {
  readonly port: number;
  readonly all: readonly SliceEndpoint[];
  readonly eligible: readonly CanonicalAddress[];
}

export function backendsOf({ targets }: ServicePort, service: Service, forms: ServiceForms): Backends {
  const listeners = targets.flatMap(({ port, endpoints }): Listeners[] => {
    if (!Number.isInteger(port) || port < 1 || port > 65535) return [];
    const all = endpoints.flat();
    return [{ port, all, eligible: eligibleAddresses(all, service, forms) }];
  });
  const [first] = listeners;
  const everywhere = listeners.map(({ port, eligible }) => ({ port, addresses: eligible }));
  const onNode = forms.findsLocalByAddress ? localByAddress(listeners) : localByName(listeners, service, forms);
  return {
    addresses:
      listeners.length === 1 && first
        ? first.eligible
        : sortAddresses(everywhere.flatMap(({ addresses }) => addresses)),
    targets: byFamily(everywhere),
    onNode: (node) => byFamily(onNode(node)),
  };
}

type LocalAddresses = (node: BalancingNode) => readonly PortAddresses[];

/** Returns the endpoints with the name of the node. */
function localByName(listeners: readonly Listeners[], service: Service, forms: ServiceForms): LocalAddresses {
  let byNode: readonly { readonly port: number; readonly byName: ReadonlyMap<string, readonly SliceEndpoint[]> }[];
  let isKnown = false;
  return ({ name }) => {
    if (!isKnown) {
      byNode = listeners.map(({ port, all }) => ({ port, byName: groupBy(all, ({ nodeName }) => nodeName) }));
      isKnown = true;
    }
    return byNode.map(({ port, byName }) => ({
      port,
      addresses: eligibleAddresses(byName.get(name) ?? [], service, forms),
    }));
  };
}

/** Returns the endpoints that get traffic and have an address of the node's networks or of its host. */
function localByAddress(listeners: readonly Listeners[]): LocalAddresses {
  return ({ subnets, hostAddresses }) => {
    const ofHost = new Set(hostAddresses.map(({ text }) => text));
    const isLocal = (address: CanonicalAddress): boolean =>
      ofHost.has(address.text) || subnets.some((subnet) => contains(subnet, address));
    return listeners.map(({ port, eligible }) => ({ port, addresses: eligible.filter(isLocal) }));
  };
}

/** Returns the addresses that get traffic, each once, in byte order. */
function eligibleAddresses(
  endpoints: readonly SliceEndpoint[],
  { publishesNotReadyAddresses }: Service,
  { eligible }: ServiceForms,
): readonly CanonicalAddress[] {
  return sortAddresses(eligible(endpoints, publishesNotReadyAddresses).flatMap(({ addresses }) => addresses));
}

function byFamily(parts: readonly PortAddresses[]): FamilyBalancerTargets {
  const ofFamily = (family: Family): PortAddresses[] =>
    parts.map(({ port, addresses }) => ({ port, addresses: addresses.filter((one) => one.family === family) }));
  return { IPv4: targetsOf(ofFamily('IPv4')), IPv6: targetsOf(ofFamily('IPv6')) };
}
