import type { Cluster, Workload } from '../model/cluster.js';
import { familyOfText } from '../net/address.js';
import type { EndAddress, EndPod, EndService, Ends, Transport } from '../trace/query/ends.js';
import { endsOfCluster } from '../trace/query/ends-of-cluster.js';
import type { ReportPlace } from './place.js';

/** Flags of a pod. */
const HOST_NETWORK = 1;
const ABSENT = 2;

/** Name, index of the node (-1 for none), addresses, index of the labels, flags, index of the workload if there is one. */
type PackedPod = readonly [
  name: string,
  node: number,
  addresses: readonly string[],
  labels: number,
  flags: number,
  workload?: number,
];
type Labels = Readonly<Record<string, string>>;

/** Possible sources and destinations of packets, as JSON. */
export interface PackedEnds {
  readonly nodes: readonly (readonly [name: string, addresses: readonly string[]])[];
  readonly labels: readonly Labels[];
  readonly workloads: readonly Workload[];
  readonly pods: readonly (readonly [namespace: string, pods: readonly PackedPod[]])[];
  readonly services: readonly (readonly [
    name: string,
    addresses: readonly string[],
    ports: readonly Transport[],
    place: ReportPlace | null,
  ])[];
  readonly answers: readonly (readonly [name: string, addresses: readonly string[]])[];
}

/** Packs the sources and destinations of an inventory. `placeOf` finds the location of a Service. */
export function packEnds(cluster: Cluster, placeOf: (service: string) => ReportPlace | undefined): PackedEnds {
  const ends = endsOfCluster(cluster);
  const nodes = new Map(ends.nodes.map((name, index) => [name, index]));
  const [labels, workloads] = [new Map<string, number>(), new Map<string, number>()];
  const indexIn = (known: Map<string, number>, own: Labels | Workload): number => {
    const text = JSON.stringify(own);
    const index = known.get(text) ?? known.size;
    known.set(text, index);
    return index;
  };
  const pack = ({ name, nodeName, addresses, labels: own, hostNetwork, isAbsent, workload }: EndPod): PackedPod => {
    const flags = (hostNetwork ? HOST_NETWORK : 0) + (isAbsent ? ABSENT : 0);
    const common = [name, nodes.get(nodeName) ?? -1, textsOf(addresses), indexIn(labels, own), flags] as const;
    return workload ? [...common, indexIn(workloads, workload)] : common;
  };
  const pods = Array.from(cluster.podsByNamespace.keys(), (namespace) => {
    return [namespace, (ends.podsOf(namespace) ?? []).map(pack)] as const;
  });
  return {
    nodes: ends.nodes.map((name) => [name, textsOf(ends.addressesOfNode(name) ?? [])]),
    labels: Array.from(labels.keys(), (text) => JSON.parse(text) as Labels),
    workloads: Array.from(workloads.keys(), (text) => JSON.parse(text) as Workload),
    pods,
    services: [...cluster.services.keys()].flatMap((name) => {
      const service = ends.service(name);
      if (!service) return [];
      return [[name, textsOf(service.addresses), service.ports, placeOf(name) ?? null] as const];
    }),
    answers: Array.from(cluster.dnsAnswers, ([name, addresses]) => [name, textsOf(addresses)]),
  };
}

function textsOf(addresses: readonly EndAddress[]): string[] {
  return addresses.map(({ text }) => text);
}

/** Returns the unpacked sources and destinations. */
export function unpackEnds({ nodes, labels, workloads, pods, services, answers }: PackedEnds): Ends & {
  readonly placeOfService: (name: string) => ReportPlace | undefined;
} {
  const [addressesOfNode, podsOf] = [new Map(nodes), new Map(pods)];
  const serviceOf = new Map(services.map((service) => [service[0], service]));
  const answersTo = new Map(answers);
  return {
    nodes: nodes.map(([name]) => name),
    namespaces: pods.map(([namespace]) => namespace),
    services: services.map(([name]) => name),
    addressesOfNode: (name) => addressesOfNode.get(name)?.map(addressOf),
    podsOf: (namespace) =>
      podsOf.get(namespace)?.map(([name, node, addresses, own, flags, workload]) => ({
        namespace,
        name,
        labels: labels[own] ?? {},
        nodeName: nodes[node]?.[0] ?? '',
        hostNetwork: (flags & HOST_NETWORK) !== 0,
        isAbsent: (flags & ABSENT) !== 0,
        addresses: addresses.map(addressOf),
        ...workloadAt(workloads, workload),
      })),
    service: (name): EndService | undefined => {
      const found = serviceOf.get(name);
      return found && { addresses: found[1].map(addressOf), ports: found[2] };
    },
    answersTo: (name) => answersTo.get(name)?.map(addressOf),
    placeOfService: (name) => serviceOf.get(name)?.[3] ?? undefined,
  };
}

function workloadAt(workloads: readonly Workload[], index = -1): { readonly workload?: Workload } {
  const workload = workloads[index];
  return workload ? { workload } : {};
}

function addressOf(text: string): EndAddress {
  return { family: familyOfText(text), text };
}
