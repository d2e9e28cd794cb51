import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowRecord, RecordSink } from '../../src/observed/flow-record.js';
import { createJsonReader } from '../../src/observed/json-entries.js';
import { readNetobserv } from '../../src/observed/netobserv.js';
import { asObject, parseJson } from '../../src/std/json.js';
import { checkProperty } from '../rig/random.js';

/** Writes down what a reader passes on. Addresses are numbered by their length and first letter. */
function createNotes() {
  const notes: unknown[] = [];
  const ofText = (text: string): number => (/^[0-9a-f.:]+$/.test(text) ? text.length * 256 + text.charCodeAt(0) : -1);
  const sink: RecordSink = {
    numbers: {
      ofText,
      ofBytes: (bytes, start, end) => ofText(Buffer.from(bytes.subarray(start, end)).toString('utf8')),
    },
    add: (record: FlowRecord) => notes.push({ ...record }),
    skip: () => notes.push('skipped'),
  };
  return { notes, sink };
}

const port = fc.oneof(fc.nat({ max: 65_535 }), fc.constantFrom(-1, 65_536, 1.5, '443', null, 1e21));
const numbers = fc.oneof(fc.nat(), fc.constantFrom(1_795_000_000_000, '7', null, -3, 0.5));
const address = fc.constantFrom('10.128.0.5', '2001:db8::1', '203.0.113.7', 'x', '', '10\t1', 7, null);
const flows = fc.record(
  {
    SrcAddr: address,
    DstAddr: address,
    SrcPort: port,
    DstPort: port,
    Proto: fc.oneof(fc.constantFrom(6, 17, 132, 1, 58, 47), port),
    Flags: fc.constantFrom(0, 2, 18, 272, ['SYN'], ['SYN_ACK', 'ACK'], ['FIN'], null, 'SYN'),
    TimeFlowStartMs: numbers,
    TimeFlowEndMs: numbers,
    TimeReceived: numbers,
    IcmpType: fc.constantFrom(0, 8, 128, 129, null),
    Duplicate: fc.constantFrom(true, false, 'true', 'false', null),
    PktDropPackets: numbers,
    Packets: numbers,
    NetworkEvents: fc.constantFrom([], [{ Action: 'drop' }], [{ Action: 'allow' }], null),
    Interfaces: fc.constantFrom(['a', 'b'], [{ SrcAddr: '1.2.3.4' }], 'say "x"'),
  },
  { requiredKeys: [] },
);

describe('a flow of the Network Observability operator', () => {
  it('is read from bytes as it is read from the result of JSON.parse', () => {
    checkProperty(
      fc.property(flows, fc.constantFrom(undefined, 2), (flow, indent) => {
        fc.pre('SrcAddr' in flow || 'DstAddr' in flow);
        const text = JSON.stringify(flow, null, indent);
        const [fast, plain] = [createNotes(), createNotes()];
        const reasons: string[] = [];
        const read = createJsonReader(
          fast.sink,
          (_offset, reason) => reasons.push(reason),
          () => undefined,
        );
        const bytes = Buffer.from(text);
        expect(read(bytes, 0, bytes.length, true)).toBe(bytes.length);
        const reason = readNetobserv(asObject(parseJson(text)) ?? {}, plain.sink);
        expect(fast.notes).toEqual(plain.notes);
        expect(reasons).toEqual(reason === undefined ? [] : [reason]);
      }),
      { numRuns: 500 },
    );
  });
});
