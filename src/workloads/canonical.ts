import type { Cluster, Node, Pod } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import { type CanonicalAddress, type Prefix, FAMILIES } from '../net/address.js';
import { formatPrefix } from '../net/prefix.js';
import { compareText } from '../std/compare-text.js';
import { groupBy } from '../std/group-by.js';
import type { Both } from '../traffic/side.js';
import type { NamePod } from './names.js';

/**
 * Returns both clusters in a form in which names and labels identify their objects. A workload has one pod, or one for
 * each set of labels, with the name that `nameOf` returns. Nodes with the same roles have the same addresses.
 */
export function toCanonicalClusters({ before, after }: Both<Cluster>, nameOf: NamePod): Both<Cluster> {
  const models = chooseNodes([...before.nodes, ...after.nodes]);
  return { before: toCanonical(before, models, nameOf), after: toCanonical(after, models, nameOf) };
}

/** Roles of a node → the node whose addresses all nodes of these roles get. */
type NodesByRoles = ReadonlyMap<string, Node>;

function chooseNodes(nodes: readonly Node[]): NodesByRoles {
  return new Map([...nodes].reverse().map((node) => [rolesOf(node), node]));
}

const ROLE_LABEL = 'node-role.kubernetes.io/';

/** Returns the roles of a node, sorted: `control-plane,worker`. */
function rolesOf({ labels }: Node): string {
  const roles = Object.keys(labels).filter((key) => key.startsWith(ROLE_LABEL));
  return roles
    .map((key) => key.slice(ROLE_LABEL.length))
    .sort()
    .join();
}

function toCanonical(cluster: Cluster, models: NodesByRoles, nameOf: NamePod): Cluster {
  const nodes = cluster.nodes.map((node) => withAddressesOf(node, models.get(rolesOf(node)) ?? node));
  const nodeByName = new Map(nodes.map((node) => [node.name, node]));
  const podsByNamespace = new Map(
    [...cluster.podsByNamespace].map(([namespace, pods]) => [namespace, toCanonicalPods(pods, nodeByName, nameOf)]),
  );
  return {
    ...cluster,
    nodes,
    nodeByName,
    zones: groupBy(nodes, ({ zone }) => zone),
    podsByNamespace,
    podsByNode: groupBy([...podsByNamespace.values()].flat(), ({ nodeName }) => nodeName),
  };
}

function withAddressesOf(node: Node, { primaryAddresses, interfaces, ...model }: Node): Node {
  const { hostAddresses, hostCIDRs, statusAddresses, gateway } = model;
  return {
    ...node,
    ...{ primaryAddresses, interfaces },
    ...(hostAddresses ? { hostAddresses } : {}),
    ...(hostCIDRs ? { hostCIDRs } : {}),
    ...(statusAddresses ? { statusAddresses } : {}),
    ...(gateway ? { gateway } : {}),
  };
}

/** Returns the first pod of each name, in byte order of the names. Completed pods are omitted. */
function toCanonicalPods(pods: readonly Pod[], nodes: ReadonlyMap<string, Node>, nameOf: NamePod): Pod[] {
  const named = groupBy(
    pods.filter(({ completed }) => !completed),
    nameOf,
  );
  return [...named]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([name, own]) => own.slice(0, 1).map((pod) => ({ ...pod, name, ...addressesOnHost(pod, nodes) })));
}

/** A pod on the host network has the addresses of its node. */
function addressesOnHost({ hostNetwork, nodeName }: Pod, nodes: ReadonlyMap<string, Node>): Partial<Pod> {
  const node = hostNetwork ? nodes.get(nodeName) : undefined;
  const known = node?.statusAddresses ?? node?.hostAddresses;
  if (!known) return {};
  const addresses = FAMILIES.flatMap((family): CanonicalAddress[] =>
    known.filter((address) => address.family === family).slice(0, 1),
  );
  return { addresses, podIPs: addresses };
}

/**
 * Returns both configurations with the networks of both clusters, so that an address is outside only if it is outside of
 * both.
 */
export function shareNetworks({ before, after }: Both<Configuration>): Both<Configuration> {
  const join = <T>(a: readonly T[], b: readonly T[], prefixOf: (one: T) => Prefix): readonly T[] => {
    const known = new Set(a.map((one) => formatPrefix(prefixOf(one))));
    return [...a, ...b.filter((one) => !known.has(formatPrefix(prefixOf(one))))];
  };
  const itself = (prefix: Prefix): Prefix => prefix;
  const networks = {
    clusterSubnets: join(before.clusterSubnets, after.clusterSubnets, ({ prefix }) => prefix),
    serviceCIDRs: join(before.serviceCIDRs, after.serviceCIDRs, itself),
    joinSubnets: join(before.joinSubnets, after.joinSubnets, itself),
    transitSubnets: join(before.transitSubnets, after.transitSubnets, itself),
    masqueradeSubnets: join(before.masqueradeSubnets, after.masqueradeSubnets, itself),
  };
  return { before: { ...before, ...networks }, after: { ...after, ...networks } };
}
