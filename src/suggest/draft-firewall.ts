import type { ExpectationContext } from '../expectations/world.js';
import type { Prefix } from '../net/address.js';
import { formatPrefix, isInside, overlaps } from '../net/prefix.js';
import type { JsonObject } from '../std/json.js';
import {
  complement,
  intersectRanges,
  mergeRanges,
  prefixesOfRange,
  rangeOfPrefix,
  wholeFamily,
} from '../traffic/filters/address-range.js';
import { ALL_TRANSPORT, portRangesOf } from '../traffic/filters/transport-range.js';
import { type TransportSet, subtractTransport, uniteTransport } from '../traffic/filters/transport-set.js';
import type { ResolvedPath } from './resolve-wishes.js';

/** Maximum ports of a rule. An EgressFirewall has no ranges of ports. */
const MAX_PORTS = 100;

/** Returns true if the ports of a rule of an EgressFirewall can be these. */
export function fitsFirewall(transport: TransportSet): boolean {
  const ports = portRangesOf(transport);
  const count = ports.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  return (
    isAll(transport) || (count <= MAX_PORTS && ports.every(({ protocol, first }) => first > 0 && protocol !== 'ICMP'))
  );
}

function isAll(transport: TransportSet): boolean {
  return subtractTransport(ALL_TRANSPORT, transport).length === 0;
}

/**
 * Returns the spec of an EgressFirewall that allows the destinations of paths outside of the cluster, and denies all
 * others. Ports that do not fit a rule are all allowed, so policies must limit them.
 */
export function specOfFirewall(paths: readonly ResolvedPath[], world: ExpectationContext): JsonObject {
  const names = new Map<string, TransportSet>();
  const networks = new Map<string, NetworkRule>();
  const behind = new Map<string, NetworkRule>();
  const excluded = new Map<string, Prefix>();
  for (const { to, transport: wished } of paths) {
    const transport = fitsFirewall(wished) ? wished : ALL_TRANSPORT;
    if (to.dnsName !== undefined) {
      names.set(to.dnsName, uniteTransport(names.get(to.dnsName) ?? [], transport));
      continue;
    }
    const { plain, limited, exceptions } = networksOf(to, world);
    for (const prefix of plain) addNetwork(networks, prefix, transport);
    for (const prefix of limited) addNetwork(behind, prefix, transport);
    for (const prefix of exceptions) excluded.set(formatPrefix(prefix), prefix);
  }
  const rules = [
    ...Array.from(names, ([name, transport]) => toRule('Allow', { dnsName: name.replace(/\.$/, '') }, transport)),
    ...withoutRedundant([...networks.values()], [...behind.values()], [...excluded.values()]).map(
      ({ prefix, transport }) => toNetworkRule('Allow', prefix, transport),
    ),
    ...Array.from(excluded.values(), (prefix) => toNetworkRule('Deny', prefix, ALL_TRANSPORT)),
    ...Array.from(behind.values(), ({ prefix, transport }) => toNetworkRule('Allow', prefix, transport)),
    ...world.configuration.ipFamilies
      .flatMap((family) => prefixesOfRange(wholeFamily(family)))
      .map((prefix) => toNetworkRule('Deny', prefix, ALL_TRANSPORT)),
  ];
  return { egress: rules };
}

interface NetworkRule {
  readonly prefix: Prefix;
  readonly transport: TransportSet;
}

function addNetwork(rules: Map<string, NetworkRule>, prefix: Prefix, transport: TransportSet): void {
  const key = formatPrefix(prefix);
  rules.set(key, { prefix, transport: uniteTransport(rules.get(key)?.transport ?? [], transport) });
}

/** Networks of a rule. `limited` are less the exceptions. */
interface DestinationNetworks {
  readonly plain: readonly Prefix[];
  readonly limited: readonly Prefix[];
  readonly exceptions: readonly Prefix[];
}

/** Returns the networks around destinations as the input writes them, or else the smallest list of networks. */
function networksOf({ ranges, blocks }: ResolvedPath['to'], world: ExpectationContext): DestinationNetworks {
  const covered = blocks.filter((prefix) => intersectRanges([rangeOfPrefix(prefix)], ranges).length > 0);
  const missing = covered.map((prefix) => {
    const { family } = prefix;
    const own = mergeRanges(ranges.filter((range) => range.family === family));
    const inside = intersectRanges(world.networks.beyond[family], [rangeOfPrefix(prefix)]);
    return mergeRanges(intersectRanges(inside, complement(family, own))).flatMap(prefixesOfRange);
  });
  const exact = ranges.flatMap(prefixesOfRange);
  const exceptions = missing.flat();
  const plain = covered.filter((_, index) => missing[index]?.length === 0);
  const isEnough = exact.every((prefix) => plain.some((other) => isInside(prefix, other)));
  if (isEnough) return { plain, limited: [], exceptions: [] };
  if (exceptions.length >= exact.length) return { plain: exact, limited: [], exceptions: [] };
  return { plain, limited: covered.filter((prefix) => !plain.includes(prefix)), exceptions };
}

/**
 * Drops networks and ports that a larger network allows, or one of `behind`. The exceptions of `behind` stay: they come
 * before it.
 */
function withoutRedundant(
  rules: readonly NetworkRule[],
  behind: readonly NetworkRule[],
  exceptions: readonly Prefix[],
): NetworkRule[] {
  return rules.flatMap(({ prefix, transport }): NetworkRule[] => {
    const isLimited = exceptions.some((one) => overlaps(one, prefix));
    const larger = [...rules, ...(isLimited ? [] : behind)].filter(
      (other) => other.prefix !== prefix && isInside(prefix, other.prefix),
    );
    const left = larger.reduce((rest, other) => subtractTransport(rest, other.transport), transport);
    if (left.length === 0) return [];
    return [{ prefix, transport: fitsFirewall(left) ? left : transport }];
  });
}

function toNetworkRule(type: 'Allow' | 'Deny', prefix: Prefix, transport: TransportSet): JsonObject {
  return toRule(type, { cidrSelector: formatPrefix(prefix) }, transport);
}

function toRule(type: 'Allow' | 'Deny', to: JsonObject, transport: TransportSet): JsonObject {
  if (isAll(transport)) return { type, to };
  const ports = portRangesOf(transport).flatMap(({ protocol, first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({ protocol, port: first + index })),
  );
  return { type, to, ports };
}
