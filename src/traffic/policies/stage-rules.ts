import type { Configuration } from '../../model/configuration.js';
import type { FilterRule } from '../../model/intent/filter.js';
import type { IntentPeer, PolicyIntent, PolicyPort, PolicyRule } from '../../model/intent/policy.js';
import { type Family, FAMILIES } from '../../net/address.js';
import { type AddressRange, cutOut, mergeRanges, rangeOfAddress, rangeOfPrefix } from '../filters/address-range.js';
import { toRules, namesInFilter } from '../filters/filter-rules.js';
import { ALL_TRANSPORT, ICMP_TRANSPORT, transportOfPorts, wholeProtocol } from '../filters/transport-range.js';
import { type TransportSet, mergeTransport } from '../filters/transport-set.js';
import type { LostConnections } from '../lost-replies.js';
import type { NamedPort, PeerMatch } from './peer.js';
import type { StageRule } from './stage.js';
import type { Vocabulary } from './vocabulary.js';

/**
 * Origin of a rule. `rule` is a rule of a policy. `untracked` is one of a stateless policy, for the replies to the
 * packets that it allows. `policy` is the default deny of a policy, and `icmp` its exemption of ICMP. `filter` is a
 * rule of an EgressFirewall. `lost-replies` are replies that get lost.
 */
export type RuleSource =
  | { readonly type: 'rule'; readonly policy: PolicyIntent; readonly rule: PolicyRule }
  | { readonly type: 'untracked'; readonly policy: PolicyIntent; readonly rule: PolicyRule }
  | { readonly type: 'policy'; readonly policy: PolicyIntent }
  | { readonly type: 'icmp'; readonly policy: PolicyIntent }
  | { readonly type: 'filter'; readonly filter: FilterRule }
  | { readonly type: 'lost-replies'; readonly lost: LostConnections };

const PROTOCOLS = ['TCP', 'UDP', 'SCTP'] as const;

/** Prepares a rule of a policy for evaluation. */
export function toStageRule(
  policy: PolicyIntent,
  rule: PolicyRule,
  vocabulary: Vocabulary,
  configuration: Configuration,
): StageRule<RuleSource> {
  const { transport, named } =
    policy.layer === 'namespaced' ? portsOfNetworkPolicy(rule.ports) : portsOfAdminPolicy(rule.ports);
  return {
    ...matchPeers(rule.peers, vocabulary, configuration),
    verdict: rule.verdict,
    transport,
    named,
    source: { type: 'rule', policy, rule },
  };
}

/**
 * Returns the rule that exempts ICMP from a policy's default deny, if `allowIcmpNetworkPolicy` is set (OVN-Kubernetes).
 */
export function toRuleForICMP(policy: PolicyIntent): StageRule<RuleSource> {
  return {
    ...NO_RANGES,
    isAny: true,
    selections: [],
    verdict: 'allow',
    transport: ICMP_TRANSPORT,
    named: [],
    source: { type: 'icmp', policy },
  };
}

/** Prepares a rule of an EgressFirewall for evaluation. A DNS name has its known answers. */
export function toFilterRule(filter: FilterRule, configuration: Configuration): StageRule<RuleSource> {
  const names = namesInFilter(filter);
  const [rule] = toRules(
    [{ ...filter, destinations: filter.destinations.filter(({ type }) => type !== 'name') }],
    [],
    configuration,
  );
  const answers = filter.destinations.flatMap((target) => (target.type === 'name' ? target.set.addresses : []));
  const ranges = [...(rule?.addresses ?? []), ...(names.length > 0 ? answers.map(rangeOfAddress) : [])];
  return {
    ...matchRanges(ranges, configuration),
    isAny: false,
    selections: [],
    verdict: filter.verdict,
    transport: rule?.transport ?? ALL_TRANSPORT,
    named: [],
    source: { type: 'filter', filter },
  };
}

