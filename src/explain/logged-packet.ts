import { contains, readNetwork } from '../net/prefix.js';
import { fits } from '../northbound/match/evaluate.js';
import { parseMatch } from '../northbound/match/expression.js';
import { listOf, readColumnText } from '../northbound/row-columns.js';
import { type Protocol, matchSubjectOf, packetOf } from '../trace/packet.js';
import type { LoggedPacket } from '../observed/acl-log.js';
import type { MadeRow, RowFinder } from './made-rows.js';

/** Protocols as Open vSwitch names them, without the 6 of IPv6. */
const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map([
  ['tcp', 'TCP'],
  ['udp', 'UDP'],
  ['sctp', 'SCTP'],
  ['icmp', 'ICMP'],
]);

/**
 * Returns the rows that match a packet. A log has no logical ports, so every port of a match counts as that of the
 * packet. Returns all rows for a protocol that rows do not match by.
 */
export function rowsThatMatch(rows: readonly MadeRow[], packet: LoggedPacket, { find }: RowFinder): readonly MadeRow[] {
  const protocol = PROTOCOLS.get(packet.protocol.replace(/6$/, ''));
  if (!protocol) return rows;
  const { source, destination, sourcePort, destinationPort = 0 } = packet;
  const networksOf = (name: string) =>
    find(name, 'Address_Set').flatMap(({ row }) =>
      listOf(row.columns, 'addresses').flatMap((one) => readNetwork(one) ?? []),
    );
  const subject = matchSubjectOf(packetOf(source, destination, protocol, destinationPort, sourcePort), {
    inport: '',
    outport: '',
    isInAddressSet: (name, value) =>
      networksOf(name).some((network) => contains(network, { family: network.family, value })),
    isInPortGroup: () => true,
  });
  return rows.filter(({ row }) => {
    const match = parseMatch(readColumnText(row.columns, 'match'));
    return match !== undefined && fits(match, subject);
  });
}
