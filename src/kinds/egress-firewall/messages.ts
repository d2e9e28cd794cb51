import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Finding } from '../../model/diagnostic.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { cidrMessages } from '../cidr.js';

const finding = findingsOf('egress-firewall');

export const messages = {
  ...cidrMessages('egress-firewall'),
  missingPort: (): Finding =>
    finding(
      'missing-port',
      'error',
      "the field 'port' is missing",
      'write the destination port, a number from 1 to 65535',
    ),
  anyPort: (protocol: string): Finding =>
    finding(
      'any-port',
      'warning',
      `without a port the rule is for all of ${protocol}; an API server takes this only from objects that it has stored`,
      `write the port, or leave \`ports\` out if all traffic is meant`,
    ),
  badCIDR: (text: string): Finding =>
    finding(
      'bad-cidr',
      'rejected',
      `'${text}' is not a CIDR`,
      'write an address and a prefix length, for example 203.0.113.0/24',
    ),
  wildcardName: (name: string): Finding =>
    finding(
      'wildcard-name',
      'rejected',
      `'${name}' is a wildcard, and the cluster has no DNSNameResolver`,
      'name the hosts one by one, or set `dnsNameResolver: true` in weir.yaml if the cluster has it',
    ),
  badName: (name: string): Finding =>
    finding(
      'bad-dns-name',
      'rejected',
      `'${name}' is not a full DNS name`,
      'a DNSNameResolver needs at least two labels of letters, digits and dashes',
    ),
  badNodeSelector: (why: string): Finding =>
    finding('bad-node-selector', 'rejected', `the node selector is not valid: ${why}`, SELECTOR_ADVICE),
  badNodeAddresses: (node: string): Finding =>
    finding(
      'bad-node-addresses',
      'rejected',
      `the addresses of node ${node}, which the selector picks, are not readable`,
      'fix the annotation k8s.ovn.org/host-cidrs of the node',
    ),
  userDefinedNetwork: (network: string): Finding =>
    finding(
      'user-defined-network',
      'rejected',
      `the pods of the namespace are on the user defined network ${network}, which Weir does not compile: the firewall is left out`,
      'leave the firewall to the live controllers, or put the pods on the default network',
    ),
  tooManyRules: (count: number, most: number): Finding =>
    finding(
      'too-many-rules',
      'rejected',
      `${count} rules, of which at most ${most} fit`,
      'join neighbouring CIDRs, or drop rules that others cover',
    ),
  noNode: (): Finding =>
    finding(
      'no-node-selected',
      'warning',
      'the node selector picks no node: the rule has no effect',
      'check the labels of the nodes; traffic falls through to the next rule',
    ),
  nodesWithoutAddresses: (node: string, more: number): Finding =>
    finding(
      'nodes-without-addresses',
      'warning',
      `the addresses of node ${node}${more > 0 ? ` and ${more} more` : ''}, which the selector picks, are not known`,
      'export the nodes with their annotation k8s.ovn.org/host-cidrs',
    ),
  noAnswers: (name: string): Finding =>
    finding(
      'no-dns-answer',
      'warning',
      `no answers are pinned for ${name}: the rule matches nothing until the cluster resolves it`,
      'pin the answers under `dns` in weir.yaml, or add the DNSNameResolver object to the inventory',
    ),
  emptyDestination: (): Finding =>
    finding(
      'empty-destination',
      'warning',
      'an empty cidrSelector matches nothing: the rule has no effect',
      'write a CIDR, or remove the rule',
    ),
  shadowedRule: (): Finding =>
    finding(
      'shadowed-rule',
      'warning',
      'the rule never decides: rules before it match all of its traffic',
      'move it before them, or remove it',
    ),
  redundantRule: (): Finding =>
    finding(
      'redundant-rule',
      'warning',
      'without the rule nothing changes: what comes after it says the same of its traffic',
      'remove it, or check what it was meant to except',
    ),
  allowedAnyway: (count: number): Finding =>
    finding(
      'allowed-anyway',
      'warning',
      `without ${count === 1 ? 'the rule' : `this and ${count - 1} more Allow rules`} nothing changes: what no rule matches is allowed`,
      'remove it, or add the Deny rule that it was meant to be an exception from',
    ),
  deniesNothing: (): Finding =>
    finding(
      'denies-nothing',
      'warning',
      'the firewall has no Deny rule, so it lets everything pass',
      'end it with a Deny rule for 0.0.0.0/0 (and ::/0) if only these destinations are meant to be reached',
    ),
  nameInDeny: (name: string): Finding =>
    finding(
      'dns-name-in-deny',
      'warning',
      `only addresses that the cluster has looked up for ${name} are denied: others of the name pass`,
      'deny networks, and allow names',
    ),
  cutsOffAPIServer: (node: string, address: string): Finding =>
    finding(
      'cuts-off-api-server',
      'warning',
      `the rule cuts pods off the API server, for example ${address} of ${node}`,
      'allow the control plane before it: a nodeSelector for node-role.kubernetes.io/control-plane, TCP 6443',
    ),
  cutsOffDNS: (pod: string, address: string): Finding =>
    finding(
      'cuts-off-dns',
      'warning',
      `the rule cuts pods off the cluster's DNS, ${address} of ${pod}`,
      'allow UDP and TCP 53 to it before; without DNS no name resolves',
    ),
  cutsOffNode: (node: string, address: string): Finding =>
    finding(
      'cuts-off-nodes',
      'warning',
      `the network holds nodes of the cluster, for example ${address} of ${node}`,
      'allow the nodes before it with a nodeSelector, if pods need what runs on the host network',
    ),
};
