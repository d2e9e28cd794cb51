import { createOutsideGapFinder } from '../../expectations/gaps.js';
import { createExitFinder } from '../../expectations/exits.js';
import type { Pod } from '../../model/cluster.js';
import type { Gap } from '../../model/gap.js';
import type { Family } from '../../net/address.js';
import { type KnownPaths, joinGaps, knownPathsOf } from '../../ovn-kubernetes/paths.js';
import type { ConnectionChange, EgressChange, FlowChanges, TrafficChanges } from '../../traffic/change.js';
import type { EgressIntent } from '../../traffic/collect-traffic.js';
import type { Side } from '../../traffic/side.js';

/** Adds to changes what the inventory of the new side lacks to decide whether their packets arrive. */
export function addGapsToChanges(changes: TrafficChanges, side: Side, egress: readonly EgressIntent[]): TrafficChanges {
  const { cluster, configuration } = side;
  const paths = knownPathsOf(cluster, configuration);
  if (paths.incomplete.length === 0) return changes;
  const gapsOutside = createOutsideGapFinder(createExitFinder(egress, side), paths);
  const outside = (pods: readonly Pod[], families: readonly Family[]): readonly Gap[] =>
    joinGaps(pods.flatMap((pod) => families.map((family) => gapsOutside(pod, family))));
  const podsOf = ({ source }: FlowChanges): readonly Pod[] =>
    source.pods ?? cluster.podsByNamespace.get(source.namespace) ?? [];
  return {
    ...changes,
    flows: changes.flows.map((one) => withGaps(one, outside(podsOf(one), configuration.ipFamilies))),
    connections: {
      ...changes.connections,
      changes: changes.connections.changes.map((one) => withGaps(one, gapsOfConnection(one, paths))),
    },
    egress: changes.egress.map((one) => withGaps(one, outside(one.pods, configuration.ipFamilies))),
  };
}

function gapsOfConnection({ from, to }: ConnectionChange, paths: KnownPaths): readonly Gap[] {
  if (from) return paths.amongAll(nodesOf(from), nodesOf(to));
  return joinGaps(to.map(({ nodeName }) => paths.outside(nodeName, { node: nodeName, isHost: false })));
}

function nodesOf(pods: readonly Pod[]): Set<string> {
  return new Set(pods.map(({ nodeName }) => nodeName));
}

function withGaps<T extends FlowChanges | ConnectionChange | EgressChange>(change: T, missing: readonly Gap[]): T {
  return missing.length > 0 ? { ...change, missing } : change;
}
