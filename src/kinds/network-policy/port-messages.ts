import { defineFinding } from '../../model/catalogue.js';

/** What is said of ports of rules. */
export const portMessages = {
  namedPortOpensAll: defineFinding({
    code: 'network-policy/named-port-opens-all',
    severity: 'warning',
    summary: 'OVN-Kubernetes allows every port of the protocol for a named port.',
    why: 'OVN-Kubernetes does not resolve named ports in NetworkPolicies, so the rule allows every port of the protocol.',
    fix: 'use the port number',
    message: (name: string, protocol: string) =>
      `OVN-Kubernetes does not resolve '${name}', so the rule allows every ${protocol} port`,
  }),
  namedPortIgnored: defineFinding({
    code: 'network-policy/named-port-ignored',
    severity: 'warning',
    summary: 'OVN-Kubernetes ignores a named port in a rule that also has a port number.',
    why: 'OVN-Kubernetes does not resolve named ports in NetworkPolicies, so the rule does not allow the port.',
    fix: 'use the port number',
    message: (name: string) =>
      `OVN-Kubernetes does not resolve '${name}' and ignores it, because the rule also has a port number, so the rule does not allow the port`,
  }),
  unknownNamedPort: defineFinding({
    code: 'network-policy/unknown-named-port',
    severity: 'warning',
    summary: 'No selected pod has a container port with the name.',
    why: 'By the Kubernetes API, the rule does not allow the port.',
    fix: 'correct the port name or protocol in the rule or in the containers',
    message: (name: string, protocol: string) => `no selected pod has a ${protocol} container port named '${name}'`,
  }),
  missingPortIgnored: defineFinding({
    code: 'network-policy/missing-port-ignored',
    severity: 'warning',
    summary: 'OVN-Kubernetes ignores an entry without a port in a rule that also has a port number.',
    why: 'By the Kubernetes API, the entry allows every port of the protocol. OVN-Kubernetes allows only the port numbers.',
    fix: 'remove the entry, or use port 1 with endPort 65535 to allow every port',
    message: (protocol: string) =>
      `the entry has no port, but another ${protocol} entry of the rule has a number, so OVN-Kubernetes ignores this one and allows only the port numbers`,
  }),
};
