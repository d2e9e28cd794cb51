import type { Finding } from '../../model/diagnostic.js';

/** What is said of effects that meet on the same traffic. */
export const messages = {
  featureOff: (kind: string, feature: string, count: number): Finding => ({
    code: 'configuration/feature-off',
    severity: 'warning',
    message: `the feature ${feature} is off: ${count === 1 ? `this ${kind} has` : `this and all other ${kind} objects (${count}) have`} no effect`,
    help: `add ${feature} to features in weir.yaml, or remove the objects`,
  }),
  winsOverEgressIP: (pods: string, count: number, egressIP: string, service: string): Finding => ({
    code: 'egress-service/wins-over-egress-ip',
    severity: 'warning',
    message: `${pods} ${count === 1 ? 'is' : 'are'} selected by EgressIP ${egressIP} and EgressService ${service}; the EgressService is used`,
    help: 'leave the endpoints of the service out of the EgressIP, or the other way round',
  }),
  blockedCheck: (pod: string, endpoint: string, filter: string, isReachable: boolean | undefined): Finding => ({
    code: 'connectivity-check/blocked',
    severity: 'warning',
    message: `pod ${pod} shall reach ${endpoint}, and ${filter} drops its packets there${isReachable === true ? '; the last probe got through' : ''}`,
    help: 'allow the address and port in a rule before the one that drops them, or delete the check',
  }),
  reroutedBeforeRoute: (pods: string, other: string, policy: string): Finding => ({
    code: 'traffic/rerouted-before-route',
    severity: 'warning',
    message: `${pods}: selected by ${other} and by external gateways of ${policy}, which are not supported together`,
    help: 'let only one of them select each pod: which gateway or source address the traffic gets is left open',
  }),
  noNextHop: (annotation: string, isForOthers: boolean): Finding => ({
    code: 'traffic/no-next-hop',
    severity: 'warning',
    message: `the node has no usable ${annotation}: nothing sends the egress traffic of ${isForOthers ? 'pods of other zones' : 'pods'} to it`,
    help: 'export the node from the running cluster with its annotations (`kubectl get nodes -o yaml`)',
  }),
  throughHostOrRoute: (pods: string, other: string, policy: string, winner: 'gateways' | 'host'): Finding => ({
    code: 'traffic/through-host-or-route',
    severity: 'warning',
    message: `${pods}: selected by ${other} and by external gateways of ${policy}; ${winner === 'host' ? `${other} is` : 'the gateways are'} used`,
    help: 'let only one of them select each pod',
  }),
};
