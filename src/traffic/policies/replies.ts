import type { Family } from '../../net/address.js';
import { type AddressRange, intersectRanges, wholeFamily } from '../filters/address-range.js';
import { type PortRange, transportOfPorts } from '../filters/transport-range.js';
import { type TransportSet, intersectTransport, subtractTransport } from '../filters/transport-set.js';
import type { PeerMatch } from './peer.js';
import type { Layer, Stage, StageRule } from './stage.js';
import type { RuleSource } from './stage-rules.js';

/** Ports that Linux assigns to clients, to which replies are sent (`net.ipv4.ip_local_port_range`). */
export const CLIENT_PORTS = { first: 32_768, last: 60_999 };

type Protocol = PortRange['protocol'];
const PROTOCOLS: readonly Protocol[] = ['TCP', 'UDP', 'SCTP', 'ICMP', 'other'];
/** Protocols whose replies are invalid for a connection tracker that has not seen the request. */
const INVALID_ALONE: ReadonlySet<Protocol> = new Set<Protocol>(['TCP', 'ICMP']);

/**
 * Returns a layer that drops connections without replies, before the policies evaluate first packets. Connection
 * tracking skips packets that match an ACL `allow-stateless`, even if other ACLs match. The rules `back` of the
 * opposite direction apply to their replies. A TCP reply or echo reply only passes by a stateless rule, because it is
 * invalid to the tracker. See ovn-nb(5), "ACL", and ovn-northd(8).
 */
export function layerOfReplies(
  stateless: readonly StageRule<RuleSource>[],
  back: Stage<RuleSource>,
): Layer<RuleSource> {
  const returns = PROTOCOLS.map((protocol) => ({ protocol, own: listReturns(back, protocol, [], back) }));
  const rules = stateless.flatMap((rule) =>
    returns.flatMap(({ protocol, own }) => {
      const transport = intersectTransport(rule.transport, transportOfProtocol(protocol));
      return transport.length === 0 ? [] : own.map((one) => narrow(rule, one, transport));
    }),
  );
  return { rules, closedBy: [] };
}

/** Returns true if connections of a rule are not tracked. */
export function isStateless({ source }: StageRule<RuleSource>): boolean {
  return source.type === 'rule' && source.policy.stateless;
}

/** The treatment of replies from peers that all matches cover. The first of several decides. */
interface Return {
  readonly matches: readonly PeerMatch[];
  /** `pass` if the reply is not dropped, so that the first packet is evaluated by its own rules. */
  readonly verdict: 'pass' | 'drop';
}

function listReturns(
  layers: Stage<RuleSource>,
  protocol: Protocol,
  matches: readonly PeerMatch[],
  back: Stage<RuleSource>,
): Return[] {
  const [layer, ...later] = layers;
  if (!layer) return allowReplies(protocol, matches, back);
  const decided = layer.rules.flatMap((rule) => {
    if (!isForReplies(rule, protocol)) return [];
    const narrowed = [...matches, rule];
    if (rule.verdict === 'allow') return allowReplies(protocol, narrowed, back);
    return rule.verdict === 'drop'
      ? [{ matches: narrowed, verdict: 'drop' as const }]
      : listReturns(later, protocol, narrowed, back);
  });
  const others =
    layer.closedBy.length > 0 ? [{ matches, verdict: 'drop' as const }] : listReturns(later, protocol, matches, back);
  return [...decided, ...others];
}

/** Returns the treatment of replies that the rules of their direction allow. */
function allowReplies(protocol: Protocol, matches: readonly PeerMatch[], back: Stage<RuleSource>): Return[] {
  if (!INVALID_ALONE.has(protocol)) return [{ matches, verdict: 'pass' }];
  const stateless = back
    .flatMap(({ rules }) => rules)
    .filter((rule) => isStateless(rule) && isForReplies(rule, protocol));
  return [
    ...stateless.map((rule) => ({ matches: [...matches, rule], verdict: 'pass' as const })),
    { matches, verdict: 'drop' },
  ];
}

/** Returns true if a rule applies to replies to all client ports. A rule that drops only needs to apply to one. */
function isForReplies({ transport, verdict }: StageRule<RuleSource>, protocol: Protocol): boolean {
  const replies = hasPorts(protocol) ? transportOfPorts({ protocol, ...CLIENT_PORTS }) : transportOfProtocol(protocol);
  return verdict === 'drop'
    ? intersectTransport(replies, transport).length > 0
    : subtractTransport(replies, transport).length === 0;
}

function transportOfProtocol(protocol: Protocol): TransportSet {
  return transportOfPorts({ protocol, first: 0, last: hasPorts(protocol) ? 65_535 : 0 });
}

function hasPorts(protocol: Protocol): boolean {
  return protocol !== 'ICMP' && protocol !== 'other';
}

/** Returns a rule restricted to the peers that all matches cover. */
function narrow(
  rule: StageRule<RuleSource>,
  { matches, verdict }: Return,
  transport: TransportSet,
): StageRule<RuleSource> {
  const all = [rule, ...matches];
  const containsFamily = (family: Family): boolean =>
    all.every(({ isAny, containsPodNetwork }) => isAny || containsPodNetwork[family]);
  const rangesOf = (family: Family): readonly AddressRange[] =>
    all.map((one) => rangesIn(one, family)).reduce(intersectRanges);
  const isAny = all.every((one) => one.isAny);
  return {
    isAny,
    selections: [...new Set(all.flatMap(({ selections }) => selections))],
    ranges: isAny ? { IPv4: [], IPv6: [] } : { IPv4: rangesOf('IPv4'), IPv6: rangesOf('IPv6') },
    containsPodNetwork: { IPv4: containsFamily('IPv4'), IPv6: containsFamily('IPv6') },
    all,
    verdict,
    transport,
    named: [],
    source: rule.source.type === 'rule' ? { ...rule.source, type: 'untracked' } : rule.source,
  };
}

function rangesIn({ isAny, ranges }: PeerMatch, family: Family): readonly AddressRange[] {
  return isAny ? [wholeFamily(family)] : ranges[family];
}
