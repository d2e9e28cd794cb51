import type { Node } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { Finding, Reporter } from '../model/diagnostic.js';
import { messages } from './messages.js';

/** Reports what a node lacks for its part of a managed topology. */
export function checkManagedNode(node: Node, configuration: Configuration, report: Reporter): void {
  const { origin } = node.manifest;
  const say = (finding: Finding): void => {
    const resource = { kind: 'Node', namespace: '', name: node.name };
    report({ ...finding, target: { origin, pointer: '/metadata/annotations' }, resource });
  };
  const missing = (annotation: string, effect: string): void => {
    say(messages.missingNodeAnnotation(`k8s.ovn.org/${annotation}`, effect));
  };
  if (node.subnets.length === 0) {
    missing('node-subnets', 'it gets no switch, and its pods no ports');
    return;
  }
  const has = [...new Set(node.subnets.map(({ family }) => family))].sort();
  if (has.join() !== configuration.ipFamilies.join()) {
    say(messages.familyMismatch(has.join(' and '), configuration.ipFamilies.join(' and ')));
    // It is left out: what else it lacks does not matter.
    return;
  }
  if (node.nodeId === undefined) missing('node-id', 'its gateway router has no address on the join switch');
  if (node.chassisId === undefined) missing('node-chassis-id', 'it gets no gateway router');
  if (!node.gateway) missing('l3-gateway-config', 'it gets no gateway router');
  if (configuration.interconnect && node.transitAddresses.length === 0) {
    missing('node-transit-switch-port-ifaddr', 'other zones cannot reach it');
  }
}
