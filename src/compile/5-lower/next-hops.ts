import type { Cluster, Node, Pod } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import type { Family } from '../../net/address.js';
import { messages } from './messages.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

/** Annotations with the next hops of a node. */
const ANNOTATIONS = {
  join: NODE_ANNOTATION.id,
  management: NODE_ANNOTATION.subnets,
  transit: NODE_ANNOTATION.transitAddresses,
} as const;

/** Address of a node that is used as a next hop. */
interface Hop {
  readonly node: Node;
  readonly on: keyof typeof ANNOTATIONS;
  readonly family: Family;
}

/**
 * Warns, once per node and annotation, if traffic goes to a node whose next hop is unknown: its rows are skipped.
 * Annotations that a managed topology requires are reported when nodes are read. Annotations that hosts of Services
 * require are reported by their kind.
 */
export function reportNextHops(
  intents: readonly Intent[],
  cluster: Cluster,
  { topology, gatewayMode }: Configuration,
  report: Reporter,
): void {
  if (topology === 'managed') return;
  const reported = new Set<string>();
  for (const intent of intents) {
    for (const hop of hopsOf(intent, cluster, gatewayMode)) {
      const { node, on } = hop;
      if (reported.has(`${node.name} ${on}`) || isKnown(hop)) continue;
      reported.add(`${node.name} ${on}`);
      report({
        ...messages.noNextHop(ANNOTATIONS[on], on === 'transit'),
        location: { origin: node.manifest.origin, pointer: '/metadata/annotations' },
        resource: { kind: 'Node', namespace: '', name: node.name },
      });
    }
  }
}

function isKnown({ node, on, family }: Hop): boolean {
  switch (on) {
    case 'join':
      return node.nodeId !== undefined || node.joinAddresses !== undefined;
    case 'management':
      return node.subnets.some((subnet) => subnet.family === family);
    case 'transit':
      return node.transitAddresses.some(({ address }) => address.family === family);
  }
}

/** Returns the next hops that OVN-Kubernetes uses for an intent, in the zone of the node and in other zones. */
function hopsOf(intent: Intent, cluster: Cluster, gatewayMode: Configuration['gatewayMode']): Hop[] {
  switch (intent.effect) {
    case 'reroute': {
      const zones = zonesOf(nodeNamesOf(intent.pods), cluster);
      return intent.points.flatMap(({ address: { family }, node, network }): Hop[] => [
        { node, family, on: network === 'primary' ? 'join' : 'management' },
        ...(isReachedFromAfar(node, zones) ? [{ node, family, on: 'transit' as const }] : []),
      ]);
    }
    case 'route': {
      // With shared gateways, the routers already have a route there.
      if (gatewayMode === 'shared') return [];
      const family = intent.nextHops[0]?.address.family ?? 'IPv4';
      const nodes = [...nodeNamesOf(intent.pods)].flatMap((name) => cluster.nodeByName.get(name) ?? []);
      return nodes.map((node) => ({ node, family, on: 'join' }));
    }
    default:
      return [];
  }
}

function nodeNamesOf(pods: readonly Pod[]): Set<string> {
  return new Set(pods.map(({ nodeName }) => nodeName));
}

function zonesOf(nodeNames: Iterable<string>, { nodeByName }: Cluster): Set<string> {
  return new Set([...nodeNames].flatMap((name) => nodeByName.get(name)?.zone ?? []));
}

function isReachedFromAfar({ zone }: Node, zones: ReadonlySet<string>): boolean {
  return zones.size > (zones.has(zone) ? 1 : 0);
}
