import {
  type ObservedVerdict,
  type RecordSink,
  createRecord,
  portOf,
  protocolNumberOf,
  parseFlowTime,
} from './flow-record.js';

/** Columns of the CSV, in any order. The others are optional. */
export const CSV_COLUMNS = [
  'source',
  'destination',
  'protocol',
  'port',
  'source-port',
  'count',
  'first',
  'last',
  'verdict',
] as const;
const REQUIRED = ['source', 'destination', 'protocol'] as const;
type Column = (typeof CSV_COLUMNS)[number];

const VERDICTS: ReadonlyMap<string, ObservedVerdict> = new Map([
  ['', 'unknown'],
  ['allow', 'allowed'],
  ['drop', 'dropped'],
]);

/** Returns the columns of a header line, or undefined if the line is no header. Unknown columns are ignored. */
export function parseHeader(line: string): readonly string[] | undefined {
  const columns = splitFields(line.replace(/^\ufeff/, ''))?.map((name) => name.trim().toLowerCase());
  return columns && REQUIRED.every((name) => columns.includes(name)) ? columns : undefined;
}

/** Creates a function that reads lines of a CSV. The first line is its header. It returns why a line is invalid. */
export function createCsvReader(sink: RecordSink): (line: string) => string | undefined {
  let columns: readonly string[] | undefined;
  const record = createRecord();
  return (line) => {
    if (!columns) {
      columns = parseHeader(line);
      return columns ? undefined : `expected a header with the columns ${REQUIRED.join(', ')}`;
    }
    const fields = splitFields(line);
    if (!fields) return 'invalid quotes';
    const own = columns;
    const valueOf = (column: Column): string => (fields[own.indexOf(column)] ?? '').trim();
    record.source = sink.numbers.ofText(valueOf('source'));
    record.destination = sink.numbers.ofText(valueOf('destination'));
    if (record.source === -1) return `source '${valueOf('source')}' is not an address`;
    if (record.destination === -1) return `destination '${valueOf('destination')}' is not an address`;
    record.protocol = protocolNumberOf(valueOf('protocol'));
    if (record.protocol < 0) return `protocol is '${valueOf('protocol')}', expected TCP, UDP, SCTP, ICMP or a number`;
    record.sourcePort = portOf(valueOf('source-port'));
    record.destinationPort = portOf(valueOf('port'));
    if (record.sourcePort < 0 || record.destinationPort < 0) return 'expected a port from 0 to 65535';
    const count = valueOf('count');
    if (!/^[0-9]*$/.test(count)) return `count is '${count}', expected a number`;
    record.count = count === '' ? 1 : Number(count);
    const [first, last] = [valueOf('first'), valueOf('last')].map((text) => (text === '' ? NaN : parseFlowTime(text)));
    record.first = first ?? NaN;
    record.last = last ?? NaN;
    if (Number.isNaN(record.last)) record.last = record.first;
    if (Number.isNaN(record.first)) record.first = record.last;
    const verdict = VERDICTS.get(valueOf('verdict').toLowerCase());
    if (verdict === undefined) return `verdict is '${valueOf('verdict')}', expected allow or drop`;
    record.verdict = verdict;
    // With the port of the client, the line can be one of a reply. Without, 'port' is that of the server.
    record.role = record.sourcePort > 0 ? 'unknown' : 'request';
    sink.add(record);
    return undefined;
  };
}

/** Splits a line at commas outside of quotes (RFC 4180). Returns undefined for unbalanced quotes. */
function splitFields(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',');
  const fields: string[] = [];
  for (let at = 0; ;) {
    const found = /^(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/.exec(line.slice(at));
    if (!found) return undefined;
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '') return fields;
    at += found[0].length;
  }
}
