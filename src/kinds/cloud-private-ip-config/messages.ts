import { KEPT_BY_CLOUDS } from '../../cloud/reserved.js';
import { findingsOf } from '../../diagnostics/findings-of.js';
import { quote } from '../../std/quote.js';
import type { Messages } from '../kind.js';

const finding = findingsOf('cloud-private-ip-config');

const ANNOTATION = 'cloud.network.openshift.io/egress-ipconfig';

/** All that is said only of this kind. Names are valid RFC 1123 subdomains when they come here. */
export const messages = {
  badName: (name: string) =>
    finding(
      'bad-name',
      'error',
      `${quote(name)} is not an IPv4 address or an expanded IPv6 address`,
      'name the object as its address: 192.0.2.7, or fd00.0000.0000.0000.0000.0000.0000.0007 for fd00::7',
    ),
  leadingZeros: (name: string) =>
    finding(
      'leading-zeros',
      'rejected',
      `CloudPrivateIPConfig ${name}: the live controllers read no address with leading zeros`,
      'write the octets without leading zeros',
    ),
  ignored: (platform: string) =>
    finding(
      'no-cloud',
      'warning',
      `CloudPrivateIPConfig objects are ignored on platform ${platform}`,
      'set platform in weir.yaml to AWS, GCP, Azure or OpenStack, or remove the objects',
    ),
  unknownNode: (name: string, node: string) =>
    finding(
      'unknown-node',
      'rejected',
      `CloudPrivateIPConfig ${name}: node ${node === '' ? "''" : node} does not exist`,
      'name a node of the inventory in spec.node',
    ),
  unusableNode: (node: string) =>
    finding(
      'unusable-node',
      'rejected',
      `node ${node} has no usable ${ANNOTATION} annotation`,
      'the cloud network controller writes it; export the node again',
    ),
  outsideSubnet: (address: string, subnet: string, node: string) =>
    finding(
      'outside-subnet',
      'rejected',
      `address ${address} is not in subnet ${subnet} of node ${node}`,
      'choose an address of the subnet, or a node in the subnet of the address',
    ),
  noSubnet: (address: string, family: string, node: string) =>
    finding(
      'no-subnet',
      'rejected',
      `address ${address}: node ${node} has no ${family} subnet`,
      'choose a node whose interface has a subnet of the family',
    ),
  reservedByCloud: (address: string, subnet: string) =>
    finding('reserved-address', 'rejected', `address ${address} is reserved in ${subnet}`, KEPT_BY_CLOUDS),
  overCapacity: (node: string, planned: number, limit: number, key: string) =>
    finding(
      'over-capacity',
      'rejected',
      `node ${node}: ${planned} addresses planned, limit ${limit} (${key})`,
      'move addresses to other nodes, or add nodes',
    ),
  noFreeCapacity: (node: string) =>
    finding(
      'no-capacity',
      'warning',
      `node ${node} has no free capacity`,
      `other addresses of its interface use what the annotation ${ANNOTATION} counts`,
    ),
} satisfies Messages;
