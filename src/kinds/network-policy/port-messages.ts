import { defineFinding } from '../../model/catalogue.js';

/** What is said of ports of rules. */
export const portMessages = {
  namedPortOpensAll: defineFinding({
    code: 'network-policy/named-port-opens-all',
    severity: 'warning',
    summary: 'OVN-Kubernetes opens every port of the protocol for a named port.',
    why: 'OVN-Kubernetes does not look names of ports up in NetworkPolicies: the rule allows more than is written.',
    fix: 'write the number of the port',
    message: (name: string, protocol: string) =>
      `OVN-Kubernetes does not look '${name}' up: the rule allows every ${protocol} port, not only this one`,
  }),
  namedPortIgnored: defineFinding({
    code: 'network-policy/named-port-ignored',
    severity: 'warning',
    summary: 'OVN-Kubernetes ignores a named port beside a number.',
    why: 'OVN-Kubernetes does not look names of ports up in NetworkPolicies: the port stays closed.',
    fix: 'write the number of the port',
    message: (name: string) =>
      `OVN-Kubernetes does not look '${name}' up, and ignores it beside a port number: the port stays closed`,
  }),
  unknownNamedPort: defineFinding({
    code: 'network-policy/unknown-named-port',
    severity: 'warning',
    summary: 'No container of the pods gives a port the name.',
    why: 'By the Kubernetes API the rule allows nothing for it.',
    fix: 'check the names of the ports in the containers of the pods, and their protocols',
    message: (name: string, protocol: string) =>
      `no container of the pods has a ${protocol} port that is called '${name}'`,
  }),
  missingPortIgnored: defineFinding({
    code: 'network-policy/missing-port-ignored',
    severity: 'warning',
    summary: 'OVN-Kubernetes ignores an entry without a port beside a number.',
    why: 'By the Kubernetes API the entry allows every port of the protocol, but OVN-Kubernetes allows only the numbers.',
    fix: 'remove the entry, or write port 1 with endPort 65535 to allow every port',
    message: (protocol: string) =>
      `the entry has no port, but another ${protocol} entry of the rule has a number, so OVN-Kubernetes ignores this one and allows only the numbers`,
  }),
};
