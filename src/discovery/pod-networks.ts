import { FAMILIES, type Address, type Family, type Prefix, parseAddress, widthOf } from '../net/address.js';
import { contains, formatPrefix, parsePrefix, prefixOf, sizeOf } from '../net/prefix.js';
import { groupBy } from '../std/group-by.js';
import { type JsonObject, asList, asObject, asString, parseJson } from '../std/json.js';
import { plural } from '../std/plural.js';
import type { FoundSetting } from './settings.js';
import { NODE_ANNOTATION } from '../ovn-kubernetes/annotations.js';
import { DEFAULT_HOST_PREFIX, DEFAULT_CLUSTER_SUBNET } from '../ovn-kubernetes/networks.js';

/** Pod network of a cluster without a configured one. */
const { prefix: DEFAULT_NETWORK, hostPrefixLength: DEFAULT_LENGTH } = DEFAULT_CLUSTER_SUBNET;

/** Prefix lengths of a guessed network, and of the part of each node if only pods are known. */
const LENGTHS: Readonly<Record<Family, { readonly network: number; readonly node: number }>> = {
  IPv4: { network: 16, node: DEFAULT_HOST_PREFIX.IPv4 },
  IPv6: { network: 48, node: DEFAULT_HOST_PREFIX.IPv6 },
};

/**
 * Guesses `clusterSubnets` from the subnets of nodes, and from the addresses of pods outside them. Returns undefined if
 * the default contains all of them, or none is known.
 */
export function guessClusterSubnets(objects: readonly JsonObject[]): FoundSetting<readonly string[]> | undefined {
  const nodes = objects.filter(({ kind, apiVersion }) => apiVersion === 'v1' && kind === 'Node');
  const subnets = nodes.flatMap(nodeSubnetsOf);
  const ofNodes = new Set(nodes.flatMap(hostAddressesOf));
  const pods = objects.filter(({ kind, apiVersion }) => apiVersion === 'v1' && kind === 'Pod');
  const addresses = pods
    .flatMap(addressesOf)
    .filter((text) => !ofNodes.has(text))
    .flatMap((text) => parseAddress(text) ?? [])
    .filter((address) => !subnets.some((subnet) => contains(subnet, address)));
  const all = [...subnets, ...addresses.map((address) => prefixOf(address, widthOf(address.family)))];
  if (all.every(isInDefault)) return undefined;
  const networks = FAMILIES.flatMap((family) => networksOf(family, all, subnets));
  const told = [
    ...(subnets.length > 0 ? [`the subnets of ${plural(nodes.length, 'node')}`] : []),
    ...(addresses.length > 0 ? [`the addresses of ${plural(pods.length, 'pod')}`] : []),
  ];
  return { value: networks, from: `a guess from ${told.join(' and ')}: correct it if the cluster has another` };
}

function isInDefault(prefix: Prefix): boolean {
  return prefix.length >= DEFAULT_NETWORK.length && contains(DEFAULT_NETWORK, firstOf(prefix));
}

/** Returns a network of the usual length around each subnet or address. Larger subnets are returned unchanged. */
function networksOf(family: Family, all: readonly Prefix[], subnets: readonly Prefix[]): string[] {
  const { network, node } = LENGTHS[family];
  const own = all.filter((prefix) => prefix.family === family);
  const outside = own.filter((prefix) => !isInDefault(prefix));
  const wide = outside.map((prefix) => prefixOf(firstOf(prefix), Math.min(network, prefix.length)));
  const inDefault = own.length > outside.length ? [DEFAULT_NETWORK] : [];
  return [...groupBy([...inDefault, ...wide], formatPrefix)].map(([text, [first]]) => {
    const lengths = subnets.filter((one) => first && isAround(first, one)).map(({ length }) => length);
    const usual = first === DEFAULT_NETWORK ? DEFAULT_LENGTH : node;
    const length = lengths.length > 0 ? Math.min(...lengths) : Math.max(usual, first?.length ?? 0);
    return `${text}/${length}`;
  });
}

function isAround(network: Prefix, subnet: Prefix): boolean {
  return network.length <= subnet.length && sizeOf(network) >= sizeOf(subnet) && contains(network, firstOf(subnet));
}

function firstOf({ family, base }: Prefix): Address {
  return { family, value: base };
}

/** Returns `node-subnets` of the default network, else the subnets that the API server assigns to the node. */
export function nodeSubnetsOf({ metadata, spec }: JsonObject): Prefix[] {
  const annotation = asString(asObject(asObject(metadata)?.annotations)?.[NODE_ANNOTATION.subnets]);
  const told = annotation === undefined ? [] : textsOf(asObject(parseJson(annotation))?.default);
  const { podCIDR, podCIDRs } = asObject(spec) ?? {};
  const assigned = textsOf(podCIDRs).length > 0 ? textsOf(podCIDRs) : textsOf(podCIDR);
  return (told.length > 0 ? told : assigned).flatMap((text) => parsePrefix(text) ?? []);
}

function hostAddressesOf({ status }: JsonObject): string[] {
  return asList(asObject(status)?.addresses).flatMap((one) => asString(asObject(one)?.address) ?? []);
}

/** Returns the addresses of a pod that is not on the network of its host. */
function addressesOf({ spec, status }: JsonObject): string[] {
  if (asObject(spec)?.hostNetwork === true) return [];
  const { podIP, podIPs } = asObject(status) ?? {};
  const listed = asList(podIPs).flatMap((one) => asString(asObject(one)?.ip) ?? []);
  return listed.length > 0 ? listed : textsOf(podIP);
}

/** Returns a list of texts, or one text as a list. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
