import { defineFinding } from '../../model/catalogue.js';
import type { EgressFirewallForms } from '../../model/release.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { defineCIDRMessages } from '../cidr.js';
import { NODE_ANNOTATION } from '../../ovn-kubernetes/annotations.js';

export const messages = {
  ...defineCIDRMessages('egress-firewall', { isRule: true }),
  missingPort: defineFinding({
    code: 'egress-firewall/missing-port',
    severity: 'error',
    summary: 'A rule lacks a port that the API server requires.',
    why: 'The API server refuses the object.',
    fix: 'write the destination port, a number from 1 to 65535',
    message: () => "the field 'port' is missing",
  }),
  anyPort: defineFinding({
    code: 'egress-firewall/any-port',
    severity: 'warning',
    summary: 'A rule with a protocol names no port.',
    why: 'It matches all ports of the protocol, and the API server accepts it only in objects that it has stored.',
    fix: 'write the port, or omit `ports` to match all traffic',
    message: (protocol: string) =>
      `without a port the rule matches all of ${protocol}; an API server accepts this only in objects that it has stored`,
  }),
  badCIDR: defineFinding({
    code: 'egress-firewall/bad-cidr',
    severity: 'rejected',
    summary: 'The destination of a rule is not a CIDR.',
    why: 'The live controllers refuse the rule, so its traffic falls through to the next one.',
    fix: 'write an address and a prefix length, for example 203.0.113.0/24',
    message: (text: string) => `'${text}' is not a CIDR`,
  }),
  wildcardName: defineFinding({
    code: 'egress-firewall/wildcard-name',
    severity: 'rejected',
    summary: 'A DNS name is a wildcard, which needs a DNSNameResolver.',
    why: 'Without it nothing resolves the names, and the live controllers refuse the rule.',
    fix: 'list the host names one by one, or set `dnsNameResolver: true` in weir.yaml if the cluster has it',
    message: (name: string) => `'${name}' is a wildcard, but the cluster has no DNSNameResolver`,
  }),
  badName: defineFinding({
    code: 'egress-firewall/bad-dns-name',
    severity: 'rejected',
    summary: 'The destination of a rule is not a fully qualified DNS name.',
    why: 'The API server refuses the DNSNameResolver object that the rule needs.',
    fix: 'write at least two labels of letters, digits and hyphens, for example www.example.com',
    message: (name: string) => `'${name}' is not a fully qualified DNS name`,
  }),
  addressAsName: defineFinding({
    code: 'egress-firewall/address-as-name',
    severity: 'warning',
    summary: 'The DNS name of a rule has the form of an IPv4 address.',
    why: 'No DNS server answers such a name, so the rule matches nothing.',
    ineffective: 'empty',
    fix: 'write the address as cidrSelector, with a prefix length: 203.0.113.7/32',
    message: (name: string) =>
      `dnsName is '${name}', expected a DNS name, found an address, so the rule matches nothing`,
  }),
  badNodeSelector: defineFinding({
    code: 'egress-firewall/bad-node-selector',
    severity: 'rejected',
    summary: 'The node selector of a rule is invalid.',
    why: 'The live controllers refuse the rule, so its traffic falls through to the next one.',
    fix: SELECTOR_ADVICE,
    message: (why: string) => `the node selector is invalid: ${why}`,
  }),
  badNodeAddresses: defineFinding({
    code: 'egress-firewall/bad-node-addresses',
    severity: 'rejected',
    summary: 'The addresses of a selected node are unreadable.',
    why: 'The live controllers cannot build the match of the rule, and leave it out.',
    fix: `fix the annotation ${NODE_ANNOTATION.hostCIDRs} of the node`,
    message: (node: string) => `node ${node}, which the selector selects, has invalid addresses`,
  }),
  userDefinedNetwork: defineFinding({
    code: 'egress-firewall/user-defined-network',
    severity: 'rejected',
    summary: 'The pods of the namespace are on a user-defined network.',
    why: 'Weir compiles the default network only, so these pods get no filter from it.',
    fix: 'leave the firewall to the live controllers, or put the pods on the default network',
    message: (network: string) =>
      `the pods of the namespace are on the user-defined network ${network}, which Weir does not compile: the firewall is left out`,
  }),
  tooManyRules: defineFinding({
    code: 'egress-firewall/too-many-rules',
    severity: 'rejected',
    summary: 'The firewall has more rules than fit.',
    why: 'Each rule takes a priority, and there are no more; the live controllers refuse the object.',
    fix: 'merge adjacent CIDRs, or remove rules that others cover',
    message: (count: number, most: number) => `${count} rules, more than the limit of ${most}`,
  }),
  noNode: defineFinding<[advice: string | undefined]>({
    code: 'egress-firewall/no-node-selected',
    severity: 'warning',
    summary: 'The node selector of a rule selects no node.',
    why: 'Traffic to the nodes falls through to the next rule.',
    fix: 'check the labels of the nodes; until then traffic falls through to the next rule',
    message: () => 'the node selector selects no node: the rule has no effect',
    help: (advice) => advice,
  }),
  nodesWithoutAddresses: defineFinding<[node: string, more: number, source: EgressFirewallForms['nodeAddresses']]>({
    code: 'egress-firewall/nodes-without-addresses',
    severity: 'warning',
    summary: 'The addresses of selected nodes are not known.',
    why: 'The rule does not match traffic to these nodes.',
    fix: `export the nodes with their annotation ${NODE_ANNOTATION.hostCIDRs}`,
    message: (node, more) =>
      `node ${node}${more > 0 ? ` and ${more} more` : ''}, which the selector selects, ${more > 0 ? 'have' : 'has'} no known addresses`,
    help: (_node, _more, source) =>
      source === 'host'
        ? `export the nodes with their annotation ${NODE_ANNOTATION.hostCIDRs}`
        : 'export the nodes with their status, which has their addresses',
  }),
  /** `names` are different ones. */
  noAnswers: defineFinding<[names: readonly string[]]>({
    code: 'egress-firewall/no-dns-answer',
    severity: 'info',
    summary: 'No answers are known for DNS names of the firewall.',
    why: 'Their rules match nothing until the cluster resolves the names, and comparisons do not show it.',
    fix: 'pin the answers under `dns` in weir.yaml, as `weir dns pin` does, or add the DNSNameResolver object to the inventory',
    message: (names) =>
      names.length === 1
        ? `${listNames(names)} has no pinned answers: the rule matches nothing until the cluster resolves the name`
        : `${listNames(names)} have no pinned answers: their rules match nothing until the cluster resolves the names`,
  }),
  emptyDestination: defineFinding({
    code: 'egress-firewall/empty-destination',
    severity: 'warning',
    summary: 'The CIDR of a rule is empty.',
    why: 'The rule matches nothing.',
    ineffective: 'empty',
    fix: 'write a CIDR, or remove the rule',
    message: () => 'cidrSelector is empty: the rule has no effect',
  }),
  shadowedRule: defineFinding({
    code: 'egress-firewall/shadowed-rule',
    severity: 'warning',
    summary: 'Rules before this one match all of its traffic.',
    why: 'The rule never decides, whatever its author expects of it.',
    ineffective: 'shadowed',
    fix: 'move the rule before them, or remove it',
    message: () => 'the rule has no effect: earlier rules match all of its traffic',
  }),
  redundantRule: defineFinding({
    code: 'egress-firewall/redundant-rule',
    severity: 'warning',
    summary: 'Without the rule nothing changes.',
    why: 'It may have been meant as an exception that is not there.',
    ineffective: 'redundant',
    fix: 'remove the rule, or check which exception it was meant to make',
    message: () => 'the rule is redundant: later rules decide the same for all of its traffic',
  }),
  allowedAnyway: defineFinding({
    code: 'egress-firewall/allowed-anyway',
    severity: 'warning',
    summary: 'An Allow rule allows only what no rule denies.',
    why: 'The Deny rule that it is an exception from may be missing.',
    ineffective: 'redundant',
    fix: 'remove the rule, or add the Deny rule that it is an exception from',
    message: (count: number) =>
      `${count === 1 ? 'the Allow rule is' : `this and ${plural(count - 1, 'other Allow rule')} are`} redundant: traffic that no rule matches is allowed`,
  }),
  deniesNothing: defineFinding({
    code: 'egress-firewall/denies-nothing',
    severity: 'warning',
    summary: 'The firewall has no Deny rule.',
    why: 'Whatever no rule matches is allowed, so everything passes.',
    ineffective: 'redundant',
    fix: 'end it with a Deny rule for 0.0.0.0/0 (and ::/0) to allow only these destinations',
    message: () => 'the firewall has no Deny rule: it allows all traffic',
  }),
  nameInDeny: defineFinding({
    code: 'egress-firewall/dns-name-in-deny',
    severity: 'warning',
    summary: 'A Deny rule has a DNS name as its destination.',
    why: 'Only addresses that the cluster has looked up are denied; a pod that knows another one gets through.',
    fix: 'deny networks by CIDR, and use names in Allow rules only',
    message: (name: string) =>
      `only the addresses of ${name} that the cluster has resolved are denied: its other addresses are allowed`,
  }),
  cutsOffAPIServer: defineFinding<[holder: string, address: string, network: string, port: number]>({
    code: 'egress-firewall/cuts-off-api-server',
    severity: 'warning',
    summary: 'A rule denies pods the API server.',
    why: 'Operators and everything else that uses the Kubernetes API in these pods fail.',
    fix: 'allow the addresses of the API server in an earlier rule, with its port',
    message: (holder, address) => `the rule cuts pods off from the API server, for example ${address} on ${holder}`,
    help: (_holder, _address, network, port) =>
      `allow it in an earlier rule, TCP ${port}: a cidrSelector for each of its addresses (${network}), or where it runs on nodes of the cluster a nodeSelector for node-role.kubernetes.io/control-plane`,
  }),
  cutsOffDNS: defineFinding({
    code: 'egress-firewall/cuts-off-dns',
    severity: 'warning',
    summary: 'A rule denies pods the DNS servers of the cluster.',
    why: 'No name resolves in these pods.',
    fix: 'allow UDP and TCP 53 to it in an earlier rule; without DNS no name resolves',
    message: (pod: string, address: string) => `the rule cuts pods off from the cluster DNS, ${address} of ${pod}`,
  }),
  cutsOffNode: defineFinding({
    code: 'egress-firewall/cuts-off-nodes',
    severity: 'warning',
    summary: 'A rule denies pods the nodes of the cluster.',
    why: 'Pods cannot reach services on the host network, such as node ports and the API server.',
    fix: 'allow the nodes in an earlier rule with a nodeSelector, if pods need services on the host network',
    message: (node: string, address: string) =>
      `the rule cuts pods off from nodes of the cluster, for example ${address} of ${node}`,
  }),
};
