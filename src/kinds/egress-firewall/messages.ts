import { defineFinding } from '../../model/catalogue.js';
import type { EgressFirewallForms } from '../../model/release.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { defineCIDRMessages } from '../shared/cidr.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

export const messages = {
  ...defineCIDRMessages('egress-firewall', { isRule: true }),
  missingPort: defineFinding({
    code: 'egress-firewall/missing-port',
    severity: 'error',
    summary: 'A rule lacks a port that the API server requires.',
    why: 'The API server rejects the object.',
    fix: 'set port to the destination port, a number from 1 to 65535',
    message: () => "missing field 'port', expected the destination port",
  }),
  anyPort: defineFinding({
    code: 'egress-firewall/any-port',
    severity: 'warning',
    summary: 'A rule has a protocol but no port.',
    why: 'It matches all ports of the protocol. The API server rejects it in new objects.',
    fix: 'add the port, or remove `ports` to match all traffic',
    message: (protocol: string) =>
      `missing field 'port', so the rule matches all ports of ${protocol}, and the API server rejects it in new objects`,
  }),
  badCIDR: defineFinding({
    code: 'egress-firewall/bad-cidr',
    severity: 'rejected',
    summary: 'The destination of a rule is not a CIDR.',
    why: 'The live controllers reject the rule, so its traffic falls through to the next one.',
    fix: 'use an address with a prefix length, for example 203.0.113.0/24',
    message: (text: string) => `cidrSelector is '${text}', expected a CIDR`,
  }),
  wildcardName: defineFinding({
    code: 'egress-firewall/wildcard-name',
    severity: 'rejected',
    summary: 'A DNS name is a wildcard, but the cluster has no DNSNameResolver.',
    why: 'The live controllers reject the rule.',
    fix: 'list each host name, or set `dnsNameResolver: true` in weir.yaml if the cluster has it',
    message: (name: string) =>
      `dnsName is the wildcard '${name}', expected a host name, because the cluster has no DNSNameResolver`,
  }),
  badName: defineFinding({
    code: 'egress-firewall/bad-dns-name',
    severity: 'rejected',
    summary: 'The destination of a rule is not a fully qualified DNS name.',
    why: 'The API server rejects the DNSNameResolver object that the rule needs.',
    fix: 'use at least two labels of letters, digits and hyphens, for example www.example.com',
    message: (name: string) => `dnsName is '${name}', expected a fully qualified DNS name`,
  }),
  addressAsName: defineFinding({
    code: 'egress-firewall/address-as-name',
    severity: 'warning',
    summary: 'The DNS name of a rule is an IPv4 address.',
    why: 'DNS servers do not resolve it, so the rule matches nothing.',
    ineffective: 'unmatched',
    fix: 'use cidrSelector with a prefix length, for example 203.0.113.7/32',
    message: (name: string) => `dnsName is the address '${name}', expected a DNS name, so the rule matches nothing`,
  }),
  badNodeSelector: defineFinding({
    code: 'egress-firewall/bad-node-selector',
    severity: 'rejected',
    summary: 'The node selector of a rule is invalid.',
    why: 'The live controllers reject the rule, so its traffic falls through to the next one.',
    fix: SELECTOR_ADVICE,
    message: (why: string) => `nodeSelector is invalid: ${why}`,
  }),
  badNodeAddresses: defineFinding({
    code: 'egress-firewall/bad-node-addresses',
    severity: 'rejected',
    summary: 'The addresses of a selected node are invalid.',
    why: 'The live controllers skip the rule.',
    fix: `fix the annotation ${NODE_ANNOTATION.hostCIDRs} of the node`,
    message: (node: string) => `nodeSelector selects node ${node}, which has invalid addresses`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'egress-firewall/user-defined-network',
    severity: 'rejected',
    summary: 'The pods of the namespace are on a user-defined network.',
    why: 'Weir compiles only the default network, so it skips the firewall.',
    fix: 'exclude the firewall from Weir, or move the pods to the default network',
    message: (network: string) =>
      `the pods of the namespace are on the user-defined network ${network}, which Weir does not compile, so the firewall is skipped`,
  }),
  tooManyRules: defineFinding({
    code: 'egress-firewall/too-many-rules',
    severity: 'rejected',
    summary: 'The firewall has too many rules.',
    why: 'The live controllers reject the object, because each rule needs a priority.',
    fix: 'merge adjacent CIDRs, or remove redundant rules',
    message: (count: number, most: number) => `the firewall has ${count} rules, expected at most ${most}`,
  }),
  noNode: defineFinding<[advice: string | undefined]>({
    code: 'egress-firewall/no-node-selected',
    severity: 'warning',
    summary: 'The node selector of a rule selects no node.',
    why: 'Traffic to the nodes falls through to the next rule.',
    fix: 'correct the node selector or the labels of the nodes',
    message: () => 'nodeSelector selects no node, so the rule has no effect',
    help: (advice) => advice,
  }),
  nodesWithoutAddresses: defineFinding<[node: string, more: number, source: EgressFirewallForms['nodeAddresses']]>({
    code: 'egress-firewall/nodes-without-addresses',
    severity: 'warning',
    summary: 'The addresses of selected nodes are unknown.',
    why: 'The rule does not match traffic to these nodes.',
    fix: `export the nodes with their annotation ${NODE_ANNOTATION.hostCIDRs}`,
    message: (node, more) =>
      `nodeSelector selects node ${node}${more > 0 ? ` and ${more} more` : ''} without known addresses, so the rule does not match ${more > 0 ? 'them' : 'it'}`,
    help: (_node, _more, source) =>
      source === 'host'
        ? `export the nodes with their annotation ${NODE_ANNOTATION.hostCIDRs}`
        : 'export the nodes with their status, which contains their addresses',
  }),
  /** `names` are different ones. */
  noAnswers: defineFinding<[names: readonly string[]]>({
    code: 'egress-firewall/no-dns-answer',
    severity: 'info',
    summary: 'The answers for DNS names of the firewall are unknown.',
    why: 'Their rules match nothing until the cluster resolves the names. Comparisons do not show their effect.',
    fix: 'pin the answers with `weir dns pin`, or add the DNSNameResolver object to the inventory',
    message: (names) =>
      names.length === 1
        ? `${listNames(names)} has no pinned answers, so the rule matches nothing until the cluster resolves the name`
        : `${listNames(names)} have no pinned answers, so their rules match nothing until the cluster resolves the names`,
  }),
  emptyDestination: defineFinding({
    code: 'egress-firewall/empty-destination',
    severity: 'warning',
    summary: 'The CIDR of a rule is empty.',
    why: 'The rule matches nothing.',
    ineffective: 'unmatched',
    fix: 'set cidrSelector to a CIDR, or remove the rule',
    message: () => 'cidrSelector is empty, expected a CIDR, so the rule matches nothing',
  }),
  shadowedRule: defineFinding({
    code: 'egress-firewall/shadowed-rule',
    severity: 'warning',
    summary: 'Earlier rules match all traffic of a rule.',
    why: 'The rule has no effect.',
    ineffective: 'shadowed',
    fix: 'move the rule before the earlier rules, or remove it',
    message: () => 'the rule has no effect, because earlier rules match all of its traffic',
  }),
  redundantRule: defineFinding({
    code: 'egress-firewall/redundant-rule',
    severity: 'warning',
    summary: 'Later rules have the same effect as a rule.',
    why: 'The rule has no effect.',
    ineffective: 'redundant',
    fix: 'remove the rule, or correct its type or destination',
    message: () => 'the rule is redundant, because later rules have the same effect on all of its traffic',
  }),
  allowedAnyway: defineFinding({
    code: 'egress-firewall/allowed-anyway',
    severity: 'warning',
    summary: 'An Allow rule allows only traffic that no rule denies.',
    why: 'The rule has no effect.',
    ineffective: 'redundant',
    fix: 'remove the rule, or add a Deny rule after it',
    message: (count: number) =>
      `${count === 1 ? 'the Allow rule is' : `this and ${plural(count - 1, 'other Allow rule')} are`} redundant, because traffic that no rule matches is allowed`,
  }),
  deniesNothing: defineFinding({
    code: 'egress-firewall/denies-nothing',
    severity: 'warning',
    summary: 'The firewall has no Deny rule.',
    why: 'The firewall allows all traffic, because traffic that no rule matches is allowed.',
    ineffective: 'redundant',
    fix: 'add a last Deny rule for 0.0.0.0/0 (and ::/0) to allow only these destinations',
    message: () => 'the firewall has no Deny rule, so it allows all traffic',
  }),
  nameInDeny: defineFinding({
    code: 'egress-firewall/dns-name-in-deny',
    severity: 'warning',
    summary: 'A Deny rule has a DNS name as its destination.',
    why: 'The rule denies only addresses that the cluster has resolved. Pods can still reach other addresses of the name.',
    fix: 'deny networks by CIDR, and use DNS names only in Allow rules',
    message: (name: string) =>
      `dnsName ${name} in a Deny rule denies only the addresses that the cluster has resolved, so other addresses are allowed`,
  }),
  deniesAPIServer: defineFinding<[holder: string, address: string, network: string, port: number]>({
    code: 'egress-firewall/denies-api-server',
    severity: 'warning',
    summary: 'A rule denies traffic of pods to the API server.',
    why: 'Clients of the Kubernetes API in these pods fail.',
    fix: 'allow the addresses and the port of the API server in an earlier rule',
    message: (holder, address) => `the rule denies traffic to the API server, for example ${address} on ${holder}`,
    help: (_holder, _address, network, port) =>
      `allow TCP ${port} in an earlier rule, with a cidrSelector for each address (${network}) or a nodeSelector for node-role.kubernetes.io/control-plane`,
  }),
  deniesDNS: defineFinding({
    code: 'egress-firewall/denies-dns',
    severity: 'warning',
    summary: 'A rule denies traffic of pods to the cluster DNS servers.',
    why: 'These pods cannot resolve names.',
    fix: 'allow UDP and TCP 53 to the DNS servers in an earlier rule',
    message: (pod: string, address: string) =>
      `the rule denies traffic to the cluster DNS, ${address} of ${pod}, so pods cannot resolve names`,
  }),
  deniesNodes: defineFinding({
    code: 'egress-firewall/denies-nodes',
    severity: 'warning',
    summary: 'A rule denies traffic of pods to the nodes of the cluster.',
    why: 'Pods cannot reach services on the host network, such as node ports and the API server.',
    fix: 'if pods need services on the host network, allow the nodes in an earlier rule with a nodeSelector',
    message: (node: string, address: string) =>
      `the rule denies traffic to nodes of the cluster, for example ${address} of ${node}`,
  }),
};
