import type { ExpectationPeer } from '../expectations/expectation.js';
import type { ObservedFlow } from '../observed/observe.js';
import { type ObservedPeer, formatPeer } from '../observed/peer.js';
import { rangeOfAddress } from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT, portRangesOf } from '../traffic/filters/transport-range.js';
import type { TransportSet } from '../traffic/filters/transport-set.js';
import type { WishedPath } from './wished-path.js';

/** Paths of observed flows, and the number of different flows that are no paths. */
export interface FlowPaths {
  readonly paths: readonly WishedPath[];
  /** Flows that were dropped each time. */
  readonly dropped: number;
  /** Flows of protocols without ports, which policies cannot contain. */
  readonly withoutPorts: number;
  /** Flows with an address of the cluster that no object has. */
  readonly unmapped: number;
}

/**
 * Returns the paths of observed flows that passed. Packets from a node to its own pods need no path, because
 * OVN-Kubernetes always allows them. `nodesOf` returns the nodes of the pods of a workload.
 */
export function pathsOfFlows(
  flows: readonly ObservedFlow[],
  nodesOf: (peer: ObservedPeer & { readonly type: 'pods' }) => ReadonlySet<string>,
): FlowPaths {
  const paths: WishedPath[] = [];
  let [dropped, withoutPorts, unmapped] = [0, 0, 0];
  for (const { from, to, place, ...counts } of flows) {
    const transport: TransportSet = [{ first: place, end: place + 1 }];
    const isOfNode = from.type === 'node' && to.type === 'pods' && nodesOf(to).has(from.node);
    if (isOfNode) continue;
    if (counts.dropped > 0 && counts.allowed === 0) dropped++;
    else if (from.type === 'unmapped' || to.type === 'unmapped') unmapped++;
    else if (portRangesOf(transport).some(({ protocol }) => protocol === 'ICMP' || protocol === 'other'))
      withoutPorts++;
    else {
      const name = `${formatPeer(from)} to ${formatPeer(to)}`;
      const [source, destination] = [toPeer(from, ALL_TRANSPORT), toPeer(to, transport)];
      paths.push({ name, from: [source], to: [destination], isLimit: false, mayBeEmpty: true, isObserved: true });
    }
  }
  return { paths, dropped, withoutPorts, unmapped };
}

function toPeer(peer: ObservedPeer, transport: TransportSet): ExpectationPeer {
  switch (peer.type) {
    case 'pods': {
      const { namespace, workload, pod } = peer;
      const { kind, name } = pod.workload ?? { kind: 'pod', name: pod.name };
      const object = { type: 'object', kind: kind.toLowerCase(), namespace, name } as const;
      return { type: 'word', word: `${namespace}/${workload}`, peer: object, transport };
    }
    case 'service':
      return { type: 'service', namespace: peer.service.namespace, name: peer.service.name, transport };
    default:
      return { type: 'cidr', range: rangeOfAddress(peer.address), transport };
  }
}
