import { readColumnText } from '../northbound/row-columns.js';
import type { AclLogEntry, LoggedPacket } from '../observed/acl-log.js';
import type { NameAddress } from './explain-lines.js';
import type { RowExplainer } from './explain-rows.js';
import type { Explained, SubjectExplanation } from './explanation.js';
import { rowsThatMatch } from './logged-packet.js';
import type { MadeRow, RowFinder } from './made-rows.js';

/** Explains a line of an ACL log: the rules that write such a line, and the packet with the owners of its addresses. */
export function explainLog(
  entry: AclLogEntry,
  finder: RowFinder,
  { explainRow }: RowExplainer,
  nameAddress: NameAddress,
): SubjectExplanation {
  const { name, verdict, direction, packet } = entry;
  const packets = packet ? [`packet: ${packetText(packet, nameAddress)}`] : [];
  if (name === '')
    return { answers: [], notes: [...packets, `the ACL has no name, so the line does not tell its rule`] };
  const named = finder.find(name, 'ACL').filter(({ row }) => readColumnText(row.columns, 'name') === name);
  if (named.length === 0)
    return { answers: [], notes: [...packets, `not Weir's: the input has no ACL with the name '${name}'`] };
  const onSide = named.filter(({ row }) => direction === undefined || directionOf(row) === direction);
  const found = onSide.filter(({ row }) => verdictOf(row) === verdict);
  if (found.length > 0) {
    const matching = packet ? rowsThatMatch(found, packet, finder) : found;
    const note = matching.length > 0 ? [] : ['no ACL of the name and verdict matches the packet in the input'];
    const explain = (made: MadeRow): Explained => explainRow(made, packet);
    return { answers: (matching.length > 0 ? matching : found).map(explain), notes: [...packets, ...note] };
  }
  const now = `no ACL '${name}'${direction === undefined ? '' : ` of ${direction}`} has the verdict '${verdict}' in the input`;
  return {
    answers: named.map((made) => explainRow(made)),
    notes: [...packets, `${now}, so the line is from another state of the cluster`],
  };
}

function directionOf({ columns }: MadeRow['row']): string {
  return readColumnText(columns, 'direction');
}

/** Returns the action of an ACL as logs have it. */
function verdictOf({ columns }: MadeRow['row']): string {
  const action = readColumnText(columns, 'action');
  return action.startsWith('allow') ? 'allow' : action;
}

function packetText(
  { protocol, source, destination, sourcePort, destinationPort }: LoggedPacket,
  nameAddress: NameAddress,
): string {
  const end = (address: string, port: number | undefined): string =>
    `${address}${port === undefined ? '' : ` port ${port}`}${nameAddress(address)}`;
  return `${protocol} from ${end(source, sourcePort)} to ${end(destination, destinationPort)}`;
}
