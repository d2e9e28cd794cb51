import { defineFinding } from '../../model/catalogue.js';
import { SELECTOR_ADVICE } from '../../selectors/advice.js';
import { defineCIDRMessages } from '../shared/cidr.js';

/** What is reported of cluster-wide policies, whichever kind. */
export type AdminPolicyMessages = ReturnType<typeof defineAdminPolicyMessages>;

/** The findings of a kind of cluster-wide policies; `kind` is the first part of their codes. */
export function defineAdminPolicyMessages(kind: string) {
  const { hostBits, familyOff } = defineCIDRMessages(kind);
  const rejected = 'The live controllers reject the whole policy, so none of its rules applies.';
  return {
    hostBits,
    familyOff,
    namedPortOutside: defineFinding({
      code: `${kind}/named-port-outside`,
      severity: 'error',
      summary: 'A rule for nodes or networks has a named port.',
      why: 'The API server rejects the object, because only containers name ports.',
      fix: 'use the port number, or a separate rule for the pods',
      message: (name: string) =>
        `namedPort is '${name}', expected a port number, because nodes and networks have no named ports`,
    }),
    badSelector: defineFinding({
      code: `${kind}/bad-selector`,
      severity: 'rejected',
      summary: 'A selector of the policy is invalid.',
      why: rejected,
      fix: SELECTOR_ADVICE,
      message: (why: string) => `the selector is invalid (${why}), so the policy is not applied`,
    }),
    badNetwork: defineFinding({
      code: `${kind}/bad-network`,
      severity: 'rejected',
      summary: 'A network of a rule is not a CIDR.',
      why: rejected,
      fix: 'use an address with a prefix length, for example 203.0.113.0/24',
      message: (text: string) => `expected a CIDR, found '${text}', so the policy is not applied`,
    }),
    badLogging: defineFinding({
      code: `${kind}/bad-acl-logging`,
      severity: 'rejected',
      summary: 'The annotation for ACL logging is invalid.',
      why: rejected,
      fix: 'set it to a JSON object with the keys allow, deny and pass, each alert, warning, notice, info or debug',
      message: (why: string) => `the policy is not applied: ${why}`,
    }),
    badProtocol: defineFinding({
      code: `${kind}/bad-protocol`,
      severity: 'rejected',
      summary: 'The protocol of a port is unknown to OVN.',
      why: 'OVN cannot parse the rule, so it has no effect for the port. The status of the policy does not show this.',
      fix: 'use TCP, UDP or SCTP, or a rule without ports to match every protocol',
      message: (protocol: string) =>
        `protocol is '${protocol}', expected TCP, UDP or SCTP, so the rule has no effect for this port, and the live controllers do not report it`,
    }),
    emptyRange: defineFinding({
      code: `${kind}/empty-port-range`,
      severity: 'warning',
      summary: 'The end of a port range is below its start.',
      why: 'The range matches no port.',
      fix: 'use the lower port as start and the higher one as end',
      message: (start: number, end: number) =>
        `the port range ends at ${end}, expected ${start} or more, so it matches nothing`,
    }),
    noPod: defineFinding<[advice: string | undefined]>({
      code: `${kind}/no-pod-selected`,
      severity: 'warning',
      summary: 'The policy selects no pod.',
      why: 'It has no effect.',
      ineffective: 'unmatched',
      fix: 'correct the selector or the labels of namespaces and pods',
      message: () => 'the subject selects no pod on the pod network, so the policy has no effect',
      help: (advice) => advice,
    }),
    noPeer: defineFinding<[advice: string | undefined]>({
      code: `${kind}/no-peer-selected`,
      severity: 'warning',
      summary: 'A peer of a rule selects no namespace, pod or node.',
      why: 'The rule does not apply to it.',
      fix: 'correct the selector or the labels of namespaces, pods or nodes',
      message: () => 'the peer selects no namespace, pod or node, so the rule does not apply to it',
      help: (advice) => advice,
    }),
    unreadNamedPort: defineFinding({
      code: `${kind}/unread-named-port`,
      severity: 'rejected',
      summary: 'A rule has a named port, which the release does not support.',
      why: 'Old releases of OVN-Kubernetes write a match that OVN cannot parse, so the rule has no effect for the port. The status of the policy does not show this.',
      fix: 'use the port number',
      message: (name: string) =>
        `OVN cannot parse the match that the release writes for '${name}', so the rule has no effect for this port, and the live controllers do not report it`,
    }),
    unreadLogging: defineFinding({
      code: `${kind}/unread-acl-logging`,
      severity: 'warning',
      summary: 'The release does not read the annotation for ACL logging of the policy.',
      why: 'Old releases of OVN-Kubernetes do not log decisions of cluster-wide policies.',
      fix: 'remove the annotation, or upgrade the cluster',
      message: () => 'the release ignores the annotation, so decisions of the policy are not logged',
    }),
    comparedLabels: defineFinding({
      code: `${kind}/compared-labels`,
      severity: 'rejected',
      summary: 'A peer compares labels of namespaces.',
      why: 'OVN-Kubernetes never implemented sameLabels and notSameLabels, so the peer selects nothing. The status of the policy does not show this.',
      fix: 'select the namespaces with namespaceSelector',
      message: (field: string) =>
        `OVN-Kubernetes does not implement ${field}, so the peer selects nothing, and the live controllers do not report it`,
    }),
    unknownNamedPort: defineFinding({
      code: `${kind}/unknown-named-port`,
      severity: 'warning',
      summary: 'No selected pod has a container port with the name.',
      why: 'The rule does not apply to it.',
      fix: 'correct the port name in the rule or in the containers',
      message: (name: string) => `no selected pod has a container port named '${name}'`,
    }),
    namedPortOfPeers: defineFinding({
      code: `${kind}/named-port-of-peers`,
      severity: 'warning',
      summary: 'OVN-Kubernetes also resolves the named port of an incoming connection in the peers.',
      why: 'The match contains the ports of both sides but not the pods of the policy, so the rule also applies to connections to the peers.',
      fix: 'use the port number',
      message: (name: string, pod: string) =>
        `OVN-Kubernetes also resolves '${name}' in the peers, so the rule applies to connections to ${pod}, which the policy does not select`,
    }),
  };
}
