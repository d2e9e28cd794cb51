import type { Suggestion } from '../expectations/suggest.js';
import { widthOf } from '../net/address.js';
import { formatPrefix, prefixOf } from '../net/prefix.js';
import { groupBy } from '../std/group-by.js';
import { portRangesOf } from '../traffic/filters/transport-range.js';
import type { ObservedFlow, ObservedFlows } from './observe.js';
import { type ObservedPeer, formatPeer } from './peer.js';

/** A suggested expectation, and the observed flows that it describes. */
export interface ObservedSuggestion {
  readonly suggestion: Suggestion;
  readonly flows: readonly ObservedFlow[];
}

/** Maximum number of addresses that are listed one by one. */
const MAX_ADDRESSES = 8;

/** Length of the networks that many addresses are joined to. */
const NETWORKS = { IPv4: 24, IPv6: 64 } as const;

/**
 * Returns expectations for the observed flows between workloads, Services and addresses outside, except dropped ones. The
 * order is that of their names. The caller checks with `evaluate` whether they hold.
 */
export function suggestObserved({ flows }: ObservedFlows): ObservedSuggestion[] {
  const wanted = flows.filter(isSuggested);
  const [outside, inside] = [wanted.filter(isOutside), wanted.filter((flow) => !isOutside(flow))];
  const pairs = groupBy(inside, ({ from, to }) => `${formatPeer(from)} reaches ${formatPeer(to)}`);
  const suggested = [
    ...Array.from(pairs, ([name, own]) => reachable(name, own, fieldOf(own, 'from'), fieldOf(own, 'to'))),
    ...suggestOutside(outside, 'to', 'from'),
    ...suggestOutside(outside, 'from', 'to'),
    ...suggestOnly(outside),
  ];
  return suggested.sort((a, b) => (a.suggestion.name < b.suggestion.name ? -1 : 1));
}

/** Returns true if a flow can be an expectation. Those have pods, and ports. */
function isSuggested({ from, to, place, dropped, replies }: ObservedFlow): boolean {
  const isPod = from.type === 'pods' && (to.type === 'pods' || to.type === 'service' || to.type === 'outside');
  const isFromOutside = from.type === 'outside' && (to.type === 'pods' || to.type === 'service');
  return (isPod || isFromOutside) && (dropped === 0 || replies > 0) && portsOf([place]).length > 0;
}

function isOutside({ from, to }: ObservedFlow): boolean {
  return from.type === 'outside' || to.type === 'outside';
}

type Side = 'from' | 'to';

/** Suggests the flows of each workload (`own`) with the addresses outside on the `other` side. */
function suggestOutside(flows: readonly ObservedFlow[], other: Side, own: Side): ObservedSuggestion[] {
  const byWorkload = groupBy(
    flows.filter((flow) => flow[other].type === 'outside'),
    (flow) => formatPeer(flow[own]),
  );
  return Array.from(byWorkload).flatMap(([workload, ofWorkload]) => {
    const addresses = groupBy(ofWorkload, (flow) => formatPeer(flow[other]));
    const isFew = addresses.size <= MAX_ADDRESSES;
    const groups = isFew ? addresses : groupBy(ofWorkload, (flow) => networkOf(flow[other]) ?? '');
    return Array.from(groups, ([text, all]) => {
      const cidr = all.map((flow) => networkOf(flow[other], isFew))[0] ?? text;
      const name = other === 'to' ? `${workload} reaches ${text}` : `${text} reaches ${workload}`;
      const ends = { [other]: { cidr }, [own]: fieldOf(all, own) };
      return reachable(name, all, ends.from, ends.to);
    });
  });
}

/** Suggests that a workload reaches no other addresses outside than the observed ones, if they are few. */
function suggestOnly(flows: readonly ObservedFlow[]): ObservedSuggestion[] {
  const bySource = groupBy(
    flows.filter(({ to }) => to.type === 'outside'),
    ({ from }) => formatPeer(from),
  );
  return Array.from(bySource).flatMap(([workload, own]) => {
    const addresses = groupBy(own, ({ to }) => networkOf(to, true) ?? '');
    if (addresses.size > MAX_ADDRESSES) return [];
    const only = Array.from(addresses, ([cidr, all]) => ({ cidr, ports: portsOf(all.map(({ place }) => place)) }));
    const name = `${workload} reaches these outside and nothing else`;
    return [{ suggestion: { name, from: fieldOf(own, 'from'), to: 'outside', only }, flows: [] }];
  });
}

function reachable(name: string, flows: readonly ObservedFlow[], from: unknown, to: unknown): ObservedSuggestion {
  const ports = portsOf(flows.map(({ place }) => place));
  const target = typeof to === 'string' ? { peer: to } : (to as object);
  return { suggestion: { name, from, to: { ...target, ports }, reachable: true }, flows };
}

/** Returns the field of the peer that flows share on a side. */
function fieldOf(flows: readonly ObservedFlow[], side: Side): string | { readonly service: string } {
  const peer = flows[0]?.[side];
  if (peer?.type === 'service') return { service: `${peer.service.namespace}/${peer.service.name}` };
  if (peer?.type !== 'pods') return '';
  const { namespace, workload, pod } = peer;
  return pod.workload ? `${namespace}/${workload}` : `pod/${namespace}/${pod.name}`;
}

/** Returns the network of an address: of the address alone, or of many addresses. Undefined for other peers. */
function networkOf(peer: ObservedPeer, isAlone = false): string | undefined {
  if (peer.type !== 'outside') return undefined;
  const { address } = peer;
  return formatPrefix(prefixOf(address, isAlone ? widthOf(address.family) : NETWORKS[address.family]));
}

/** Returns the ports in the notation of expectations, ascending. Protocols without ports have none. */
function portsOf(places: readonly number[]): string[] {
  const sorted = [...new Set(places)].sort((a, b) => a - b);
  return sorted.flatMap((first) =>
    portRangesOf([{ first, end: first + 1 }]).flatMap(({ protocol, first: port }) =>
      protocol === 'ICMP' || protocol === 'other' ? [] : [`${port}/${protocol}`],
    ),
  );
}
