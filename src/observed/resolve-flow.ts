import { serviceMembers } from '../expectations/members.js';
import type { ExpectationContext } from '../expectations/world.js';
import type { Pod, Service } from '../model/cluster.js';
import { pathOfName } from '../model/kubernetes-object.js';
import type { CanonicalAddress, Family } from '../net/address.js';
import { memoize } from '../std/memoize.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import type { ConnectionEnd } from '../traffic/policies/connections.js';
import type { ObservedFlow } from './observe.js';
import type { ObservedPeer } from './peer.js';

/** A flow between workloads and addresses, without its counts. */
export type FlowPath = Pick<ObservedFlow, 'from' | 'to' | 'place'>;

/** The ends of a flow as filters see them. */
export interface ResolvedFlow {
  readonly family: Family;
  readonly from: ConnectionEnd;
  /** Recipients with the place of their port: several for a Service. */
  readonly targets: readonly ResolvedTarget[];
  /** The pod of a flow that leaves the cluster. */
  readonly sender?: Pod;
  /** True for packets from the node of the recipient, such as probes, which OVN-Kubernetes always allows. */
  readonly isFromOwnNode: boolean;
}

/** A recipient, and a place of the line of transports. */
export interface ResolvedTarget {
  readonly to: ConnectionEnd;
  readonly place: number;
}

/** Resolves a flow in the cluster of a side. Returns undefined if it has no such ends, or filters do not apply to it. */
export type ResolveFlow = (flow: FlowPath) => ResolvedFlow | undefined;

/** Finds the pod with the namespace and name of a pod of any side. */
export type FindOwnPod = (pod: Pod) => Pod | undefined;

/** Creates a function that finds pods of a side by their names. */
export function createOwnPodFinder({ cluster, model }: ExpectationContext): FindOwnPod {
  const podsOf = memoize(
    (namespace: string) => new Map((cluster.podsByNamespace.get(namespace) ?? []).map((pod) => [pod.name, pod])),
  );
  return ({ namespace, name }) => {
    const own = podsOf(namespace).get(name);
    return own && model.classOf.has(own) ? own : undefined;
  };
}

/** Creates a function that resolves flows. Pods and Services of another side are found by their names. */
export function createFlowResolver(world: ExpectationContext, findOwn: FindOwnPod): ResolveFlow {
  const { cluster, model } = world;
  const endOf = (peer: ObservedPeer): ConnectionEnd | undefined => {
    if (peer.type !== 'pods') return peer.type === 'service' ? undefined : pointOf(peer.address);
    const own = findOwn(peer.pod);
    return own && { pod: model.viewOf(own) };
  };
  const targetsOf = (other: Service, family: Family, place: number): ResolvedTarget[] => {
    const service = cluster.services.get(pathOfName(other));
    if (!service) return [];
    return serviceMembers(service, [{ first: place, end: place + 1 }], world).flatMap((members) => {
      const [port] = members.transport;
      const pods = members.pods === 'all' ? [] : members.pods;
      const points = members.ranges.filter((range) => range.family === family).map(({ first }) => ({ point: first }));
      const all: ConnectionEnd[] = [...pods.map((pod) => ({ pod: model.viewOf(pod) })), ...points];
      return port ? all.map((to) => ({ to, place: port.first })) : [];
    });
  };
  return ({ from, to, place }) => {
    if (from.type === 'unmapped' || to.type === 'unmapped') return undefined;
    const [start, end] = [endOf(from), endOf(to)];
    const family = familyOf(from, to);
    const targets = to.type === 'service' ? targetsOf(to.service, family, place) : end ? [{ to: end, place }] : [];
    // Filters apply to pods only.
    if (!start || !('pod' in start || targets.some((target) => 'pod' in target.to))) return undefined;
    const sender = from.type === 'pods' && to.type === 'outside' ? findOwn(from.pod) : undefined;
    const isFromOwnNode = from.type === 'node' && to.type === 'pods' && findOwn(to.pod)?.nodeName === from.node;
    return { family, from: start, targets, isFromOwnNode, ...(sender ? { sender } : {}) };
  };
}

function pointOf(address: CanonicalAddress): ConnectionEnd {
  return { point: rangeOfAddress(address).first };
}

/** Returns the family of a flow: that of an address, or the first that both pods have. */
function familyOf(from: ObservedPeer, to: ObservedPeer): Family {
  if (from.type !== 'pods') return from.address.family;
  if (to.type !== 'pods') return to.address.family;
  const families = (pod: Pod): readonly Family[] => pod.addresses.map(({ family }) => family);
  const others = families(to.pod);
  return families(from.pod).find((family) => others.includes(family)) ?? 'IPv4';
}
