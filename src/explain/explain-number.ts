import type { Columns } from '../model/northbound.js';
import { readColumnText, readEntry } from '../northbound/row-columns.js';
import {
  EGRESS_IP_MARKS,
  EGRESS_IP_SECONDARY_MARK,
  FIRST_TABLE,
  MAIN_TABLE,
  POD_TO_NODE_MARK,
  REPLY_MARK,
} from '../ovn-kubernetes/numbers.js';
import { groupBy } from '../std/group-by.js';
import { plural } from '../std/plural.js';
import { type NameAddress, explainMadeLines } from './explain-lines.js';
import { type Explained, type SubjectExplanation, sourceObjectsOf } from './explanation.js';
import type { MadeLine } from './made-lines.js';
import type { MadeRow, RowFinder } from './made-rows.js';

/** Meanings of marks of OVN-Kubernetes. */
const MARKS: ReadonlyMap<number, string> = new Map([
  [POD_TO_NODE_MARK, 'marks traffic of served pods to nodes, whose replies hosts route by the main table'],
  [EGRESS_IP_SECONDARY_MARK, 'marks packets of pods that leave with an egress address of a secondary host network'],
  [REPLY_MARK, 'marks replies of served pods, which routers exempt from reroutes'],
]);

/** Uses of a mark in the rows and on the hosts. */
export function explainMark(mark: number, finder: RowFinder, lines: readonly MadeLine[]): SubjectExplanation {
  const setting = [...rowsWith(finder, (table, columns) => setsMark(table, columns, mark))];
  const matching = [...rowsWith(finder, (_table, columns) => matchesMark(columns, mark))];
  const onHosts = lines.filter((line) =>
    line.sort === 'rule' ? line.rule.fwmark === mark : line.sort === 'nft' && isMarkText(line.text, mark),
  );
  const { first, last } = EGRESS_IP_MARKS;
  const meaning = MARKS.get(mark) ?? (mark >= first && mark <= last ? 'marks packets of the pods of one EgressIP' : '');
  const title = `mark ${mark} (0x${mark.toString(16)})`;
  if (setting.length + matching.length + onHosts.length === 0) {
    const about = meaning === '' ? '' : `, which OVN-Kubernetes uses: it ${meaning}`;
    return { answers: [], notes: [`not Weir's: the input neither sets nor matches ${title}${about}`] };
  }
  const effects = [
    ...(meaning === '' ? [] : [meaning]),
    ...counted(setting, 'set it', 'sets it'),
    ...counted(matching, 'match it', 'matches it'),
    ...[...new Set(onHosts.map(textOfLine))],
  ];
  const causes = [
    ...[...setting, ...matching].flatMap(({ row }) => (row.cause ? [row.cause] : [])),
    ...onHosts.flatMap((line) => line.causes),
  ];
  const where = [
    ...new Set([
      ...[...setting, ...matching].flatMap(({ zones }) => zones.map((zone) => `zone ${zone}`)),
      ...onHosts.map((line) => line.where),
    ]),
  ];
  return { answers: [{ title, where, isManagedByWeir: true, sources: sourceObjectsOf(causes), effects }], notes: [] };
}

/** The rules and routes of a table. */
export function explainTable(table: number, lines: readonly MadeLine[], nameAddress: NameAddress): SubjectExplanation {
  const isOf = (line: MadeLine): boolean =>
    (line.sort === 'rule' && line.rule.table === table) || (line.sort === 'route' && line.route.table === table);
  const answers: readonly Explained[] = explainMadeLines(lines, isOf, nameAddress);
  if (answers.length > 0) return { answers, notes: [] };
  const what =
    table === MAIN_TABLE
      ? `table ${table} is main, which hosts configure themselves`
      : `the input has no rule and no route with table ${table}${
          table > FIRST_TABLE
            ? `, which OVN-Kubernetes would use for EgressIPs at the interface with index ${table - FIRST_TABLE}`
            : ''
        }`;
  return { answers: [], notes: [`not Weir's: ${what}`] };
}

function* rowsWith({ rowsOf }: RowFinder, isMeant: (table: string, columns: Columns) => boolean): Generator<MadeRow> {
  for (const table of ['Logical_Router_Policy', 'QoS', 'ACL']) {
    for (const made of rowsOf(table)) if (isMeant(table, made.row.columns)) yield made;
  }
}

function setsMark(table: string, columns: Columns, mark: number): boolean {
  const value = table === 'QoS' ? readEntry(columns, 'action', 'mark') : readEntry(columns, 'options', 'pkt_mark');
  return value !== undefined && Number(value) === mark;
}

function matchesMark(columns: Columns, mark: number): boolean {
  return Array.from(readColumnText(columns, 'match').matchAll(/\bpkt\.mark == (\w+)/g)).some(
    ([, value]) => Number(value) === mark,
  );
}

function isMarkText(text: string, mark: number): boolean {
  return new RegExp(`\\bmark (?:set )?${mark}\\b`).test(text);
}

function counted(rows: readonly MadeRow[], many: string, one: string): string[] {
  return [...groupBy(rows, ({ table }) => table)].map(([table, own]) => {
    const example = own.length === 1 ? `: ${own[0]?.row.key ?? ''}` : `, such as ${own[0]?.row.key ?? ''}`;
    return `${plural(own.length, `${table} row`)} ${own.length === 1 ? one : many}${example}`;
  });
}

function textOfLine(line: MadeLine): string {
  return line.sort === 'nft' ? `nft ${line.chain}: ${line.text}` : `a rule of ${line.where} selects it`;
}
