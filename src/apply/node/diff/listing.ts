import { MAIN_TABLE } from '../../../ovn-kubernetes/numbers.js';
import type { HostRoute, RoutingRule } from '../../../model/node-state.js';
import { type Family, canonicalAddress, widthOf } from '../../../net/address.js';
import { parsePrefix, formatPrefix } from '../../../net/prefix.js';
import { textOf } from '../../../model/kubernetes-object.js';
import type { JsonObject } from '../../../std/json.js';

/** A parsed rule or route, and whether all of its fields are supported. */
export interface Read<T> {
  readonly value: T;
  readonly isPlain: boolean;
}

const RULE_MEMBERS = new Set(['priority', 'src', 'srclen', 'fwmark', 'sport', 'sport_mask', 'table']);
const ROUTE_MEMBERS = new Set(['dst', 'gateway', 'dev', 'table', 'scope', 'metric', 'flags', 'pref']);
/** Flags that the state of a link adds to its routes. */
const LINK_FLAGS = new Set(['linkdown', 'dead']);
/** Kernel metric of an IPv6 route without a specified one. */
const IPV6_METRIC = 1024;

/** Reads a rule of `ip -j -N rule show`. */
export function readPolicyRule(item: JsonObject, family: Family): Read<RoutingRule> {
  const { priority, src, srclen, fwmark, sport, sport_mask: mask, table } = item;
  const from = typeof src === 'string' && src !== 'all' ? src : undefined;
  const address = from === undefined ? undefined : canonicalAddress(from);
  const isSingle = from === undefined || (address !== undefined && (srclen ?? widthOf(family)) === widthOf(family));
  const isWholeMask = mask === undefined || mask === '0xffff';
  const markNumber = fwmark === undefined ? undefined : Number(fwmark);
  return {
    value: {
      family,
      priority: Number(priority),
      ...(from === undefined ? {} : { from: address ?? from }),
      ...(markNumber === undefined ? {} : { fwmark: markNumber }),
      ...(typeof sport === 'number' ? { sport } : {}),
      table: Number(table),
    },
    isPlain:
      hasOnly(item, RULE_MEMBERS) && isSingle && isWholeMask && (sport === undefined || typeof sport === 'number'),
  };
}

/** Reads a route of `ip -j -N route show table all`. */
export function readHostRoute(item: JsonObject, family: Family): Read<HostRoute> {
  const { dst, gateway, dev, table, metric, flags } = item;
  const via = typeof gateway === 'string' ? canonicalAddress(gateway) : undefined;
  const isPlainMetric = metric === (family === 'IPv6' ? IPV6_METRIC : undefined);
  const isLinkFlag = (flag: unknown): boolean => typeof flag === 'string' && LINK_FLAGS.has(flag);
  return {
    value: {
      family,
      table: table === undefined ? MAIN_TABLE : Number(table),
      destination: destinationText(textOf(dst), family),
      ...(via === undefined ? {} : { via }),
      interface: textOf(dev),
    },
    isPlain:
      hasOnly(item, ROUTE_MEMBERS) &&
      isPlainMetric &&
      (gateway === undefined || via !== undefined) &&
      Array.isArray(flags) &&
      flags.every(isLinkFlag),
  };
}

function hasOnly(item: JsonObject, members: ReadonlySet<string>): boolean {
  return Object.keys(item).every((name) => members.has(name));
}

/** Returns a prefix with its length, from the output of `ip`: `default`, an address without a length, or a prefix. */
function destinationText(text: string, family: Family): string {
  if (text === 'default') return family === 'IPv4' ? '0.0.0.0/0' : '::/0';
  const prefix = parsePrefix(text.includes('/') ? text : `${text}/${widthOf(family)}`);
  return prefix ? formatPrefix(prefix) : text;
}
