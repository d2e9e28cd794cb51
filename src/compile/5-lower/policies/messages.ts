import { defineFinding } from '../../../model/catalogue.js';

const SHADOWED = {
  severity: 'warning' as const,
  ineffective: 'shadowed' as const,
  summary: 'Earlier rules apply to all traffic of a rule.',
  why: 'The rule has no effect.',
  fix: 'move the rule before the earlier rules, give its policy a higher precedence, or remove it',
  message: (by: string) => `the rule has no effect, because ${by} takes precedence for all of its traffic`,
};

const SERVICE_PORT = {
  severity: 'warning' as const,
  summary: 'A rule has the port of a Service, expected its target port.',
  why: 'Policies match the port of a pod, so the rule does not match connections through the Service.',
  fix: 'use the target port of the Service',
  message: (port: number, service: string, target: number) =>
    `port ${port} is the port of Service ${service}, expected its target port ${target}, so the rule does not match connections through the Service`,
  help: (_port: number, _service: string, target: number) => `use port ${target}`,
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
    why: 'Its rules have no effect, because they apply only to pods that no NetworkPolicy isolates in their direction.',
    ineffective: 'shadowed',
    fix: 'move the rules to an AdminNetworkPolicy, or remove them',
    message: (direction: 'Ingress' | 'Egress') =>
      `the ${direction.toLowerCase()} rules have no effect, because NetworkPolicies isolate every pod that the policy selects`,
  }),
  alreadyAllowed: defineFinding({
    code: 'network-policy/already-allowed',
    severity: 'warning',
    summary: 'Another rule allows all traffic of a rule.',
    why: 'The rule has no effect, because rules of NetworkPolicies only add to each other.',
    ineffective: 'redundant',
    fix: 'remove the rule, or narrow the other rule',
    message: (by: string) => `the rule is redundant, because ${by} already allows all of its traffic`,
  }),
  deniedByAdmin: defineFinding({
    code: 'network-policy/denied-by-admin-policy',
    severity: 'warning',
    summary: 'AdminNetworkPolicies deny all traffic of a rule.',
    why: 'The rule has no effect, because AdminNetworkPolicies take precedence.',
    ineffective: 'overridden',
    fix: 'allow or pass the traffic in an AdminNetworkPolicy of a higher precedence, or remove the rule',
    message: (by: string) => `the rule has no effect, because ${by} takes precedence and denies its traffic`,
  }),
  deniedByFirewall: defineFinding({
    code: 'network-policy/denied-by-firewall',
    severity: 'warning',
    summary: 'The EgressFirewall of the namespace denies all traffic of an egress rule.',
    why: 'The rule has no effect, because both the policies and the EgressFirewall must allow a packet.',
    ineffective: 'overridden',
    fix: 'allow the traffic in the EgressFirewall before the rule that denies it, or remove the rule',
    message: (packet: string) =>
      `the rule has no effect, because the EgressFirewall denies its traffic, for example ${packet}`,
  }),
  droppedByPolicy: defineFinding({
    code: 'egress-firewall/dropped-by-policy',
    severity: 'warning',
    summary: 'Policies drop all traffic of an Allow rule, for every pod of the namespace.',
    why: 'The rule has no effect, because both the policies and the EgressFirewall must allow a packet.',
    ineffective: 'overridden',
    fix: 'allow the traffic in a NetworkPolicy, or remove the rule',
    message: (count: number, by: string, packet: string) =>
      count === 1
        ? `the Allow rule has no effect, because ${by} drops its traffic for every pod, for example ${packet}`
        : `this and ${count - 1} more Allow rules have no effect, because ${by} drops their traffic for every pod, for example ${packet}`,
  }),
};
