import type { Cluster, Node } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Manifest } from '../../model/manifest.js';
import type { AssignmentOrder, Lock } from '../../model/lock.js';
import { isSelectorProblem } from '../../selectors/selector.js';
import type { ParsedEgressService } from './parse.js';
import { API_VERSION } from '../../ovn-kubernetes/api.js';

/** Reason why a service has no host. */
export type NoHost =
  'no-service' | 'local-gateway-only' | 'no-ingress' | 'bad-selector' | 'no-endpoints' | 'no-node' | 'not-assigned';

/** Origin of the decision that a node is the host. */
export type PlacementSource = 'lock' | 'status' | 'fresh';

/** Reason why a node cannot be the host of a service. */
export type HostRejection = 'gone' | 'not-ready' | 'not-selected' | 'without-endpoint';

/** Host of a service: a node, every node for its own endpoints, or nothing. */
export type HostPlacement =
  | { readonly type: 'node'; readonly node: Node; readonly source: PlacementSource }
  | { readonly type: 'every-node' }
  | { readonly type: 'none'; readonly why: NoHost };

export interface PlacedService {
  readonly parsed: ParsedEgressService;
  readonly host: HostPlacement;
  /** Hosts that the lock or the status names and that cannot be it any more. */
  readonly dropped: readonly { readonly node: string; readonly source: PlacementSource; readonly why: HostRejection }[];
}

/** Is called for each fresh choice, with the number of services that each node had before it. */
export type OnHostPlacement = (parsed: ParsedEgressService, allocations: ReadonlyMap<Node, number>) => void;

/** Earlier hosts of services, and which of them count first. */
export interface EarlierHosts {
  readonly lock: Lock;
  /** `<namespace>/<name>` → `status.host`. */
  readonly statuses: ReadonlyMap<string, string>;
  readonly order: AssignmentOrder;
}

type EarlierHost = readonly [PlacementSource, string | undefined];

/**
 * Chooses the host of each service. OVN-Kubernetes keeps the present node while it is ready and selected, then uses a
 * node with the fewest services. Of equals, the first by name wins here. Fresh choices start with the services that
 * have the fewest possible nodes, then follow the keys.
 *
 * `egressServices` are in byte order of their keys. With `status-only`, there are no
 * fresh choices.
 */
export function placeServices(
  egressServices: readonly ParsedEgressService[],
  cluster: Cluster,
  configuration: Configuration,
  earlier: EarlierHosts,
  trace?: OnHostPlacement,
): PlacedService[] {
  const allocations = new Map(cluster.nodes.map((node) => [node, 0]));
  const take = (node: Node): void => void allocations.set(node, (allocations.get(node) ?? 0) + 1);
  const kept = egressServices.map((parsed): PlacedService => {
    const placed = keepHost(parsed, cluster, configuration, earlierHosts(parsed.key, earlier), earlier.order);
    if (placed.host.type === 'node') take(placed.host.node);
    return placed;
  });
  const fresh = new Map<ParsedEgressService, Node>();
  for (const parsed of byFreedom(kept, cluster)) {
    trace?.(parsed, new Map(allocations));
    const node = choose(parsed, allocations);
    if (!node) continue;
    take(node);
    fresh.set(parsed, node);
  }
  return kept.map((placed) => {
    const node = fresh.get(placed.parsed);
    return node ? { ...placed, host: { type: 'node', node, source: 'fresh' } } : placed;
  });
}

/** Services that need a fresh choice: those with the fewest possible nodes first, so that the others can make room. */
function byFreedom(placed: readonly PlacedService[], { nodes }: Cluster): ParsedEgressService[] {
  return placed
    .filter(({ host }) => host.type === 'none' && host.why === 'no-node')
    .map(({ parsed }) => ({
      parsed,
      possible: nodes.filter((node) => rejectServiceHost(parsed, node) === undefined).length,
    }))
    .sort((a, b) => a.possible - b.possible || (a.parsed.key < b.parsed.key ? -1 : 1))
    .map(({ parsed }) => parsed);
}

