import type { ConnectionChange, FlowChange, FlowChanges, TrafficChanges } from '../../traffic/change.js';
import type { Pod } from '../../model/cluster.js';
import type { PacketClasses } from '../../traffic/packets.js';

/** Changes in what filters and policies allow. */
export type PolicyChanges = Pick<TrafficChanges, 'flows' | 'connections'>;

/** Joins the results of several comparisons of the same policies. Each change is kept once. */
export function joinPolicyChanges([first, ...others]: readonly PolicyChanges[]): PolicyChanges {
  if (!first || others.length === 0) return first ?? { flows: [], connections: { changes: [], unexplored: 0 } };
  const known = new Set([...first.flows.flatMap(keysOfFlows), ...first.connections.changes.map(keyOfConnection)]);
  const isNew = (key: string): boolean => known.size < known.add(key).size;
  return {
    flows: [first.flows, ...others.map(({ flows }) => flows.flatMap((one) => leaveKnown(one, isNew)))].flat(),
    connections: {
      changes: [
        ...first.connections.changes,
        ...others.flatMap(({ connections }) => connections.changes.filter((one) => isNew(keyOfConnection(one)))),
      ],
      unexplored: [first, ...others].reduce((sum, { connections }) => sum + connections.unexplored, 0),
    },
  };
}

function leaveKnown(changes: FlowChanges, isNew: (key: string) => boolean): FlowChanges[] {
  const flows = changes.flows.filter((flow) => isNew(keyOfFlow(changes, flow)));
  return flows.length > 0 ? [{ ...changes, flows }] : [];
}

function keysOfFlows(changes: FlowChanges): string[] {
  return changes.flows.map((flow) => keyOfFlow(changes, flow));
}

function keyOfFlow({ source: { namespace, pods } }: FlowChanges, flow: FlowChange): string {
  return [flow.change, namespace, pods ? keyOfPods(pods) : '', flow.names.join(), keyOfPackets(flow)].join(' ');
}

function keyOfConnection(change: ConnectionChange): string {
  const { from, to, family = '' } = change;
  return [change.change, keyOfPods(from ?? []), keyOfPods(to), family, keyOfPackets(change)].join(' > ');
}

function keyOfPods(pods: readonly Pod[]): string {
  return pods.map(({ namespace, name }) => `${namespace}/${name}`).join();
}

function keyOfPackets({ addresses, transport }: Pick<PacketClasses, 'addresses' | 'transport'>): string {
  const ranges = [...addresses, ...transport].map(({ first, end }) => `${first}-${end}`);
  return ranges.join();
}
