import { parseAclLog } from './acl-log.js';
import { type FlowRecord, type RecordSink, createRecord, protocolNumberOf, parseFlowTime } from './flow-record.js';

/** Text of every line that ovn-controller writes to the ACL log, and of its time. */
const MODULE = 'acl_log(';
const TIME = /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z?)\|[0-9]+\|acl_log\(/;

/**
 * Reads a line that may be one of an ACL log. Lines of other modules are skipped. `time` is used if the line has none.
 * Returns why the line is invalid, or undefined.
 */
export function readAclLine(line: string, time: number, sink: RecordSink): string | undefined {
  const entry = parseAclLog(line);
  if (!entry) {
    if (line.includes(MODULE)) return 'invalid line of an ACL log';
    sink.skip();
    return undefined;
  }
  const { packet, verdict } = entry;
  const record = packet && recordOf(packet, sink);
  if (!record || record.protocol < 0) {
    // ARP and other packets without IP are not flows.
    sink.skip();
    return undefined;
  }
  const written = TIME.exec(line)?.[1];
  record.first = record.last =
    written === undefined ? time : parseFlowTime(written.endsWith('Z') ? written : `${written}Z`);
  record.verdict = verdict.startsWith('allow') ? 'allowed' : verdict === 'pass' ? 'unknown' : 'dropped';
  sink.add(record);
  return undefined;
}

type Packet = NonNullable<NonNullable<ReturnType<typeof parseAclLog>>['packet']>;

/** Returns the record of a packet. Rules log the first packet of a connection, which is a request. */
function recordOf(
  { protocol, source, destination, sourcePort, destinationPort }: Packet,
  sink: RecordSink,
): FlowRecord {
  const { numbers } = sink;
  return {
    ...createRecord(),
    source: numbers.ofText(source),
    destination: numbers.ofText(destination),
    sourcePort: sourcePort ?? 0,
    destinationPort: destinationPort ?? 0,
    protocol: protocolNumberOf(protocol === 'icmp6' ? 'icmpv6' : protocol.replace(/6$/, '')),
    role: 'request',
  };
}
