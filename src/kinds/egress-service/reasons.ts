import type { Node } from '../../model/cluster.js';
import { listNames } from '../../std/list-text.js';
import { type NoHost, type HostRejection, type PlacementSource, rejectServiceHost } from './placement.js';
import type { ParsedEgressService } from './parse.js';

/** Completes "<node> …": why it cannot be the host. */
export const REFUSAL_TEXTS: Readonly<Record<HostRejection, string>> = {
  gone: 'is not in the inventory',
  'not-ready': 'is not ready',
  'not-selected': 'does not match the nodeSelector',
  'without-endpoint': 'has no endpoint, which externalTrafficPolicy Local needs',
};

/** Reason why a node is the host. */
export const SOURCE_TEXTS: Readonly<Record<PlacementSource, string>> = {
  lock: 'assigned by weir.lock.yaml',
  status: 'assigned by the status of the live object',
  fresh: 'fewest services among the possible nodes, then first by name',
};

/** Reason why a service has no host. */
export const NO_HOST_TEXTS: Readonly<Record<NoHost, string>> = {
  'no-service': 'no Service with its name exists',
  'local-gateway-only': 'sourceIPBy Network needs gateway mode local',
  'no-ingress': 'the Service has no ingress address',
  'bad-selector': 'the nodeSelector is invalid, so the live controllers do not change the status',
  'no-endpoints': 'the Service has no endpoint in the pod network on a known node',
  'no-node': 'no node can be the host',
  'not-assigned': 'the status of the live object names no node',
};

/** Returns the reasons why no node can be the host of a service: `node-a is not ready, node-b …`. */
export function describeRefusals(parsed: ParsedEgressService, nodes: readonly Node[]): string {
  const reasons = nodes.flatMap((node) => {
    const refusal = rejectServiceHost(parsed, node);
    return refusal === undefined ? [] : [`${node.name} ${REFUSAL_TEXTS[refusal]}`];
  });
  return listNames(reasons);
}
