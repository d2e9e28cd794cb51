import type { Node } from '../../../model/cluster.js';
import type { ResourceName } from '../../../model/diagnostic.js';
import {
  type Address,
  type CanonicalAddress,
  FAMILIES,
  canonicalAddress,
  readAddress,
  withText,
} from '../../../net/address.js';
import { ofFamily } from '../../../net/prefix.js';
import { gatewayAddressIn, joinAddressOfId, managementAddressIn } from '../../../ovn-kubernetes/addresses.js';
import { annotationPointer } from '../../../yaml/locate.js';
import type { AddressClaim, ClaimRole } from '../../../model/claim.js';
import { readMetadata, resourceOf } from '../../../model/kubernetes-object.js';
import type { ReleaseProfile } from '../../../model/release.js';
import type { Configuration } from '../../../model/configuration.js';
import { type Json, isObject } from '../../../std/json.js';
import { NODE_ANNOTATION } from '../../../ovn-kubernetes/annotations.js';

/** Annotations in which OVN-Kubernetes lists the egress addresses that it has put on the node's own interfaces. */
const EGRESS_ADDRESSES = [NODE_ANNOTATION.secondaryEgressIPs, NODE_ANNOTATION.bridgeEgressIPs];

/** Returns the addresses of nodes, of their routers, and those that OVN-Kubernetes uses inside nodes. */
export function claimsOfNodes(nodes: readonly Node[], configuration: Configuration): readonly AddressClaim[] {
  return nodes.flatMap((node) => {
    const claim = claimAs(node);
    return [
      ...readAddresses(node, claim),
      ...(node.gateway?.nextHops ?? []).map((hop) =>
        claim(
          'next-hop-of-node',
          withText(hop),
          `the gateway of node ${node.name}`,
          annotationPointer(NODE_ANNOTATION.gateway),
        ),
      ),
      ...internalAddresses(node, configuration).map(({ address, what, name }) =>
        claim('internal-address-of-node', withText(address), `${what} of node ${node.name}`, annotationPointer(name)),
      ),
    ];
  });
}

type MakeClaim = (role: ClaimRole, address: CanonicalAddress, description: string, pointer: string) => AddressClaim;

function claimAs({ name, manifest }: Node): MakeClaim {
  const claimant: ResourceName = { ...resourceOf(manifest), namespace: '' };
  return (role, address, description, pointer) => ({
    role,
    address,
    claimant,
    description,
    location: { origin: manifest.origin, pointer },
    owner: `node ${name}`,
    node: name,
    exclusive: false,
  });
}

/** Returns each address once. If several fields have it, the field that upstream reads is named. */
function readAddresses(node: Node, claim: MakeClaim): AddressClaim[] {
  const seen = new Set(
    EGRESS_ADDRESSES.flatMap((name) => readList(readMetadata(node.manifest.object, 'annotations', name))),
  );
  const description = `an address of node ${node.name}`;
  const once = (role: ClaimRole, address: CanonicalAddress | undefined, pointer: string): AddressClaim[] => {
    if (!address || seen.has(address.text)) return [];
    seen.add(address.text);
    return [claim(role, address, description, pointer)];
  };
  return [
    ...(node.hostAddresses ?? []).flatMap((address) =>
      once('address-of-node', address, annotationPointer(NODE_ANNOTATION.hostCIDRs)),
    ),
    ...node.primaryAddresses.flatMap(({ address }) =>
      once('unlisted-address-of-node', withText(address), annotationPointer(NODE_ANNOTATION.primaryAddresses)),
    ),
    ...readStatusAddresses(node.manifest.object.status).flatMap(({ text, pointer }) =>
      once('unlisted-address-of-node', readAddress(text), pointer),
    ),
  ];
}

function readStatusAddresses(status: Json | undefined): { readonly text: string; readonly pointer: string }[] {
  const addresses = isObject(status) ? status.addresses : undefined;
  if (!Array.isArray(addresses)) return [];
  return addresses.flatMap((item, index) => {
    if (!isObject(item) || typeof item.address !== 'string') return [];
    if (item.type !== 'InternalIP' && item.type !== 'ExternalIP') return [];
    return [{ text: item.address, pointer: `/status/addresses/${index}/address` }];
  });
}

/** Returns a JSON list of addresses as canonical texts. Any other content gives an empty list. */
function readList(text: string | undefined): string[] {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.flatMap((item) => canonicalAddress(String(item)) ?? []) : [];
  } catch {
    return [];
  }
}

/** Returns the annotation that contains the addresses on the join switch. */
function findJoinAnnotation({ manifest }: Node, { nodes }: ReleaseProfile): string {
  const isThere = (name: string): boolean => readMetadata(manifest.object, 'annotations', name) !== undefined;
  return nodes.joinAddresses.find(({ name }) => isThere(name))?.name ?? '';
}

function internalAddresses(
  node: Node,
  { joinSubnets, release }: Configuration,
): readonly { readonly address: Address; readonly what: string; readonly name: string }[] {
  const { subnets, joinAddresses = [], transitAddresses } = node;
  const join = FAMILIES.flatMap((family) => ofFamily(joinSubnets, family) ?? []);
  const ofId = join.flatMap((subnet) => joinAddressOfId(subnet, node) ?? []);
  const [ofJoin, joinAnnotation] =
    joinAddresses.length === 0 ? [ofId, NODE_ANNOTATION.id] : [joinAddresses, findJoinAnnotation(node, release)];
  return [
    ...subnets.flatMap((subnet) => [
      { address: gatewayAddressIn(subnet), what: 'the gateway of the node subnet', name: NODE_ANNOTATION.subnets },
      { address: managementAddressIn(subnet), what: 'the management port', name: NODE_ANNOTATION.subnets },
    ]),
    ...ofJoin.map((address) => ({ address, what: 'the join address', name: joinAnnotation })),
    ...transitAddresses.map(({ address }) => ({
      address,
      what: 'the transit switch address',
      name: NODE_ANNOTATION.transitAddresses,
    })),
  ];
}
