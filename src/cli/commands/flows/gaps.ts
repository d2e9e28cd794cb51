import { createExitFinder } from '../../../expectations/exits.js';
import { createOutsideGapFinder } from '../../../expectations/gaps.js';
import type { Pod } from '../../../model/cluster.js';
import type { Gap } from '../../../model/gap.js';
import { type KnownPaths, joinGaps, knownPathsOf } from '../../../ovn-kubernetes/paths.js';
import type { Flow } from '../../../traffic/flows/list.js';
import { collectTraffic } from '../../../traffic/collect-traffic.js';
import type { Side } from '../../../traffic/side.js';

/** Adds the missing inventory to flows, if it leaves open whether packets arrive. */
export function addGapsToFlows(flows: readonly Flow[], side: Omit<Side, 'isEmpty'>): readonly Flow[] {
  const { intents, cluster, configuration } = side;
  const paths = knownPathsOf(cluster, configuration);
  if (paths.incomplete.length === 0) return flows;
  const gapsOutside = createOutsideGapFinder(createExitFinder(collectTraffic(intents).egress, side), paths);
  const gapsOf = ({ from, to }: Flow): readonly Gap[] => {
    const [senders, receivers] = [from.pods?.pods, to.pods?.pods];
    if (senders && receivers) return paths.amongAll(nodesOf(senders), nodesOf(receivers));
    const family = to.range?.family;
    if (senders && family) return joinGaps(senders.map((pod) => gapsOutside(pod, family)));
    return joinGaps((receivers ?? []).map((pod) => gapsFromOutside(pod, paths)));
  };
  return flows.map((flow) => {
    const missing = flow.allow.length === 0 ? [] : gapsOf(flow);
    return missing.length > 0 ? { ...flow, missing } : flow;
  });
}

function nodesOf(pods: readonly Pod[]): Set<string> {
  return new Set(pods.map(({ nodeName }) => nodeName));
}

function gapsFromOutside({ nodeName }: Pod, paths: KnownPaths): readonly Gap[] {
  return paths.outside(nodeName, { node: nodeName, isHost: false });
}
