import type { Pod, Service } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import {
  type AddressRange,
  intersectRanges,
  mergeRanges,
  rangeOfPrefix,
  rangeOfAddress,
} from '../traffic/filters/address-range.js';
import type { SweepRule } from '../traffic/filters/sweep.js';
import { transportOfPorts } from '../traffic/filters/transport-range.js';
import { type TransportSet, intersectTransport } from '../traffic/filters/transport-set.js';
import { groupBy } from '../std/group-by.js';
import { FAMILIES } from '../net/address.js';
import { normalizeName } from '../net/dns-name.js';
import { matchPods } from '../selectors/peer.js';
import { rangesOfNode } from '../traffic/outside.js';
import type { ExpectationPeer } from './expectation.js';
import type { ExpectationContext } from './world.js';

/** Members of a peer: pods and addresses, with the selected protocols and ports. */
export interface PeerMembers {
  /** Pods on the pod network, or all of them. */
  readonly pods: readonly Pod[] | 'all';
  /** Addresses of no pod. Ascending and disjoint in each family. */
  readonly ranges: readonly AddressRange[];
  /** Packets to `ranges` that are excluded. */
  readonly exceptions: readonly SweepRule<undefined>[];
  /** A DNS name with unknown answers: any address outside the cluster may be one. */
  readonly name?: string;
  readonly transport: TransportSet;
  /** The Service whose load balancers forward packets to them. */
  readonly service?: Service;
}

/** Returns the members of a peer as a source or a destination. Returns none if it selects nothing. */
export function findMembers(end: ExpectationPeer, world: ExpectationContext, side: Side = 'to'): PeerMembers[] {
  return membersOf(end, world, side).filter(({ pods, ranges, name }) => {
    const count = pods === 'all' ? world.model.classes.length : pods.length;
    return count + ranges.length > 0 || name !== undefined;
  });
}

type Side = 'from' | 'to';

function membersOf(end: ExpectationPeer, world: ExpectationContext, side: Side): PeerMembers[] {
  const { networks, configuration, cluster } = world;
  const { transport } = end;
  const beyond = configuration.ipFamilies.flatMap((family) => networks[side === 'from' ? 'senders' : 'beyond'][family]);
  const addresses = (ranges: readonly AddressRange[]): PeerMembers => ({
    ...{ pods: [], ranges, exceptions: networks.services, transport },
  });
  switch (end.type) {
    case 'anywhere':
      return [{ ...addresses(beyond), pods: 'all' }];
    case 'outside':
      return [{ ...addresses(beyond), exceptions: [...networks.nodes, ...networks.services] }];
    case 'pods':
      return [{ ...addresses([]), pods: onPodNetwork(world.findPods({ ...end, withHostNetwork: false }), world) }];
    case 'cidr':
      return [{ ...addresses(intersectRanges(beyond, [end.range])), pods: podsIn(end.range, world) }];
    case 'name': {
      const answers = cluster.dnsAnswers.get(end.name) ?? [];
      if (answers.length === 0) return [{ ...addresses([]), name: end.name }];
      return [addresses(answers.map(rangeOfAddress).flatMap((range) => intersectRanges(beyond, [range])))];
    }
    case 'service': {
      const service = cluster.services.get(`${end.namespace}/${end.name}`);
      return service ? serviceMembers(service, transport, world) : [];
    }
    case 'word':
      return [membersOfWord(end, world, side)].flat().map((one) => ({ ...addresses([]), ...one }));
  }
}

/** Returns the members of a word. If a Service has the name, too, the Service is the destination. */
function membersOfWord(
  { peer, word, transport }: ExpectationPeer & { readonly type: 'word' },
  world: ExpectationContext,
  side: Side,
): Partial<PeerMembers> | PeerMembers[] {
  const { cluster } = world;
  if (peer.type === 'node') return nodeMembers(peer.name, world);
  if (peer.type === 'object' && peer.kind === undefined && side === 'to') {
    const service = cluster.services.get(word);
    if (service) return serviceMembers(service, transport, world);
  }
  const own = cluster.podsByNamespace.get(peer.type === 'name' ? peer.name : peer.namespace) ?? [];
  const pods = onPodNetwork(own.filter((pod) => !pod.completed).filter(matchPods(peer)), world);
  if (pods.length > 0 || peer.type === 'object' || cluster.namespaces.has(peer.name)) return { pods };
  if (cluster.nodeByName.has(peer.name)) return nodeMembers(peer.name, world);
  if (side === 'from' || !peer.name.includes('.')) return [];
  return membersOf({ type: 'name', name: normalizeName(peer.name), transport }, world, side);
}

