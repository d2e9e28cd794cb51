import { isDeepStrictEqual } from 'node:util';
import type { Pod } from '../model/cluster.js';
import type { EgressPoint } from '../model/intent/egress-point.js';
import type { Destination, FilterRule, PortMatch } from '../model/intent/filter.js';
import type { MarkIntent } from '../model/intent/mark.js';
import type { NextHop } from '../model/intent/route.js';
import type { CanonicalAddress, Prefix } from '../net/address.js';
import type { EgressIntent } from './collect-traffic.js';
import { sameList } from '../std/same-items.js';

/** Returns true if two filters are equivalent at the same position of their lists. */
export function sameFilter(a: FilterRule, b: FilterRule): boolean {
  return (
    a.verdict === b.verdict &&
    sameList(a.ports, b.ports, samePort) &&
    sameList(a.destinations, b.destinations, sameDestination) &&
    samePodsOrAll(a.source.pods, b.source.pods)
  );
}

/** Returns true if two marks are equivalent at the same position of their lists, also for future pods. */
export function sameMark(a: MarkIntent, b: MarkIntent): boolean {
  const [left, right] = [a.destination, b.destination];
  const isEach = left === undefined || left === 'none' || right === undefined || right === 'none';
  const sameTarget = isEach ? left === right : samePrefix(left.prefix, right.prefix);
  return (
    a.dscp === b.dscp &&
    sameTarget &&
    isDeepStrictEqual(a.source.podSelector, b.source.podSelector) &&
    samePodsOrAll(a.source.pods, b.source.pods)
  );
}

/** Returns true if two intents have the same effect on the same pods. */
export function sameEgress(a: EgressIntent, b: EgressIntent): boolean {
  switch (a.effect) {
    case 'reroute':
      return b.effect === a.effect && sameList(a.points, b.points, samePoint) && samePodsOrAll(a.pods, b.pods);
    case 'translate':
      return b.effect === a.effect && samePoint(a.point, b.point) && samePodsOrAll(a.pods, b.pods);
    case 'route':
      return b.effect === a.effect && sameList(a.nextHops, b.nextHops, sameHop) && samePodsOrAll(a.pods, b.pods);
    case 'reroute-through-host':
      return b.effect === a.effect && a.host.name === b.host.name && sameList(a.sources, b.sources, sameAddress);
    case 'translate-on-host':
      return b.effect === a.effect && sameText(a.address, b.address) && sameList(a.sources, b.sources, sameAddress);
    case 'route-table':
      return (
        b.effect === a.effect &&
        a.table === b.table &&
        a.host?.name === b.host?.name &&
        sameList(a.sources, b.sources, sameAddress)
      );
  }
}

function sameAddress(a: { readonly address: CanonicalAddress }, b: { readonly address: CanonicalAddress }): boolean {
  return sameText(a.address, b.address);
}

function sameText(a: CanonicalAddress, b: CanonicalAddress): boolean {
  return a.text === b.text;
}

function sameHop(a: NextHop, b: NextHop): boolean {
  return sameAddress(a, b) && a.monitored === b.monitored;
}

function samePort(a: PortMatch, b: PortMatch): boolean {
  return a.protocol === b.protocol && a.port === b.port;
}

function sameDestination(a: Destination, b: Destination): boolean {
  if (a.type === 'prefix') {
    return b.type === 'prefix' && samePrefix(a.prefix, b.prefix) && sameList(a.except, b.except, samePrefix);
  }
  if (a.type === 'address') return b.type === 'address' && a.address.text === b.address.text;
  return b.type === 'name' && a.set.name === b.set.name;
}

function samePrefix(a: Prefix, b: Prefix): boolean {
  return a.length === b.length && a.base === b.base && a.family === b.family;
}

function samePoint(a: EgressPoint, b: EgressPoint): boolean {
  return sameAddress(a, b) && a.node.name === b.node.name && a.network === b.network;
}

function samePodsOrAll(a: readonly Pod[] | undefined, b: readonly Pod[] | undefined): boolean {
  return a && b ? sameList(a, b, samePod) : a === b;
}

function samePod(a: Pod, b: Pod): boolean {
  return (
    a === b ||
    (a.name === b.name &&
      a.namespace === b.namespace &&
      a.nodeName === b.nodeName &&
      sameList(a.addresses, b.addresses, sameText))
  );
}
