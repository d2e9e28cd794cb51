import type { Cluster } from '../../model/cluster.js';
import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import { DEFAULT_ZONE } from '../../ovn-kubernetes/zones.js';
import { messages } from './messages.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';
import { annotationPointer } from '../../yaml/locate.js';

/**
 * Warns about interconnected zones of several nodes, at the second node of each. A zone's router has one route for the
 * traffic of other zones' pods, to the gateway router of one node (OVN-Kubernetes).
 */
export function reportSharedZones(
  zones: Cluster['zones'],
  { interconnect, features }: Configuration,
  report: Reporter,
): void {
  if (!interconnect || !features.has('egressIP')) return;
  for (const [zone, [first, second, ...more]] of zones) {
    if (zone === DEFAULT_ZONE || !first || !second) continue;
    report({
      ...messages.sharedZone(zone, more.length + 2, first.name),
      location: { origin: second.manifest.origin, pointer: annotationPointer(NODE_ANNOTATION.zone) },
      resource: { kind: 'Node', namespace: '', name: second.name },
    });
  }
}
