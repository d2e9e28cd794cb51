import { parseAclLog } from './acl-log.js';
import { parseHeader } from './csv-entries.js';
import type { FlowFormat } from './flow-format.js';

/** Returns the format of a file by its first bytes. Returns undefined if it is unknown. */
export function detectFormat(head: Buffer): FlowFormat | undefined {
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if ('{[\u001e'.includes(text.charAt(0))) return text === '' ? undefined : detectJson(text);
  const lines = text.split(/\r?\n/);
  if (parseHeader(lines[0] ?? '')) return 'csv';
  return lines.some((line) => line.includes('acl_log(') || parseAclLog(line) !== undefined) ? 'acl-log' : undefined;
}

/** Members by which the formats of JSON differ. */
const MARKS: readonly (readonly [FlowFormat, RegExp])[] = [
  ['loki', /"(?:resultType|streams?|labels)"\s*:/],
  ['netobserv', /"(?:SrcAddr|DstAddr)"\s*:/],
  ['hubble', /"(?:flow|IP|verdict|node_status|lost_events)"\s*:/],
];

/** Returns the format whose member occurs first. */
function detectJson(text: string): FlowFormat | undefined {
  const found = MARKS.map(([format, mark]) => ({ format, at: text.search(mark) })).filter(({ at }) => at >= 0);
  return found.sort((a, b) => a.at - b.at)[0]?.format;
}