function nodeMembers(name: string, { cluster }: ExpectationContext): Partial<PeerMembers> {
  const node = cluster.nodeByName.get(name);
  const ranges = node ? rangesOfNode(node) : [];
  return { ranges: FAMILIES.flatMap((family) => mergeRanges(ranges.filter((range) => range.family === family))) };
}

/** Returns the pods that policies can select. */
function onPodNetwork(pods: readonly Pod[], { model }: ExpectationContext): Pod[] {
  return pods.filter((pod) => model.classOf.has(pod));
}

/** Returns the pods with addresses in a range. There are none outside the pod networks. */
function podsIn(range: AddressRange, { model, configuration }: ExpectationContext): Pod[] {
  if (intersectRanges(podNetworksOf(configuration), [range]).length === 0) return [];
  return [...model.classOf.keys()].filter(({ addresses }) =>
    addresses.some((address) => intersectRanges([rangeOfAddress(address)], [range]).length > 0),
  );
}

function podNetworksOf({ clusterSubnets }: Configuration): AddressRange[] {
  return clusterSubnets.map(({ prefix }) => rangeOfPrefix(prefix));
}

/**
 * Returns the recipients of packets to a Service: its endpoints that the release serves, at their own ports. If it has no
 * endpoints yet, they are its planned pods. `transport` selects ports of the Service.
 */
export function serviceMembers(service: Service, transport: TransportSet, world: ExpectationContext): PeerMembers[] {
  const { eligible } = world.configuration.release.services;
  if (service.slices.length === 0) return plannedMembers(service, transport, world);
  return service.ports.flatMap(({ protocol, port, targets }) => {
    const asked = transportOfPorts({ protocol, first: port, last: port });
    if (intersectTransport(asked, transport).length === 0) return [];
    return targets.map((target): PeerMembers => {
      const served = eligible(target.endpoints.flat(), service.publishesNotReadyAddresses);
      const addresses = served.flatMap((one) => one.addresses);
      const found = addresses.map((address) => ({ address, pod: world.findPod(address.text) }));
      const others = found.filter(({ pod }) => !pod).map(({ address }) => rangeOfAddress(address));
      return {
        pods: onPodNetwork([...new Set(found.flatMap(({ pod }) => pod ?? []))], world),
        ranges: world.configuration.ipFamilies.flatMap((family) =>
          mergeRanges(others.filter((range) => range.family === family)),
        ),
        exceptions: [],
        service,
        transport: transportOfPorts({ protocol, first: target.port, last: target.port }),
      };
    });
  });
}

/** Returns the planned pods that a Service will select, by their ports. */
function plannedMembers(
  service: Service,
  transport: TransportSet,
  { findServedPorts, model }: ExpectationContext,
): PeerMembers[] {
  const served = (findServedPorts?.(`${service.namespace}/${service.name}`) ?? []).filter(({ pod, protocol, port }) => {
    const asked = transportOfPorts({ protocol, first: port, last: port });
    return pod.isPlanned && model.classOf.has(pod) && intersectTransport(asked, transport).length > 0;
  });
  const targets = groupBy(served, ({ protocol, target }) => `${protocol} ${target}`);
  return [...targets.values()].flatMap((own) =>
    own.slice(0, 1).map(({ protocol, target }): PeerMembers => ({
      ...{ pods: [...new Set(own.map(({ pod }) => pod))], ranges: [], exceptions: [], service },
      transport: transportOfPorts({ protocol, first: target, last: target }),
    })),
  );
}
