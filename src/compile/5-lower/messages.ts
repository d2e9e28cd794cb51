import { defineFinding } from '../../model/catalogue.js';

/** Findings about effects that overlap on the same traffic. */
export const messages = {
  featureOff: defineFinding({
    code: 'configuration/feature-off',
    severity: 'warning',
    summary: 'An object has no effect because its feature is off.',
    why: 'The file promises something that the cluster does not do.',
    fix: 'add the feature to features in weir.yaml, or remove the objects',
    message: (kind: string, feature: string, count: number) =>
      `${count === 1 ? `this ${kind} has` : `this and all other ${kind} objects (${count}) have`} no effect: the feature ${feature} is off`,
    help: (_kind, feature) => `add ${feature} to features in weir.yaml, or remove the objects`,
  }),
  overridesEgressIP: defineFinding({
    code: 'egress-service/overrides-egress-ip',
    severity: 'warning',
    summary: 'Pods are selected by an EgressIP and by an EgressService.',
    why: 'The EgressIP has no effect on these pods, and peers see the address of the EgressService.',
    fix: 'exclude the endpoints of the Service from the EgressIP, or remove the EgressService',
    message: (pods: string, count: number, egressIP: string, service: string) =>
      `${pods} ${count === 1 ? 'is' : 'are'} selected by EgressIP ${egressIP} and EgressService ${service}: the EgressService is used`,
  }),
  repliesThroughHost: defineFinding({
    code: 'egress-service/replies-through-host',
    severity: 'warning',
    summary: 'The host of an EgressService takes the replies to clients of a Service with externalTrafficPolicy Local.',
    why: 'The host has not seen what the replies answer: connections from outside are never made over TCP, and over UDP and SCTP only if clients send to the address and port that the host gives the replies.',
    fix: 'set externalTrafficPolicy of the Service to Cluster, or give the pods their egress address with an EgressIP',
    message: (service: string, protocols: string, endpoints: string, host: string) =>
      `clients outside cannot connect to Service ${service} over ${protocols}: it has externalTrafficPolicy Local, and replies of its endpoints ${endpoints} go through host ${host}`,
  }),
  reroutedBeforeRoute: defineFinding({
    code: 'traffic/rerouted-before-route',
    severity: 'warning',
    summary:
      'Pods are selected by an external route and by another object that redirects them, which are not supported together.',
    why: 'Which gateway or source address the traffic gets is undefined.',
    fix: 'let only one of the two select each pod: which gateway or source address the traffic gets is undefined',
    message: (pods: string, other: string, policy: string) =>
      `${pods}: selected by ${other} and by the external gateways of ${policy}, which are not supported together`,
  }),
  noNextHop: defineFinding({
    code: 'traffic/no-next-hop',
    severity: 'warning',
    summary: 'A node lacks the annotation with its address for other zones.',
    why: 'Egress traffic is not sent to the node, although it hosts an egress address.',
    fix: 'export the node from the running cluster with its annotations (`kubectl get nodes -o yaml`)',
    message: (annotation: string, isForOthers: boolean) =>
      `the node has no valid annotation ${annotation}: no egress traffic of ${isForOthers ? 'pods in other zones' : 'pods'} is sent to it`,
  }),
  throughHostOrRoute: defineFinding({
    code: 'traffic/through-host-or-route',
    severity: 'warning',
    summary: 'Pods are selected by an EgressService or EgressIP and by external gateways.',
    why: 'Only one of them takes the traffic, and which one depends on the settings of the cluster.',
    fix: 'let only one of the two select each pod',
    message: (pods: string, other: string, policy: string, winner: 'gateways' | 'host') =>
      `${pods}: selected by ${other} and by the external gateways of ${policy}: ${winner === 'host' ? `${other} is` : 'the gateways are'} used`,
  }),
};
