import type { HostState } from '../model/host-state.js';
import type { Pod } from '../model/cluster.js';
import { type Family, parseAddress, widthOf } from '../net/address.js';
import { parsePrefix, prefixOf } from '../net/prefix.js';
import { listOf, mapOf, readColumnText } from '../northbound/row-columns.js';
import { memoizeWeak } from '../std/memoize.js';
import { type Expression, type NumberConstant, parseMatch, parseNumber } from '../northbound/match/expression.js';
import type { Zone } from '../trace/zone.js';
import { type AddressRange, rangeOfAddress, rangeOfPrefix } from '../traffic/filters/address-range.js';
import { type SweepRule, sweep } from '../traffic/filters/sweep.js';
import { ALL_TRANSPORT } from '../traffic/filters/transport-range.js';
import { rangeOfMask } from './boxes.js';
import { listComparisons } from './rule-parts.js';

/**
 * Returns a text for each pod: equal for pods whose addresses the same rows and entries of hosts contain as a source. A
 * row counts once for each of its constants.
 */
export function classifyPods(
  pods: readonly { readonly pod: Pod; readonly own: string }[],
  zones: readonly Zone[],
  hosts: readonly HostState[],
  family: Family,
): readonly string[] {
  const sources = [...zones.flatMap((zone) => sourcesInRows(zone, family)), ...hosts.flatMap(sourcesOnHost)];
  const own = sources.filter((range) => range.family === family).map(toRule);
  const texts = pods.map(() => '');
  const places = pods.map(({ own: text }) => toRule(rangesOf(text)[0] ?? NOWHERE));
  sweep([own, places], family, (_first, _end, [rows = [], here = []]) => {
    if (here.length === 0) return;
    const text = rows.join();
    for (const index of here) texts[index] = text;
  });
  return texts;
}

const NOWHERE: AddressRange = { family: 'IPv4', first: 0, end: 0 };

function toRule(range: AddressRange): SweepRule<undefined> {
  return { addresses: [range], transport: ALL_TRANSPORT, value: undefined };
}

function sourcesInRows(zone: Zone, family: Family): AddressRange[] {
  const field = family === 'IPv4' ? 'ip4.src' : 'ip6.src';
  const routes = zone.rows('Logical_Router_Static_Route').filter(({ columns }) => columns.policy === 'src-ip');
  const marks = zone.rows('QoS').filter(({ columns }) => 'mark' in mapOf(columns, 'action'));
  return [
    ...[...zone.rows('Logical_Router_Policy'), ...marks].flatMap(({ columns }) => {
      const match = parseMatch(readColumnText(columns, 'match'));
      return match ? rangesInMatch(match, field, zone, family) : [];
    }),
    ...routes.flatMap(({ columns }) => rangesOf(readColumnText(columns, 'ip_prefix'))),
    ...zone.rows('NAT').flatMap(({ columns }) => rangesOf(readColumnText(columns, 'logical_ip'))),
  ];
}

function sourcesOnHost({ rules, serviceTranslations, egressIPTranslations }: HostState): AddressRange[] {
  const texts = [
    ...rules.flatMap(({ from }) => from ?? []),
    ...[...serviceTranslations, ...egressIPTranslations].map(({ source }) => source),
  ];
  return texts.flatMap(rangesOf);
}

/** Returns the constants that a match compares an address field with, as ranges. */
export function rangesInMatch(match: Expression, field: string, zone: Zone, family: Family): AddressRange[] {
  return [...listComparisons(match)]
    .filter((comparison) => comparison.field === field)
    .flatMap(({ constants }) => constants)
    .flatMap((one): readonly AddressRange[] => {
      if (one.type === 'number') return rangesOfNumber(family, one);
      const set = setsOf(zone).get(one.name);
      const members = set ? listOf(set.columns, 'addresses') : [];
      return members
        .filter((text) => text.includes(':') === (family === 'IPv6'))
        .flatMap((text) => rangesOfNumber(family, parseNumber(text)));
    });
}

const setsOf = memoizeWeak(
  (zone: Zone) => new Map(zone.rows('Address_Set').map((row) => [readColumnText(row.columns, 'name'), row] as const)),
);

/** Returns the addresses of a constant. A mask that is no prefix has no boundaries. */
function rangesOfNumber(family: Family, { value, mask }: NumberConstant): readonly AddressRange[] {
  const size = mask === undefined ? 1n : (1n << BigInt(widthOf(family))) - mask;
  if ((size & (size - 1n)) !== 0n) return [];
  const range = rangeOfMask(family, value, mask);
  return range ? [range] : [];
}

/** Returns the addresses of an address or a network as text. */
export function rangesOf(text: string): AddressRange[] {
  const prefix = parsePrefix(text);
  if (prefix) return [rangeOfPrefix(prefixOf({ family: prefix.family, value: prefix.base }, prefix.length))];
  const address = parseAddress(text);
  return address ? [rangeOfAddress(address)] : [];
}
