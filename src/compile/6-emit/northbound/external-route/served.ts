import type { Cluster, Node, Pod } from '../../../../model/cluster.js';
import type { Configuration } from '../../../../model/configuration.js';
import type { NextHop, RouteIntent } from '../../../../model/intent/route.js';
import type { CanonicalAddress, Family } from '../../../../net/address.js';
import { hasGateway } from '../egress-ip/next-hop.js';

/** Address of a pod with its next hops. */
export interface ServedAddress {
  readonly node: Node;
  readonly address: CanonicalAddress;
  /** Next hops of the address's family. Never empty. */
  readonly nextHops: readonly NextHop[];
  readonly intent: RouteIntent;
}

/**
 * Returns the addresses that the gateway routers of each zone forward to next hops, once per node, in the order of the
 * intents.
 */
export function collectServed(
  intents: readonly RouteIntent[],
  { nodeByName }: Cluster,
  configuration: Configuration,
): ReadonlyMap<string, readonly ServedAddress[]> {
  const zones = new Map<string, ServedAddress[]>();
  const seen = new Set<string>();
  for (const intent of intents) {
    const nextHopsOf = byFamily(intent.nextHops, configuration);
    for (const pod of intent.pods) {
      const node = nodeByName.get(pod.nodeName);
      if (!node || !hasGateway(node, configuration)) continue;
      for (const address of pod.addresses) {
        const nextHops = nextHopsOf.get(address.family);
        const id = `${node.name} ${address.text}`;
        if (!nextHops || seen.has(id)) continue;
        seen.add(id);
        const served = { node, address, nextHops, intent };
        const known = zones.get(node.zone);
        if (known) known.push(served);
        else zones.set(node.zone, [served]);
      }
    }
  }
  return zones;
}

/** Returns pods with at least one next hop in one of their families, at a node with a gateway router. */
export function collectServedPods(
  intents: readonly RouteIntent[],
  { nodeByName }: Cluster,
  configuration: Configuration,
): ReadonlySet<Pod> {
  const served = intents.flatMap(({ pods, nextHops }) => {
    const families = byFamily(nextHops, configuration);
    return pods.filter(({ nodeName, addresses }) => {
      const node = nodeByName.get(nodeName);
      if (!node || !hasGateway(node, configuration)) return false;
      return addresses.some((address) => families.has(address.family));
    });
  });
  return new Set(served);
}

function byFamily(
  nextHops: readonly NextHop[],
  { ipFamilies }: Configuration,
): ReadonlyMap<Family, readonly NextHop[]> {
  const families = ipFamilies.map((family): [Family, readonly NextHop[]] => [
    family,
    nextHops.filter(({ address }) => address.family === family),
  ]);
  return new Map(families.filter(([, own]) => own.length > 0));
}
