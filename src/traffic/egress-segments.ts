import { maySend } from './filters/source.js';
import type { Cluster, Pod } from '../model/cluster.js';
import type { EgressPoint } from '../model/intent/egress-point.js';
import { type CanonicalAddress, type Family, FAMILIES } from '../net/address.js';
import { formatPrefix } from '../net/prefix.js';
import type { EgressIntent } from './collect-traffic.js';

/** The egress of a family by one intent: next hops and source addresses, as texts. */
export interface EgressSegment {
  readonly family: Family;
  /** The type of the path: a host, an egress point, a gateway of the pod's own node, or a route table of that node. */
  readonly through: 'host' | 'point' | 'gateway' | 'table';
  readonly hops: readonly EgressLabel[];
  readonly sources: readonly EgressLabel[];
  /** Route table that the host uses, as text. If unset, its main table. */
  readonly table?: string;
  /** The node of that host, if there is one. */
  readonly host?: string;
}

/** A next hop or a source address, as text. */
export interface EgressLabel {
  readonly text: string;
  /** The node whose gateway router has the traffic there. */
  readonly gatewayOf?: string;
  /** The node whose host has the traffic there. */
  readonly hostOf?: string;
}

/** A pod, and its egress by an intent. */
export interface PodEgressSegment {
  readonly pod: Pod;
  readonly segment: EgressSegment;
}

/**
 * Returns the egress of pods by an intent. Addresses in intents are matched to pods with `findPod`. Services and other
 * sources have no pods.
 */
export function segmentsOf(intent: EgressIntent, findPod: (address: string) => Pod | undefined): PodEgressSegment[] {
  switch (intent.effect) {
    case 'reroute':
      return ofPods(intent.pods, 'point', (family) => ({ hops: intent.points.filter(isOf(family)).map(hopOf) }));
    case 'translate':
      return ofPods(intent.pods, 'point', (family) => ({ sources: [intent.point].filter(isOf(family)).map(sourceOf) }));
    case 'route':
      return ofPods(intent.pods, 'gateway', (family) => ({
        hops: intent.nextHops.filter(isOf(family)).map(({ address }) => ({ text: address.text })),
      }));
    case 'reroute-through-host': {
      const host = intent.host.name;
      return ofAddresses(intent.sources, findPod, 'host', {
        hops: [{ text: `the host of ${host}`, hostOf: host }],
        host,
      });
    }
    case 'translate-on-host': {
      const own = intent.sources.filter(isOf(intent.address.family));
      return ofAddresses(own, findPod, 'host', { sources: [{ text: intent.address.text }], host: intent.host.name });
    }
    case 'route-table': {
      const table = `route table ${intent.table}${intent.host ? '' : " of the pod's node"}`;
      const parts = intent.host ? { table, host: intent.host.name } : { table };
      return ofAddresses(intent.sources, findPod, intent.host ? 'host' : 'table', parts);
    }
  }
}

/** Creates a function that finds pods by their canonical addresses. The index is built on first use. */
export function createPodFinder({ podsByNamespace }: Cluster): (address: string) => Pod | undefined {
  let index: Map<string, Pod> | undefined;
  return (address) => {
    index ??= new Map(
      [...podsByNamespace.values()].flat().flatMap((pod) => {
        if (pod.hostNetwork || pod.completed) return [];
        return pod.addresses.map(({ text }) => [text, pod] as const);
      }),
    );
    return index.get(address);
  };
}

type SegmentParts = Partial<Pick<EgressSegment, 'hops' | 'sources' | 'table' | 'host'>>;

function ofPods(
  pods: readonly Pod[],
  through: EgressSegment['through'],
  partsOf: (family: Family) => SegmentParts,
): PodEgressSegment[] {
  const segments = FAMILIES.map((family) => segmentOf(family, through, partsOf(family))).filter(hasDestination);
  return pods.flatMap((pod) =>
    segments.filter(({ family }) => maySend(pod, family)).map((segment) => ({ pod, segment })),
  );
}

function ofAddresses(
  sources: readonly { readonly address: CanonicalAddress }[],
  findPod: (address: string) => Pod | undefined,
  through: EgressSegment['through'],
  parts: SegmentParts,
): PodEgressSegment[] {
  // An address on two nodes occurs twice.
  const families = new Map(sources.map(({ address: { text, family } }) => [text, family]));
  return [...families].flatMap(([text, family]): PodEgressSegment[] => {
    const pod = findPod(text);
    return pod ? [{ pod, segment: segmentOf(family, through, parts) }] : [];
  });
}

function segmentOf(family: Family, through: EgressSegment['through'], parts: SegmentParts): EgressSegment {
  return { family, through, hops: [], sources: [], ...parts };
}

function hasDestination({ hops, sources }: EgressSegment): boolean {
  return hops.length + sources.length > 0;
}

function isOf(family: Family): (one: { readonly address: CanonicalAddress }) => boolean {
  return ({ address }) => address.family === family;
}

function sourceOf({ address, node, network }: EgressPoint): EgressLabel {
  return { text: address.text, ...placeOf(network, node.name) };
}

function hopOf({ node, network, prefix }: EgressPoint): EgressLabel {
  const text = network === 'primary' ? node.name : `${node.name}, network ${formatPrefix(prefix)}`;
  return { text, ...placeOf(network, node.name) };
}

/** Returns the gateway of a node for the primary network. Traffic to a secondary network passes the host. */
function placeOf(network: EgressPoint['network'], node: string): Pick<EgressLabel, 'gatewayOf' | 'hostOf'> {
  return network === 'primary' ? { gatewayOf: node } : { hostOf: node };
}
