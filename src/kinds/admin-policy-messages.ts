import { defineFinding } from '../model/catalogue.js';
import { SELECTOR_ADVICE } from '../selectors/advice.js';
import { defineCIDRMessages } from './cidr.js';

/** What is reported of cluster-wide policies, whichever kind. */
export type AdminPolicyMessages = ReturnType<typeof defineAdminPolicyMessages>;

/** The findings of a kind of cluster-wide policies; `kind` is the first part of their codes. */
export function defineAdminPolicyMessages(kind: string) {
  const { hostBits, familyOff } = defineCIDRMessages(kind);
  const refused = 'The live controllers refuse the policy as a whole: none of its rules is applied.';
  return {
    hostBits,
    familyOff,
    namedPortOutside: defineFinding({
      code: `${kind}/named-port-outside`,
      severity: 'error',
      summary: 'A rule for nodes or networks has a named port.',
      why: 'The API server refuses the object: only containers name ports.',
      fix: 'write the port number, or a separate rule for the pods',
      message: (name: string) => `namedPort '${name}' cannot apply to nodes or networks: they have no named ports`,
    }),
    badSelector: defineFinding({
      code: `${kind}/bad-selector`,
      severity: 'rejected',
      summary: 'A selector of the policy is invalid.',
      why: refused,
      fix: SELECTOR_ADVICE,
      message: (why: string) => `the selector is invalid: ${why}; the policy is not applied`,
    }),
    badNetwork: defineFinding({
      code: `${kind}/bad-network`,
      severity: 'rejected',
      summary: 'A network of a rule is not a CIDR.',
      why: refused,
      fix: 'write an address and a prefix length, for example 203.0.113.0/24',
      message: (text: string) => `'${text}' is not a CIDR: the policy is not applied`,
    }),
    badLogging: defineFinding({
      code: `${kind}/bad-acl-logging`,
      severity: 'rejected',
      summary: 'The annotation for ACL logging is invalid.',
      why: refused,
      fix: 'write a JSON object with the keys allow, deny and pass, each alert, warning, notice, info or debug',
      message: (why: string) => `the policy is not applied: ${why}`,
    }),
    badProtocol: defineFinding({
      code: `${kind}/bad-protocol`,
      severity: 'rejected',
      summary: 'The protocol of a port is unknown to OVN.',
      why: 'OVN cannot parse the rule, so it has no effect for the port, and the status of the policy does not show it.',
      fix: 'write TCP, UDP or SCTP; a rule without ports matches every protocol',
      message: (protocol: string) =>
        `'${protocol}' is not TCP, UDP or SCTP: the rule has no effect for this port, and the live controllers do not report it`,
    }),
    emptyRange: defineFinding({
      code: `${kind}/empty-port-range`,
      severity: 'warning',
      summary: 'The end of a port range is below its start.',
      why: 'The range matches no port.',
      fix: 'write the lower port as start and the higher one as end',
      message: (start: number, end: number) =>
        `the port range ends at ${end}, below its start ${start}: it matches nothing`,
    }),
    noPod: defineFinding<[advice: string | undefined]>({
      code: `${kind}/no-pod-selected`,
      severity: 'warning',
      summary: 'The policy selects no pod.',
      why: 'It has no effect.',
      ineffective: 'empty',
      fix: 'check the labels of the namespaces and pods that are meant',
      message: () => 'the subject selects no pod on the pod network: the policy has no effect',
      help: (advice) => advice,
    }),
    noPeer: defineFinding<[advice: string | undefined]>({
      code: `${kind}/no-peer-selected`,
      severity: 'warning',
      summary: 'A peer of a rule selects nothing.',
      why: 'The rule does not hold for it.',
      fix: 'check the labels of the namespaces, pods or nodes that are meant',
      message: () => 'the peer selects nothing: the rule does not hold for it',
      help: (advice) => advice,
    }),
    unreadNamedPort: defineFinding({
      code: `${kind}/unread-named-port`,
      severity: 'rejected',
      summary: 'A rule has a named port, which the release does not know.',
      why: 'Old releases of OVN-Kubernetes do not look it up: they write a match that OVN cannot parse, so the rule has no effect for the port: it neither allows nor denies anything, and the status of the policy does not show it.',
      fix: 'write the number of the port',
      message: (name: string) =>
        `the release does not look named ports up and writes a match for '${name}' that OVN cannot parse: the rule has no effect for this port, and the live controllers do not report it`,
    }),
    unreadLogging: defineFinding({
      code: `${kind}/unread-acl-logging`,
      severity: 'warning',
      summary: 'The release does not read the annotation for ACL logging of the policy.',
      why: 'Old releases of OVN-Kubernetes log nothing of cluster-wide policies.',
      fix: 'remove the annotation, or upgrade the cluster',
      message: () => 'the release does not read the annotation here: nothing that the policy decides is logged',
    }),
    comparedLabels: defineFinding({
      code: `${kind}/compared-labels`,
      severity: 'rejected',
      summary: 'A peer compares labels of namespaces.',
      why: 'Only old definitions have sameLabels and notSameLabels, and OVN-Kubernetes never implemented them: the peer selects nothing, and the status of the policy does not show it.',
      fix: 'select the namespaces with namespaceSelector',
      message: (field: string) =>
        `OVN-Kubernetes does not implement ${field}: the peer selects nothing, and the live controllers do not report it`,
    }),
    unknownNamedPort: defineFinding({
      code: `${kind}/unknown-named-port`,
      severity: 'warning',
      summary: 'No container of the pods gives a port the name.',
      why: 'The rule does not hold for it.',
      fix: 'check the names of the ports in the containers of the pods',
      message: (name: string) => `no container of the pods has a port that is called '${name}'`,
    }),
    namedPortOfPeers: defineFinding({
      code: `${kind}/named-port-of-peers`,
      severity: 'warning',
      summary: 'OVN-Kubernetes looks the named port of an incoming connection up in the peers too.',
      why: 'OVN-Kubernetes makes one match of the ports of both sides, without the pods of the policy in it: the rule also decides about connections to the peers, which is not written.',
      fix: 'write the number of the port',
      message: (name: string, pod: string) =>
        `OVN-Kubernetes also looks '${name}' up in the peers: the rule decides about connections to ${pod} too, which the policy is not for`,
    }),
  };
}
