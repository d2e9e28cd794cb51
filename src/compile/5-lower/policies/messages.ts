import { defineFinding } from '../../../model/catalogue.js';

const SHADOWED = {
  severity: 'warning' as const,
  ineffective: 'shadowed' as const,
  summary: 'Rules before this one decide about all of its traffic.',
  why: 'The rule never decides, whatever its author expects of it.',
  fix: 'move the rule before them, give its policy a higher precedence, or remove it',
  message: (by: string) => `the rule has no effect: ${by} decides about its traffic first`,
};

const SERVICE_PORT = {
  severity: 'warning' as const,
  summary: 'A rule has the port of a Service instead of its target port.',
  why: 'Policies see the port of the pod that the Service leads to. The rule does not match connections through the Service.',
  fix: 'write the target port of the Service',
  message: (port: number, service: string, target: number) =>
    `port ${port} is the port of Service ${service}, expected its target port ${target}, so the rule does not match connections through the Service`,
  help: (_port: number, _service: string, target: number) => `write port ${target}`,
};

/** What is said of rules of policies and firewalls that others make pointless. */
export const messages = {
  shadowedAdmin: defineFinding({ code: 'admin-network-policy/shadowed-rule', ...SHADOWED }),
  shadowedBaseline: defineFinding({ code: 'baseline-admin-network-policy/shadowed-rule', ...SHADOWED }),
  servicePort: defineFinding({ code: 'network-policy/service-port', ...SERVICE_PORT }),
  servicePortOfAdmin: defineFinding({ code: 'admin-network-policy/service-port', ...SERVICE_PORT }),
  servicePortOfBaseline: defineFinding({ code: 'baseline-admin-network-policy/service-port', ...SERVICE_PORT }),
  neverReached: defineFinding({
    code: 'baseline-admin-network-policy/never-reached',
    severity: 'warning',
    summary: 'NetworkPolicies isolate every pod that a BaselineAdminNetworkPolicy selects.',
    why: 'Its rules hold only for pods that no NetworkPolicy isolates in their direction, so none of them ever decides.',
    ineffective: 'shadowed',
    fix: 'write the rules into an AdminNetworkPolicy if they are to hold beside NetworkPolicies, or remove them',
    message: (direction: 'Ingress' | 'Egress') =>
      `the ${direction.toLowerCase()} rules have no effect: NetworkPolicies isolate every pod that the policy selects`,
  }),
  alreadyAllowed: defineFinding({
    code: 'network-policy/already-allowed',
    severity: 'warning',
    summary: 'Another rule allows all that a rule allows.',
    why: 'The rule opens nothing, and it limits nothing either: rules of NetworkPolicies only add to each other.',
    ineffective: 'redundant',
    fix: 'remove the rule, or narrow the other one if this one was meant as the limit',
    message: (by: string) => `the rule allows nothing more: ${by} already allows all of its traffic`,
  }),
  deniedByAdmin: defineFinding({
    code: 'network-policy/denied-by-admin-policy',
    severity: 'warning',
    summary: 'AdminNetworkPolicies deny all that a rule allows.',
    why: 'AdminNetworkPolicies decide first, so none of the traffic passes.',
    ineffective: 'overruled',
    fix: 'allow or pass the traffic in an AdminNetworkPolicy of a higher precedence, or remove the rule',
    message: (by: string) => `the rule has no effect: ${by} denies its traffic first`,
  }),
  deniedByFirewall: defineFinding({
    code: 'network-policy/denied-by-firewall',
    severity: 'warning',
    summary: 'The EgressFirewall of the namespace denies all that an egress rule allows.',
    why: 'A packet leaves only if the policies and the EgressFirewall let it pass, so none of the traffic does.',
    ineffective: 'overruled',
    fix: 'allow the traffic in the EgressFirewall before the rule that denies it, or remove the rule',
    message: (packet: string) => `the rule has no effect: the EgressFirewall denies its traffic, for example ${packet}`,
  }),
  droppedByPolicy: defineFinding({
    code: 'egress-firewall/dropped-by-policy',
    severity: 'warning',
    summary: 'Policies drop what an Allow rule allows, for every pod of the namespace.',
    why: 'A packet leaves only if the policies and the EgressFirewall let it pass, so none of the traffic does.',
    ineffective: 'overruled',
    fix: 'allow the traffic in a NetworkPolicy too, or remove the rule',
    message: (count: number, by: string, packet: string) =>
      count === 1
        ? `the Allow rule has no effect: ${by} drops its traffic for every pod, for example ${packet}`
        : `this and ${count - 1} more Allow rules have no effect: ${by} drops their traffic for every pod, for example ${packet}`,
  }),
};
