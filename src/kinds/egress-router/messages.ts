import { findingsOf } from '../../diagnostics/findings-of.js';
import type { Messages } from '../kind.js';

const finding = findingsOf('egress-router');

export const messages = {
  badName: (name: string) =>
    finding(
      'bad-name',
      'rejected',
      `'${name}' cannot be the name of a Service, which is called like the router`,
      'begin with a letter, go on with small letters, digits and dashes, at most 63 in all',
    ),
  noAddresses: () =>
    finding(
      'no-addresses',
      'rejected',
      'the router has no address of its own that can be used',
      'give it an address and a gateway in spec.addresses',
    ),
  badAddress: (text: string) =>
    finding(
      'bad-address',
      'rejected',
      `'${text}' is not an address with a prefix length`,
      'write both, for example 192.0.2.10/24',
    ),
  unusableAddress: (text: string, use: string) =>
    finding(
      'unusable-address',
      'rejected',
      `'${text}' is no address of a host: it is ${use}`,
      'choose another address',
    ),
  addressTwice: (address: string) =>
    finding('address-twice', 'warning', `the address ${address} is listed twice`, 'remove one of the two'),
  gatewayOfOtherFamily: (gateway: string, address: string) =>
    finding(
      'gateway-of-other-family',
      'rejected',
      `the gateway ${gateway} is of another IP family than the address ${address}`,
      'give each address a gateway of its own family',
    ),
  gatewayOutside: (gateway: string, network: string) =>
    finding(
      'gateway-outside-network',
      'warning',
      `the gateway ${gateway} is not in the network ${network} of the address`,
      'it is reached by a route to itself on the link; check the address and its prefix length',
    ),
  secondGateway: (gateway: string, used: string) =>
    finding(
      'second-gateway',
      'warning',
      `the gateway ${gateway} is not used: ${used} comes first`,
      'the first gateway of an IP family is the next hop to all other networks; make another router for other paths',
    ),
  noGateway: (destination: string) =>
    finding(
      'no-gateway',
      'rejected',
      `${destination} cannot be reached: it is in no network of the router, and no address has a gateway`,
      'give an address of that IP family a gateway',
    ),
  noAddressOfFamily: (destination: string, family: string) =>
    finding(
      'no-address-of-family',
      'rejected',
      `${destination} cannot be reached: the router has no ${family} address`,
      'add one to spec.addresses, or remove the destination',
    ),
  familyOff: (destination: string, family: string) =>
    finding(
      'family-off',
      'warning',
      `nothing gets to ${destination}: it is ${family}, which the pod network does not have`,
      `add ${family} to ipFamilies in weir.yaml, or remove the destination`,
    ),
  portTwice: (protocol: string, port: number) =>
    finding(
      'port-twice',
      'warning',
      `${protocol} port ${port} has a destination already: this one gets nothing`,
      'remove one of the two rules, or give it another port',
    ),
  noDestination: () =>
    finding(
      'no-destination',
      'warning',
      'the router has no destination: it refuses everything',
      'add redirectRules or a fallbackIP',
    ),
  badMaster: (name: string) =>
    finding(
      'bad-master',
      'rejected',
      `'${name}' cannot be the name of an interface`,
      'write at most 15 characters without blanks, slashes and colons, for example ens3',
    ),
  noImage: () =>
    finding(
      'no-image',
      'warning',
      'weir.yaml names no image for the pods of routers: they cannot start',
      'set egressRouter.image; the image needs sh, sleep, nft and ip',
    ),
  onlyFirstAddress: (count: number) =>
    finding(
      'only-first-address',
      'warning',
      `of ${count} addresses OpenShift's operator uses only the first`,
      'remove the others, or set egressRouter.implementation to portable',
    ),
  interfaceIgnored: (field: string) =>
    finding(
      'interface-ignored',
      'warning',
      `OpenShift's operator does not pass ${field} on: the interface is in bridge mode, on the node's default route`,
      'remove it, or set egressRouter.implementation to portable',
    ),
  fallbackIgnored: () =>
    finding(
      'fallback-ignored',
      'warning',
      "OpenShift's egress router ignores fallbackIP: other ports are refused",
      'remove it, or set egressRouter.implementation to portable',
    ),
  ipv6Fails: (text: string) =>
    finding(
      'ipv6-fails',
      'warning',
      `OpenShift's egress router cannot use the IPv6 address ${text}: its pod does not start`,
      'use an IPv4 address, or set egressRouter.implementation to portable',
    ),
  missingGateway: () =>
    finding(
      'missing-gateway',
      'rejected',
      "OpenShift's operator renders nothing for a router without a gateway",
      'give the first address a gateway, or set egressRouter.implementation to portable',
    ),
  sharedObjects: (other: string) =>
    finding(
      'shared-objects',
      'rejected',
      `OpenShift's operator gives the objects of all routers of a namespace the same names, and ${other} has them`,
      'use one router in a namespace, or set egressRouter.implementation to portable',
    ),
} satisfies Messages;
