import { defineFinding } from '../model/catalogue.js';
import { listNames } from '../std/list-text.js';
import { quote } from '../std/quote.js';
import { LABEL } from '../ovn-kubernetes/annotations.js';

/** What is said of expectations that do not hold, or hold for nothing. `name` is that of the expectation. */
export const messages = {
  selectsNothing: defineFinding<[name: string, field: string, advice: string | undefined]>({
    code: 'expectation/selects-nothing',
    severity: 'warning',
    summary: 'A source, destination or name of an expectation selects nothing.',
    why: 'Weir verifies nothing for it.',
    fix: 'correct the namespace, labels or names, or set may-be-empty: true',
    message: (name, field) => `expectation ${quote(name)} failed: '${field}' selects nothing`,
    help: (_name, _field, advice) => advice && `${advice} (or set may-be-empty: true)`,
  }),
  nothingPasses: defineFinding({
    code: 'expectation/nothing-passes',
    severity: 'warning',
    summary: 'An expectation about egress traffic holds only because no packet leaves the cluster.',
    why: 'The expectation verifies no source address, node, next hop or DSCP value.',
    fix: 'allow the packets, correct from and to, or use unreachable: true instead',
    message: (name: string, example: string) =>
      `expectation ${quote(name)} holds only because no packet leaves the cluster${example}`,
  }),
  dropped: defineFinding<[name: string, packet: string, why: string]>({
    code: 'expectation/dropped',
    severity: 'warning',
    summary: 'Packets that are expected to be allowed are dropped.',
    why: 'A destination that must be reachable is unreachable.',
    fix: 'allow the packets in this rule or an earlier one, or change the expectation',
    message: (name, packet, why) => `expectation ${quote(name)} failed: ${packet} is dropped${why}`,
  }),
  passes: defineFinding<[name: string, packet: string, why: string]>({
    code: 'expectation/passes',
    severity: 'warning',
    summary: 'Packets that are expected to be dropped are allowed.',
    why: 'A destination that must be unreachable is reachable.',
    fix: 'deny the packets in an earlier rule, or change the expectation',
    message: (name, packet, why) => `expectation ${quote(name)} failed: ${packet} is allowed${why}`,
  }),
  unexpectedEgressPath: defineFinding({
    code: 'expectation/unexpected-egress-path',
    severity: 'warning',
    summary: 'Packets leave the cluster with an unexpected source address, node or next hop.',
    why: 'A peer that allows only the expected values rejects the connection.',
    fix: 'select the pods in the resource with the expected value, or change the expectation',
    message: (name: string, packet: string, what: string, value: string, expected: readonly string[]) =>
      `expectation ${quote(name)} failed: ${packet} leaves ${what} ${value}, expected ${listNames(expected)}`,
  }),
  unexpectedDSCP: defineFinding({
    code: 'expectation/unexpected-dscp',
    severity: 'warning',
    summary: 'Packets have an unexpected DSCP value.',
    why: 'The network assigns them a different class.',
    fix: 'mark the packets in an EgressQoS, or change the expectation',
    message: (name: string, packet: string, dscp: number | undefined, expected: number) =>
      `expectation ${quote(name)} failed: ${packet} ${dscp === undefined ? 'keeps the DSCP value of the pod' : `has the DSCP value ${dscp}`}, expected ${expected}`,
  }),
  lost: defineFinding({
    code: 'expectation/lost-address',
    severity: 'warning',
    summary: 'An EgressIP has no address left when a node fails.',
    why: 'The selected pods lose their source address, or cannot leave the cluster.',
    fix: `label more nodes as ${LABEL.assignable}, or add an address`,
    message: (name: string, egressIP: string, node: string | undefined, reason: string) =>
      `expectation ${quote(name)} failed: ${node === undefined ? `EgressIP ${egressIP} has no address now` : `without node ${node}, EgressIP ${egressIP} has no address`}: ${reason}`,
  }),
  exposed: defineFinding({
    code: 'expectation/exposed',
    severity: 'warning',
    summary: 'An unexpected URL is reachable from outside.',
    why: 'A URL that must be unreachable is reachable.',
    fix: 'remove the Route or the Ingress, or add the URL to `only` of the expectation',
    message: (name: string, url: string, clients: string, route: string) =>
      `expectation ${quote(name)} failed: Route ${route} exposes ${url} to ${clients}`,
  }),
  unexpectedService: defineFinding({
    code: 'expectation/unexpected-service',
    severity: 'warning',
    summary: 'Requests do not reach the expected Services.',
    why: 'The Services are unreachable, or other Services respond.',
    fix: 'change the Route, Service or policy, or change the expectation',
    message: (name: string, why: string) => `expectation ${quote(name)} failed: ${why}`,
  }),
  undecided: defineFinding<[name: string, reason: string, help: string]>({
    code: 'expectation/undecided',
    severity: 'warning',
    summary: 'Weir cannot verify an expectation, because input is missing.',
    why: 'The expectation may fail in the cluster.',
    fix: 'pin the answers of DNS names under dns in weir.yaml, and export nodes with their annotations',
    message: (name, reason) => `cannot verify ${quote(name)}: ${reason}`,
    help: (_name, _reason, help) => help,
  }),
  blockedCheck: defineFinding({
    code: 'connectivity-check/blocked',
    severity: 'warning',
    summary: 'A rule drops the packets of a connectivity check.',
    why: 'The monitored connection fails, now or after the next apply.',
    fix: 'allow the address and port in an earlier rule, or delete the check',
    message: (pod: string, endpoint: string, decider: string, isReachable: boolean | undefined) =>
      `${decider} drops packets of pod ${pod} to ${endpoint}, which its connectivity check probes${isReachable === true ? ', although the last probe succeeded' : ''}`,
  }),
  lostCheck: defineFinding({
    code: 'connectivity-check/lost',
    severity: 'warning',
    summary: 'The packets of a connectivity check do not arrive.',
    why: 'The monitored connection fails, now or after the next apply.',
    fix: 'trace the packet with `weir trace` and fix its path, or delete the check',
    message: (pod: string, endpoint: string, why: string, isReachable: boolean | undefined) =>
      `packets of pod ${pod} to ${endpoint}, which its connectivity check probes, do not arrive${isReachable === true ? ', although the last probe succeeded' : ''}: ${why}`,
  }),
};
