import { createListQuery, isChosen } from '../../engine/chunks.js';
import { type Engine, createEngine } from '../../engine/engine.js';
import type { Query } from '../../engine/query.js';
import type { Cluster, Node, Pod } from '../../model/cluster.js';
import type { CompiledInput } from '../../model/compiled-input.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Intent } from '../../model/intent.js';
import type { Family } from '../../net/address.js';
import { concatenate } from '../../std/concatenate.js';
import { once } from '../../std/memoize.js';
import { messages } from './messages.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';
import { policySource } from './policies/source.js';

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
  input: CompiledInput,
  report: Reporter,
  engine: Engine = createEngine({ isForOneRound: true }),
): void {
  policySource.set(engine, input);
  engine.ask(unknownHops, undefined, report);
}

/** Number of intents in a chunk, on average. Most of them have many pods. */
const INTENTS_IN_CHUNK = 16;

type ForwardIntent = Extract<Intent, { readonly effect: 'reroute' | 'route' }>;

/** The next hops that are unknown, each once for some intents. */
const hopsToReport = createListQuery<ForwardIntent, Hop>('unknown next hops', {
  listIn: (db) =>
    concatenate<ForwardIntent>([policySource.intentsOf(db, 'reroute'), policySource.intentsOf(db, 'route')]),
  startsChunk: ({ cause }) => isChosen(cause.name, INTENTS_IN_CHUNK),
  make: (db, intents) => {
    const cluster = policySource.clusterIn(db);
    const { gatewayMode } = policySource.configurationIn(db);
    return omitRepeated(
      intents.flatMap((intent) => hopsOf(intent, cluster, gatewayMode).filter((hop) => !isKnown(hop))),
    );
  },
});

const unknownHops: Query<undefined, undefined> = {
  name: 'nodes without a next hop',
  run: (db) => {
    if (policySource.configurationIn(db).topology === 'managed') return undefined;
    for (const { node, on } of omitRepeated(db.get(hopsToReport, undefined))) {
      db.report({
        ...messages.noNextHop(ANNOTATIONS[on], on === 'transit'),
        location: { origin: node.manifest.origin, pointer: '/metadata/annotations' },
        resource: { kind: 'Node', namespace: '', name: node.name },
      });
    }
    return undefined;
  },
};

/** Returns the first hop of each node and annotation. */
function omitRepeated(hops: readonly Hop[]): readonly Hop[] {
  const known = new Set<string>();
  return hops.filter(({ node, on }) => known.size < known.add(`${node.name} ${on}`).size);
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

/**
 * Returns the next hops that OVN-Kubernetes uses for an intent, in the zone of the node and in other zones. Hops in other
 * zones that are known are omitted.
 */
function hopsOf(intent: ForwardIntent, cluster: Cluster, gatewayMode: Configuration['gatewayMode']): Hop[] {
  switch (intent.effect) {
    case 'reroute': {
      // Most intents have many pods and few points, whose hops are known.
      const zones = once(() => zonesOf(nodeNamesOf(intent.pods), cluster));
      return intent.points.flatMap(({ address: { family }, node, network }): Hop[] => {
        const transit: Hop = { node, family, on: 'transit' };
        return [
          { node, family, on: network === 'primary' ? 'join' : 'management' },
          ...(!isKnown(transit) && isReachedFromAfar(node, zones()) ? [transit] : []),
        ];
      });
    }
    case 'route': {
      // With shared gateways, the routers already have a route there.
      if (gatewayMode === 'shared') return [];
      const family = intent.nextHops[0]?.address.family ?? 'IPv4';
      const nodes = [...nodeNamesOf(intent.pods)].flatMap((name) => cluster.nodeByName.get(name) ?? []);
      return nodes.map((node) => ({ node, family, on: 'join' }));
    }
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
