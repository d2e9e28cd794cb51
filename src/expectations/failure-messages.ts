import { defineFinding } from '../model/catalogue.js';
import { listNames } from '../std/list-text.js';
import { quote } from '../std/quote.js';
import { LABEL } from '../ovn-kubernetes/annotations.js';

/** What is said of expectations that do not hold, or hold for nothing. `name` is that of the expectation. */
export const messages = {
  nobody: defineFinding<[name: string, field: string, advice: string | undefined]>({
    code: 'expectation/nobody',
    severity: 'warning',
    summary: 'An expectation selects nothing.',
    why: 'It would always hold. Most often a name or label is misspelt.',
    fix: 'correct the namespace, labels or names, or write may-be-empty: true',
    message: (name, field) => `${quote(name)} does not hold: ${field} selects nothing`,
    help: (_name, _field, advice) => advice && `${advice} (or write may-be-empty: true)`,
  }),
  nothingPasses: defineFinding({
    code: 'expectation/nothing-passes',
    severity: 'warning',
    summary: 'An expectation about how packets leave the cluster holds because none leaves.',
    why: 'It verifies no source address, node, next hop or DSCP value.',
    fix: 'allow the packets, correct from and to, or write unreachable: true instead',
    message: (name: string, example: string) =>
      `${quote(name)} holds only because no packet leaves the cluster${example}`,
  }),
  dropped: defineFinding<[name: string, packet: string, why: string]>({
    code: 'expectation/dropped',
    severity: 'warning',
    summary: 'Packets that are expected to pass are dropped.',
    why: 'A destination that must be reachable is not.',
    fix: 'allow the packets in the rule that is named, or in one before it; or change the expectation',
    message: (name, packet, why) => `${quote(name)} does not hold: ${packet} is dropped${why}`,
  }),
  passes: defineFinding<[name: string, packet: string, why: string]>({
    code: 'expectation/passes',
    severity: 'warning',
    summary: 'Packets that are expected to be dropped pass.',
    why: 'A destination that must be unreachable is reachable.',
    fix: 'deny the packets by a rule, before the one that is named if there is one; or change the expectation',
    message: (name, packet, why) => `${quote(name)} does not hold: ${packet} passes${why}`,
  }),
  otherExit: defineFinding({
    code: 'expectation/other-exit',
    severity: 'warning',
    summary: 'Packets leave the cluster with another source address, node or next hop than expected.',
    why: 'A peer that allows only the expected values rejects the connection.',
    fix: 'select the pods by the resource that gives the expected value, or change the expectation',
    message: (name: string, packet: string, what: string, value: string, expected: readonly string[]) =>
      `${quote(name)} does not hold: ${packet} leaves with the ${what} ${value}, not ${listNames(expected)}`,
  }),
  otherMark: defineFinding({
    code: 'expectation/other-mark',
    severity: 'warning',
    summary: 'Packets have another DSCP value than expected.',
    why: 'The network serves them in another class.',
    fix: 'mark the packets in an EgressQoS, or change the expectation',
    message: (name: string, packet: string, dscp: number | undefined, expected: number) =>
      `${quote(name)} does not hold: ${packet} ${dscp === undefined ? 'keeps the DSCP value of the pod' : `has the DSCP value ${dscp}`}, not ${expected}`,
  }),
  lost: defineFinding({
    code: 'expectation/lost-address',
    severity: 'warning',
    summary: 'An EgressIP has no address left when a node fails.',
    why: 'The pods that it serves lose their source address, or cannot leave the cluster.',
    fix: `label more nodes as ${LABEL.assignable}, or add an address`,
    message: (name: string, egressIP: string, node: string | undefined, reason: string) =>
      `${quote(name)} does not hold: ${node === undefined ? `EgressIP ${egressIP} has no address now` : `without node ${node}, EgressIP ${egressIP} has no address`}: ${reason}`,
  }),
  exposed: defineFinding({
    code: 'expectation/exposed',
    severity: 'warning',
    summary: 'A URL is reachable from outside that is not among those that are expected.',
    why: 'What is promised to be closed is open.',
    fix: 'remove the Route or the Ingress, or add the URL to `only` of the expectation',
    message: (name: string, url: string, who: string, route: string) =>
      `${quote(name)} does not hold: ${url} is open to ${who} by Route ${route}`,
  }),
  elsewhere: defineFinding({
    code: 'expectation/elsewhere',
    severity: 'warning',
    summary: 'Requests do not get to the Services that they are expected to get to, or not all of them.',
    why: 'What is promised to be reachable is not, or somebody else answers.',
    fix: 'change the Route, its Services or the policy that is named, or change the expectation',
    message: (name: string, why: string) => `${quote(name)} does not hold: ${why}`,
  }),
  undecided: defineFinding<[name: string, packet: string, what: string, help: string]>({
    code: 'expectation/undecided',
    severity: 'warning',
    summary: 'The input does not tell whether an expectation holds.',
    why: 'The expectation is not proven.',
    fix: 'pin the answers of DNS names under dns in weir.yaml, and export nodes with their annotations',
    message: (name, packet, what) => `${quote(name)} is not proven: what becomes of ${packet} depends on ${what}`,
    help: (_name, _packet, _what, help) => help,
  }),
  blockedCheck: defineFinding({
    code: 'connectivity-check/blocked',
    severity: 'warning',
    summary: 'A rule drops the packets of a connectivity check.',
    why: 'A connection that somebody monitors is dropped, now or after the next apply.',
    fix: 'allow the address and port in an earlier rule, or delete the check',
    message: (pod: string, endpoint: string, decider: string, isReachable: boolean | undefined) =>
      `${decider} drops packets of pod ${pod} to ${endpoint}, which its connectivity check probes${isReachable === true ? '; the last probe succeeded' : ''}`,
  }),
  lostCheck: defineFinding({
    code: 'connectivity-check/lost',
    severity: 'warning',
    summary: 'The packets of a connectivity check do not arrive.',
    why: 'A connection that somebody monitors fails, now or after the next apply.',
    fix: 'follow the packet with `weir trace`, and fix what ends its path, or delete the check',
    message: (pod: string, endpoint: string, why: string, isReachable: boolean | undefined) =>
      `packets of pod ${pod} to ${endpoint}, which its connectivity check probes, do not arrive: ${why}${isReachable === true ? '; the last probe succeeded' : ''}`,
  }),
};
