import type { Cluster, Pod } from '../../model/cluster.js';
import type { EgressPoint } from '../../model/intent.js';
import type { Family } from '../../net/address.js';
import { formatPrefix } from '../../net/prefix.js';
import type { Side } from '../side.js';
import type { PathIntent } from './gather.js';

/** What one intent says of how traffic of a family leaves: next hops and source addresses, in words. */
export interface Way {
  readonly family: Family;
  readonly hops: readonly string[];
  readonly sources: readonly string[];
  /** Where the host that has the traffic looks up its route, in words; absent: in its main table. */
  readonly table?: string;
  /** Ways through a host go before all others of the family (OVN-Kubernetes v1.3: priority 101 before 100). */
  readonly isFirst: boolean;
}

/** A pod, and what an intent says of it. */
export interface PodWay {
  readonly pod: Pod;
  readonly way: Way;
}

/** The families, in the order in which ways are told. */
export const FAMILIES: readonly Family[] = ['IPv4', 'IPv6'];

/**
 * What an intent says of pods. Intents that speak of addresses are about the pods that have them (`findPod`); Services and
 * other sources are nobody's pods.
 */
export function waysOf(intent: PathIntent, side: Side, findPod: (address: string) => Pod | undefined): PodWay[] {
  switch (intent.effect) {
    case 'reroute':
      return ofPods(intent.pods, (family) => ({ hops: intent.points.filter(isOf(family)).map(describeHop) }));
    case 'translate':
      return ofPods(intent.pods, (family) => ({ sources: [intent.point].filter(isOf(family)).map(addressOf) }));
    case 'route': {
      // Where the gateways are to see the pods themselves, nothing translates.
      const sources = side.configuration.disableSnatMultipleGateways ? ["the pod's own"] : [];
      return ofPods(intent.pods, (family) => {
        const hops = intent.nextHops.filter(isOf(family));
        return { hops: hops.map(({ address }) => address), sources: hops.length > 0 ? sources : [] };
      });
    }
    case 'reroute-through-host':
      return ofAddresses(intent.sources, findPod, () => ({ hops: [`the host of ${intent.host.name}`] }), true);
    case 'translate-on-host': {
      const own = intent.sources.filter(isOf(intent.family));
      return ofAddresses(own, findPod, () => ({ sources: [intent.address] }), true);
    }
    case 'route-table': {
      const table = `route table ${intent.table}${intent.host ? '' : " of the pod's node"}`;
      return ofAddresses(intent.sources, findPod, () => ({ table }), intent.host !== undefined);
    }
  }
}

/** Finds pods by their canonical addresses; the index is made when it is first asked for. */
export function createPodFinder({ podsByNamespace }: Cluster): (address: string) => Pod | undefined {
  let index: Map<string, Pod> | undefined;
  return (address) => {
    index ??= new Map(
      [...podsByNamespace.values()].flat().flatMap((pod) => {
        if (pod.hostNetwork || pod.completed) return [];
        return pod.addresses.map((text) => [text, pod] as const);
      }),
    );
    return index.get(address);
  };
}

type Told = Partial<Pick<Way, 'hops' | 'sources' | 'table'>>;

function ofPods(pods: readonly Pod[], tell: (family: Family) => Told): PodWay[] {
  const told = FAMILIES.map((family) => wayOf(family, tell(family), false)).filter(saysSomething);
  return pods.flatMap((pod) => told.filter(({ family }) => hasFamily(pod, family)).map((way) => ({ pod, way })));
}

function ofAddresses(
  sources: readonly { readonly address: string; readonly family: Family }[],
  findPod: (address: string) => Pod | undefined,
  tell: () => Told,
  isFirst: boolean,
): PodWay[] {
  // An address on two nodes is there twice.
  const families = new Map(sources.map(({ address, family }) => [address, family]));
  return [...families].flatMap(([address, family]): PodWay[] => {
    const pod = findPod(address);
    return pod ? [{ pod, way: wayOf(family, tell(), isFirst) }] : [];
  });
}

function wayOf(family: Family, { hops = [], sources = [], table }: Told, isFirst: boolean): Way {
  return { family, hops, sources, ...(table === undefined ? {} : { table }), isFirst };
}

function saysSomething({ hops, sources }: Way): boolean {
  return hops.length + sources.length > 0;
}

/** A pod whose addresses nobody knows yet may have both. */
function hasFamily({ addresses }: Pod, family: Family): boolean {
  return addresses.length === 0 || addresses.some((text) => text.includes(':') === (family === 'IPv6'));
}

function isOf(family: Family): (one: { readonly family: Family }) => boolean {
  return (one) => one.family === family;
}

function addressOf({ address }: EgressPoint): string {
  return address;
}

function describeHop({ node, network, prefix }: EgressPoint): string {
  return network === 'primary' ? node.name : `${node.name}, network ${formatPrefix(prefix)}`;
}
