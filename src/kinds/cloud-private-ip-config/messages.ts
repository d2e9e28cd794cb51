import { defineFinding } from '../../model/catalogue.js';
import { RESERVED_BY_CLOUDS } from '../../cloud/reserved.js';
import { quote } from '../../std/quote.js';

const ANNOTATION = 'cloud.network.openshift.io/egress-ipconfig';

/** Findings of this kind alone. Names are valid RFC 1123 subdomains when they come here. */
export const messages = {
  badName: defineFinding({
    code: 'cloud-private-ip-config/bad-name',
    severity: 'error',
    summary: 'The name of a CloudPrivateIPConfig is not an address.',
    why: 'The name is the address that the object requests.',
    fix: 'name the object after its address: 192.0.2.7, or fd00.0000.0000.0000.0000.0000.0000.0007 for fd00::7',
    message: (name: string) => `${quote(name)} is not an IPv4 address or an expanded IPv6 address`,
  }),
  leadingZeros: defineFinding({
    code: 'cloud-private-ip-config/leading-zeros',
    severity: 'rejected',
    summary: 'The address in the name has leading zeros.',
    why: 'The live controllers cannot parse the address, so they do not request it from the cloud.',
    fix: 'use octets without leading zeros',
    message: (name: string) =>
      `CloudPrivateIPConfig ${name}: the address has leading zeros, which the live controllers cannot parse`,
  }),
  ignored: defineFinding({
    code: 'cloud-private-ip-config/no-cloud',
    severity: 'warning',
    summary: 'CloudPrivateIPConfig objects have no effect on the platform.',
    why: 'Only AWS, GCP, Azure and OpenStack have a controller that reads them.',
    fix: 'set platform in weir.yaml to AWS, GCP, Azure or OpenStack, or remove the objects',
    message: (platform: string) => `CloudPrivateIPConfig objects are ignored on platform ${platform}`,
  }),
  unknownNode: defineFinding({
    code: 'cloud-private-ip-config/unknown-node',
    severity: 'rejected',
    summary: 'The object names a node that does not exist.',
    why: 'The cloud has no interface to assign the address to.',
    fix: 'name a node of the inventory in spec.node',
    message: (name: string, node: string) =>
      `CloudPrivateIPConfig ${name}: node ${node === '' ? "''" : node} does not exist`,
  }),
  unusableNode: defineFinding({
    code: 'cloud-private-ip-config/unusable-node',
    severity: 'rejected',
    summary: 'A node lacks the annotation for the addresses of its interface.',
    why: 'Weir cannot determine whether the cloud accepts the address.',
    fix: 'export the node again after the cloud network controller has set the annotation',
    message: (node: string) => `node ${node} has no valid annotation ${ANNOTATION}`,
  }),
  outsideSubnet: defineFinding({
    code: 'cloud-private-ip-config/outside-subnet',
    severity: 'rejected',
    summary: 'The address is not in the subnet of the node.',
    why: 'A cloud rejects an address outside of the subnet of the interface.',
    fix: 'choose an address in the subnet, or a node in the subnet of the address',
    message: (address: string, subnet: string, node: string) =>
      `address ${address} is not in subnet ${subnet} of node ${node}`,
  }),
  noSubnet: defineFinding({
    code: 'cloud-private-ip-config/no-subnet',
    severity: 'rejected',
    summary: 'The node has no subnet of the IP family of the address.',
    why: 'A cloud rejects an address outside of the subnets of the interface.',
    fix: 'choose a node whose interface has a subnet of the family',
    message: (address: string, family: string, node: string) =>
      `node ${node} has no ${family} subnet for address ${address}`,
  }),
  reservedByCloud: defineFinding({
    code: 'cloud-private-ip-config/reserved-address',
    severity: 'rejected',
    summary: 'The cloud reserves the address.',
    why: 'The cloud rejects the address.',
    fix: `choose a different address (${RESERVED_BY_CLOUDS})`,
    message: (address: string, subnet: string) => `address ${address} is reserved by the cloud in ${subnet}`,
  }),
  overCapacity: defineFinding({
    code: 'cloud-private-ip-config/over-capacity',
    severity: 'rejected',
    summary: 'The planned addresses of a node exceed its capacity.',
    why: 'The cloud rejects addresses beyond the capacity of the interface.',
    fix: 'move addresses to other nodes, or add nodes',
    message: (node: string, planned: number, limit: number, key: string) =>
      `node ${node}: ${planned} addresses planned, limit ${limit} (${key})`,
  }),
  noFreeCapacity: defineFinding({
    code: 'cloud-private-ip-config/no-capacity',
    severity: 'warning',
    summary: 'The node has no free capacity for addresses.',
    why: 'The cloud rejects the next address on this node.',
    fix: 'move addresses to other nodes',
    message: (node: string) => `node ${node} has no free capacity`,
  }),
};
