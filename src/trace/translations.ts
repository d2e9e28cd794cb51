import type { Row } from '../model/northbound.js';
import { parseAddress, widthOf } from '../net/address.js';
import { prefixOf, readNetwork } from '../net/prefix.js';
import { fits } from '../northbound/match/evaluate.js';
import { parseMatch } from '../northbound/match/expression.js';
import { listOf, readColumnNumber, readColumnText } from '../northbound/row-columns.js';
import { type TracedPacket, matchSubjectOf } from './packet.js';
import type { Zone } from './zone.js';

/** Source translations of a gateway router. */
export interface Translations {
  /** Returns the translations of a packet with the longest prefix: several if equal rows exist. */
  readonly find: (packet: TracedPacket) => readonly Row[];
  /** External addresses of translations. The router accepts packets to them as replies. */
  readonly externalAddresses: ReadonlySet<string>;
}

/** Reads the translations of a router (`NAT` rows that change sources). */
export function readTranslations(zone: Zone, router: string): Translations {
  const byNetwork = new Map<string, Row[]>();
  const lengths = new Set<number>();
  const externalAddresses = new Set<string>();
  for (const key of listOf(zone.row('Logical_Router', router)?.columns ?? {}, 'nat')) {
    const row = zone.row('NAT', key);
    if (!row || readColumnText(row.columns, 'type') === 'dnat') continue;
    const prefix = readNetwork(readColumnText(row.columns, 'logical_ip'));
    const external = readColumnText(row.columns, 'external_ip');
    // ovn-northd ignores translations between families.
    if (!prefix || external.includes(':') !== (prefix.family === 'IPv6')) continue;
    const network = networkKey(prefix.family, prefix.base, prefix.length);
    byNetwork.set(network, [...(byNetwork.get(network) ?? []), row]);
    lengths.add(prefix.length);
    externalAddresses.add(external);
  }
  const ordered = [...lengths].sort((a, b) => b - a);
  return {
    externalAddresses,
    find: (packet) => {
      const source = parseAddress(packet.source);
      if (!source) return [];
      for (const length of ordered) {
        if (length > widthOf(source.family)) continue;
        const { base } = prefixOf(source, length);
        const rows = (byNetwork.get(networkKey(source.family, base, length)) ?? []).filter((row) => isFor(row, packet));
        const highest = Math.max(...rows.map(({ columns }) => readColumnNumber(columns, 'priority')));
        if (rows.length > 0) return rows.filter(({ columns }) => readColumnNumber(columns, 'priority') === highest);
      }
      return [];
    },
  };
}

function networkKey(family: string, base: bigint, length: number): string {
  return `${family} ${base} ${length}`;
}

/** Returns true if the row has no match, or one that matches. */
function isFor({ columns }: Row, packet: TracedPacket): boolean {
  const text = readColumnText(columns, 'match');
  const match = text === '' ? undefined : parseMatch(text);
  const names = { isInAddressSet: () => false, isInPortGroup: () => false };
  return text === '' || (match !== undefined && fits(match, matchSubjectOf(packet, names)));
}
