import type { Finding } from '../../model/diagnostic.js';

const error = (code: string, message: string, help: string): Finding => ({ code, severity: 'error', message, help });

export const messages = {
  badSubnet: (text: string): Finding =>
    error(
      'configuration/bad-subnet',
      `'${text}' is not a network`,
      'write an address and a prefix length, for example 10.128.0.0/14',
    ),
  badHostPrefix: (text: string): Finding =>
    error(
      'configuration/bad-host-prefix',
      `'${text}' does not say how long the prefix of a node subnet is`,
      'the last part must be longer than the network’s own prefix: 10.128.0.0/14/23 gives every node a /23',
    ),
  missingFamily: (field: string, family: string): Finding =>
    error(
      'configuration/missing-family',
      `${field} has no ${family} network`,
      `add one, or remove ${family} from ipFamilies`,
    ),
  overlap: (a: string, b: string): Finding =>
    error(
      'configuration/overlap',
      `the networks ${a} and ${b} overlap`,
      'every network of a cluster needs addresses of its own',
    ),
  badPortRange: (text: string): Finding =>
    error(
      'configuration/bad-port-range',
      `'${text}' is not a range of ports`,
      'write the first and the last port, for example 32768-60999',
    ),
  badAnswer: (name: string, text: string): Finding =>
    error(
      'configuration/bad-answer',
      `'${text}', an answer of ${name}, is not an address`,
      'write an IPv4 or IPv6 address',
    ),
  badInterface: (name: string): Finding =>
    error(
      'configuration/bad-interface',
      `'${name}' cannot be the name of an interface`,
      'write a name as `ip link` shows it: at most 15 characters without blanks, slashes and colons',
    ),
  badInterfaceAddress: (text: string): Finding =>
    error(
      'configuration/bad-interface-address',
      `'${text}' is not an address with a prefix length`,
      'write it as `ip address` does, for example 10.20.30.13/24',
    ),
  badNextHop: (text: string): Finding =>
    error('configuration/bad-next-hop', `'${text}' is not the address of a next hop`, 'write an IPv4 or IPv6 address'),
  unsupportedSchema: (version: string): Finding =>
    error(
      'configuration/unsupported-schema',
      `Northbound schema ${version} is older than Weir supports`,
      'the oldest is 7.0.0, that of OVN 23.03',
    ),
  notAMapping: (): Finding =>
    error(
      'configuration/not-a-mapping',
      'weir.yaml must be one mapping',
      'write `field: value` lines, or leave the file empty',
    ),
};