function matchPeers(peers: readonly IntentPeer[], vocabulary: Vocabulary, configuration: Configuration): PeerMatch {
  const selections = peers.flatMap((peer) => (peer.type === 'pods' ? [vocabulary.selectionOf(peer.selection)] : []));
  return {
    isAny: peers.length === 0,
    selections: [...new Set(selections)],
    ...matchRanges(
      peers.flatMap((peer) => (peer.type === 'pods' ? vocabulary.hostsOf(peer.selection) : rangesOfPeer(peer))),
      configuration,
    ),
  };
}

function rangesOfPeer(peer: Exclude<IntentPeer, { readonly type: 'pods' }>): AddressRange[] {
  switch (peer.type) {
    case 'block':
      return cutOut(
        rangeOfPrefix(peer.prefix),
        peer.except.map(({ prefix }) => prefix),
      ).filter(({ first, end }) => first < end);
    case 'addresses':
      return peer.addresses.map(rangeOfAddress);
  }
}

const NO_RANGES: Pick<PeerMatch, 'ranges' | 'containsPodNetwork'> = {
  ranges: { IPv4: [], IPv6: [] },
  containsPodNetwork: { IPv4: false, IPv6: false },
};

function matchRanges(
  all: readonly AddressRange[],
  { clusterSubnets }: Configuration,
): Pick<PeerMatch, 'ranges' | 'containsPodNetwork'> {
  if (all.length === 0) return NO_RANGES;
  const rangesOf = (family: Family): readonly AddressRange[] =>
    mergeRanges(all.filter((range) => range.family === family));
  const ranges = { IPv4: rangesOf('IPv4'), IPv6: rangesOf('IPv6') };
  const containsFamily = (family: Family): boolean => {
    if (ranges[family].length === 0) return false;
    const subnets = clusterSubnets.flatMap(({ prefix }) => (prefix.family === family ? [rangeOfPrefix(prefix)] : []));
    return (
      subnets.length > 0 &&
      subnets.every((subnet) => ranges[family].some(({ first, end }) => first <= subnet.first && subnet.end <= end))
    );
  };
  return { ranges, containsPodNetwork: { IPv4: containsFamily('IPv4'), IPv6: containsFamily('IPv6') } };
}

interface Ports {
  readonly transport: TransportSet;
  readonly named: readonly NamedPort[];
}

/**
 * Returns the ports of a NetworkPolicy. OVN-Kubernetes does not resolve their names: names are ignored if the protocol
 * also has numbers, else they match the whole protocol.
 */
function portsOfNetworkPolicy(ports: readonly PolicyPort[]): Ports {
  if (ports.length === 0) return { transport: ALL_TRANSPORT, named: [] };
  const ranges = PROTOCOLS.flatMap((protocol) => {
    const own = ports.filter((port) => port.protocol === protocol);
    const numbers = own.flatMap(rangesOfNumber);
    return own.length === 0 || own.some(({ port }) => typeof port === 'number') ? numbers : wholeProtocol(protocol);
  });
  return { transport: mergeTransport(ranges), named: [] };
}

function portsOfAdminPolicy(ports: readonly PolicyPort[]): Ports {
  if (ports.length === 0) return { transport: ALL_TRANSPORT, named: [] };
  return {
    transport: mergeTransport(ports.flatMap(rangesOfNumber)),
    named: ports.flatMap(({ protocol, port }) =>
      typeof port === 'string' && protocol !== 'none' ? [{ protocol, name: port }] : [],
    ),
  };
}

function rangesOfNumber({ protocol, port, endPort }: PolicyPort): TransportSet {
  return typeof port === 'number' && protocol !== 'none'
    ? transportOfPorts({ protocol, first: port, last: endPort ?? port })
    : [];
}

/** Returns the effect of a rule on packets, as text. */
export function textOfRule({ verdict, isAny, selections, ranges, transport, named }: StageRule<unknown>): string {
  return [
    verdict,
    isAny ? 'any' : selections.join(),
    FAMILIES.map((family) => ranges[family].map(({ first, end }) => `${first}-${end}`).join()).join('/'),
    transport.map(({ first, end }) => `${first}-${end}`).join(),
    named.map(({ protocol, name }) => `${protocol} ${name}`).join(),
  ].join(' ');
}
