import type { Cluster, Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { NodeGaps } from '../../model/gap.js';
import type { HostState } from '../../model/host-state.js';
import type { Intent } from '../../model/intent.js';
import { formatAddress } from '../../net/address.js';
import { sizeOf } from '../../net/prefix.js';
import { managementAddressIn } from '../../ovn-kubernetes/addresses.js';
import { knownPathsOf } from '../../ovn-kubernetes/paths.js';
import { type HostArtefacts, collectHosts } from './host/host.js';
import { hostRoutesOf } from './routes/host-routes.js';

/** Returns the rules, routes and translations on the hosts of all nodes, for a model of packets. */
export function emitHostStates(
  intents: readonly Intent[],
  cluster: Cluster,
  configuration: Configuration,
): readonly HostState[] {
  const hosts = new Map(
    collectHosts(intents, cluster, configuration, () => undefined).map((host) => [host.node.name, host] as const),
  );
  const { incomplete } = knownPathsOf(cluster, configuration);
  const gaps = new Map(incomplete.map((one) => [one.node, one] as const));
  return [
    ...cluster.nodes.map((node) => stateOf(node, hosts.get(node.name), configuration, gaps.get(node.name))),
    ...incomplete.filter(({ isAbsent }) => isAbsent).map(stateOfAbsent),
  ];
}

/** Returns the host of a node that only pods name. */
function stateOfAbsent(gaps: NodeGaps): HostState {
  return {
    node: gaps.node,
    addresses: [],
    gaps,
    rules: [],
    routes: [],
    serviceTranslations: [],
    egressIPTranslations: [],
  };
}

function stateOf(
  node: Node,
  host: HostArtefacts | undefined,
  configuration: Configuration,
  gaps: NodeGaps | undefined,
): HostState {
  const { addresses = [], rules = [], routes = [] } = host ? hostRoutesOf(host, configuration) : {};
  const added = addresses.map(({ address }) => address.replace(/\/.*$/, ''));
  return {
    node: node.name,
    addresses: [...new Set([...addressesOf(node), ...broadcastsOf(node), ...added])],
    ...(gaps ? { gaps } : {}),
    rules,
    routes,
    serviceTranslations: (host?.serviceTranslations ?? []).map(({ endpoint, address, cause }) => ({
      source: endpoint,
      becomes: address,
      cause,
    })),
    egressIPTranslations: (host?.translations ?? []).map(({ podAddress, egressAddress, interface: port, cause }) => ({
      source: podAddress,
      interface: port.name,
      becomes: egressAddress,
      cause,
    })),
  };
}

/**
 * Returns the broadcast addresses of a node. A kernel accepts packets for the last address of its own IPv4 network, and
 * does not forward them.
 */
function broadcastsOf({ interfaces, gateway }: Node): string[] {
  const all = [...interfaces.flatMap(({ addresses }) => addresses), ...(gateway?.ipAddresses ?? [])];
  return all.flatMap(({ prefix }) =>
    prefix.family === 'IPv4' && prefix.length < 31
      ? [formatAddress({ family: prefix.family, value: prefix.base + sizeOf(prefix) - 1n })]
      : [],
  );
}

function addressesOf({ hostAddresses = [], gateway, subnets }: Node): string[] {
  const gateways = (gateway?.ipAddresses ?? []).map(({ address }) => formatAddress(address));
  const management = subnets.map((subnet) => formatAddress(managementAddressIn(subnet)));
  return [...hostAddresses.map(({ text }) => text), ...gateways, ...management];
}