/** Returns the earlier hosts of a service in the order in which they count. */
function earlierHosts(key: string, { lock, statuses, order }: EarlierHosts): readonly EarlierHost[] {
  const locked: EarlierHost = ['lock', lock.egressServices.get(key)];
  const status: EarlierHost = ['status', statuses.get(key)];
  if (order === 'status-only') return [status];
  return order === 'status-first' ? [status, locked] : [locked, status];
}

/** Returns the host that a service keeps, or none if it needs a fresh choice. */
function keepHost(
  parsed: ParsedEgressService,
  { nodeByName }: Cluster,
  configuration: Configuration,
  earlier: readonly EarlierHost[],
  order: AssignmentOrder,
): PlacedService {
  const settled = settle(parsed, configuration);
  if (settled) return { parsed, host: settled, dropped: [] };
  const dropped: { node: string; source: PlacementSource; why: HostRejection }[] = [];
  for (const [source, name] of earlier) {
    if (name === undefined || name === '' || name === 'ALL') continue;
    const node = nodeByName.get(name);
    const why = !node ? 'gone' : order === 'status-only' ? undefined : rejectServiceHost(parsed, node);
    if (node && why === undefined) return { parsed, host: { type: 'node', node, source }, dropped };
    if (why !== undefined) dropped.push({ node: name, source, why });
  }
  return { parsed, host: { type: 'none', why: order === 'status-only' ? 'not-assigned' : 'no-node' }, dropped };
}

/** Returns the result for a service that needs no node, or undefined. The order is that of OVN-Kubernetes. */
function settle(
  { service, byNetwork, selector, endpointNodes }: ParsedEgressService,
  { gatewayMode }: Configuration,
): HostPlacement | undefined {
  if (!service) return { type: 'none', why: 'no-service' };
  if (byNetwork) return gatewayMode === 'local' ? { type: 'every-node' } : { type: 'none', why: 'local-gateway-only' };
  if (service.ingress.length === 0) return { type: 'none', why: 'no-ingress' };
  if (isSelectorProblem(selector)) return { type: 'none', why: 'bad-selector' };
  return endpointNodes.size === 0 ? { type: 'none', why: 'no-endpoints' } : undefined;
}

/**
 * Returns the reason why a node cannot be the host of a service, or undefined. With `externalTrafficPolicy: Local` it
 * needs an endpoint.
 */
export function rejectServiceHost(
  { selector, service, endpointNodes }: ParsedEgressService,
  node: Node,
): HostRejection | undefined {
  if (!node.ready) return 'not-ready';
  if (isSelectorProblem(selector) || !selector.matches(node.labels)) return 'not-selected';
  return service?.keepsTrafficLocal === true && !endpointNodes.has(hostnameOf(node)) ? 'without-endpoint' : undefined;
}

/** Returns the label that the kubelet sets. A hand-written Node may lack it. */
function hostnameOf({ name, labels }: Node): string {
  const key = 'kubernetes.io/hostname';
  return (Object.hasOwn(labels, key) ? labels[key] : undefined) ?? name;
}

/** Nodes are in byte order of their names, so the first of equals is the first by name. */
function choose(parsed: ParsedEgressService, allocations: ReadonlyMap<Node, number>): Node | undefined {
  let best: { readonly node: Node; readonly count: number } | undefined;
  for (const [node, count] of allocations) {
    if (best && count >= best.count) continue;
    if (rejectServiceHost(parsed, node) === undefined) best = { node, count };
  }
  return best?.node;
}

/** Returns `status.host` of each service: of live objects, else of the manifests. */
export function readStatuses(
  manifests: readonly Manifest[],
  observed: readonly Manifest[],
): ReadonlyMap<string, string> {
  const statuses = new Map<string, string>();
  const live = observed.filter(({ apiVersion, kind }) => apiVersion === API_VERSION && kind === 'EgressService');
  for (const { namespace, name, object } of [...live, ...manifests]) {
    const key = `${namespace}/${name}`;
    const { host } = (object.status ?? {}) as { readonly host?: unknown };
    if (typeof host === 'string' && !statuses.has(key)) statuses.set(key, host);
  }
  return statuses;
}
