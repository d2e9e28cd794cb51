import { defineFinding } from '../../model/catalogue.js';

/** Findings about effects that overlap on the same traffic. */
export const messages = {
  featureOff: defineFinding({
    code: 'configuration/feature-off',
    severity: 'warning',
    summary: 'An object has no effect because its feature is off.',
    why: 'Weir and the cluster ignore the object.',
    fix: 'add the feature to features in weir.yaml, or remove the objects',
    message: (kind: string, feature: string, count: number) =>
      `${count === 1 ? `this ${kind} has` : `this and all other ${kind} objects (${count}) have`} no effect, because the feature ${feature} is off`,
    help: (_kind, feature) => `add ${feature} to features in weir.yaml, or remove the objects`,
  }),
  overridesEgressIP: defineFinding({
    code: 'egress-service/overrides-egress-ip',
    severity: 'warning',
    summary: 'Pods are selected by an EgressIP and by an EgressService.',
    why: 'The EgressIP has no effect on these pods, and peers see the address of the EgressService.',
    fix: 'exclude the endpoints of the Service from the EgressIP, or remove the EgressService',
    message: (pods: string, count: number, egressIP: string, service: string) =>
      `${pods} ${count === 1 ? 'is' : 'are'} selected by EgressIP ${egressIP} and EgressService ${service}, so the EgressIP has no effect on ${count === 1 ? 'it' : 'them'}`,
  }),
  repliesThroughHost: defineFinding({
    code: 'egress-service/replies-through-host',
    severity: 'warning',
    summary:
      'Replies to clients of a Service with externalTrafficPolicy Local go through the host of an EgressService.',
    why: 'The host did not see the requests. Clients outside cannot connect over TCP. Over UDP and SCTP they get replies from a different address and port.',
    fix: 'set externalTrafficPolicy of the Service to Cluster, or use an EgressIP for the egress address of the pods',
    message: (service: string, protocols: string, endpoints: string, host: string) =>
      `externalTrafficPolicy of Service ${service} is Local, but replies of its endpoints ${endpoints} go through host ${host}, so clients outside cannot connect over ${protocols}`,
  }),
  reroutedBeforeRoute: defineFinding({
    code: 'traffic/rerouted-before-route',
    severity: 'warning',
    summary:
      'Pods are selected by an external route and by another object that redirects them, which are not supported together.',
    why: 'The gateway and the source address of the traffic are undefined.',
    fix: 'select each pod in only one of the two',
    message: (pods: string, other: string, policy: string) =>
      `${pods}: selected by ${other} and by the external gateways of ${policy}, which are not supported together, so the gateway and the source address are undefined`,
  }),
  noNextHop: defineFinding({
    code: 'traffic/no-next-hop',
    severity: 'warning',
    summary: 'A node lacks the annotation with its address for other zones.',
    why: 'OVN does not send egress traffic to the node, although it hosts an egress address.',
    fix: 'export the node from the running cluster with its annotations (`kubectl get nodes -o yaml`)',
    message: (annotation: string, isForOthers: boolean) =>
      `the node has no valid annotation ${annotation}, so egress traffic of ${isForOthers ? 'pods in other zones' : 'pods'} does not reach it`,
  }),
  throughHostOrRoute: defineFinding({
    code: 'traffic/through-host-or-route',
    severity: 'warning',
    summary: 'Pods are selected by an EgressService or EgressIP and by external gateways.',
    why: 'Only one of them applies to the traffic, depending on the settings of the cluster.',
    fix: 'select each pod in only one of the two',
    message: (pods: string, other: string, policy: string, winner: 'gateways' | 'host') =>
      `${pods}: selected by ${other} and by the external gateways of ${policy}, so only ${winner === 'host' ? `${other} applies` : 'the gateways apply'}`,
  }),
};
