import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ReadFlows, linesOf, readText } from './context.js';

const RECORDED = fileURLToPath(new URL('recorded/', import.meta.url));
const recorded = (name: string): Buffer => readFileSync(join(RECORDED, name));
const FILES = {
  'netobserv.jsonl': 'netobserv',
  'loki-response.json': 'loki',
  'logcli.jsonl': 'loki',
  'hubble.jsonl': 'hubble',
  'acl-audit-log.log': 'acl-log',
  'flows.csv': 'csv',
} as const;

/** Flows without their counts and times, which differ by format. */
const pairsOf = ({ observed }: ReadFlows): string[] => linesOf(observed).map((line) => line.replace(/: .*/, ''));

const PAIRS = [
  'shop/checkout-0 → 203.0.113.7 TCP 443',
  'shop/web-0 → 172.16.1.10 UDP 53',
  'shop/web-0 → 198.51.100.7 ICMP',
  'shop/web-0 → 198.51.100.9 TCP 9090',
  'shop/web-0 → shop/checkout-0 TCP 8080',
];

describe('recorded flows', () => {
  it.each(Object.entries(FILES))('are the same flows between workloads in %s', async (name, format) => {
    const read = await readText(recorded(name));
    expect(read.outcome).toEqual({ format, isEmpty: false, rejected: [], rejectedCount: 0 });
    expect(pairsOf(read)).toEqual(PAIRS);
    expect(read.observed.unmapped).toEqual([{ address: '172.16.1.10', count: 1 }]);
  });

  it('have counts, replies, verdicts and times', async () => {
    const { observed } = await readText(recorded('netobserv.jsonl'));
    expect(linesOf(observed)[0]).toBe(`${PAIRS[0] ?? ''}: 2/2 +0 -0 2026-11-18T11:06:36.000Z 2026-11-18T11:07:40.050Z`);
    expect(linesOf(observed)[3]).toContain(': 1/0 +0 -1 ');
    expect(linesOf(observed)[4]).toContain(': 1/1 ');
    const hubble = await readText(recorded('hubble.jsonl'));
    expect(linesOf(hubble.observed)[0]).toContain(': 2/2 +4 -0 ');
    const log = await readText(recorded('acl-audit-log.log'));
    expect(linesOf(log.observed)[0]).toContain(': 2/0 +2 -0 2026-11-18T11:06:40.000Z');
  });

  it('are not counted twice if a host captured them at two interfaces', async () => {
    for (const name of ['netobserv.jsonl', 'loki-response.json', 'logcli.jsonl']) {
      const { observed } = await readText(recorded(name));
      expect([name, observed.records, observed.skipped]).toEqual([name, 9, 1]);
    }
  });

  it.each(Object.keys(FILES))('do not depend on the pieces in which %s arrives', async (name) => {
    const whole = linesOf((await readText(recorded(name))).observed);
    for (const size of [61, 4099]) {
      const { outcome, observed } = await readText(recorded(name), { size });
      expect([size, outcome.rejectedCount, linesOf(observed)]).toEqual([size, 0, whole]);
    }
  });

  it('can be items of an array, indented or a sequence of JSON texts', async () => {
    const flows = recorded('netobserv.jsonl')
      .toString()
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const texts = [
      JSON.stringify(flows),
      JSON.stringify(flows, null, 2),
      flows.map((flow) => `\u001e${JSON.stringify(flow, null, 1)}\r\n`).join(''),
    ];
    for (const text of texts) expect(pairsOf(await readText(text))).toEqual(PAIRS);
    const response: unknown = JSON.parse(recorded('loki-response.json').toString());
    expect(pairsOf(await readText(JSON.stringify(response)))).toEqual(PAIRS);
  });

  it('have the format that is given', async () => {
    const { outcome, observed } = await readText(recorded('acl-audit-log.log'), { format: 'csv' });
    expect(outcome.format).toBe('csv');
    expect(observed.records).toBe(0);
    expect((await readText('hello\nworld\n')).outcome).toEqual({
      ...{ isEmpty: false, rejected: [], rejectedCount: 0 },
    });
    expect((await readText('')).outcome).toEqual({ isEmpty: true, rejected: [], rejectedCount: 0 });
  });
});

describe('invalid entries', () => {
  const [first = '', second = ''] = recorded('netobserv.jsonl').toString().split('\n');

  it('are counted with their line, and the others are read', async () => {
    const lines = [
      first,
      '{"SrcAddr": "10.',
      'no JSON',
      first,
      '{"SrcAddr":"10.128.0.5","DstAddr":"x","Proto":6}',
      second,
    ];
    const { outcome, observed } = await readText(`${lines.join('\n')}\n{"SrcAddr":`, { size: 100 });
    expect(outcome.rejected).toEqual([
      { line: 2, reason: 'invalid JSON, skipped the rest of the line' },
      { line: 3, reason: 'expected a JSON object' },
      { line: 5, reason: 'SrcAddr or DstAddr is not an address' },
      { line: 7, reason: 'the file ends within an object' },
    ]);
    expect(observed.records).toBe(3);
  });

  it('are skipped up to the next line if they are too long', async () => {
    const long = 'x'.repeat(1_200_000);
    const object = `{"SrcAddr":"10.128.0.5","DstAddr":"${long}"}`;
    const { outcome, observed } = await readText(`${first}\n${object}\n${first}\n`, { size: 65_536 });
    expect(outcome.rejected).toEqual([{ line: 2, reason: 'entry is longer than 1048576 bytes' }]);
    expect(observed.records).toBe(2);
    const [line = ''] = recorded('acl-audit-log.log').toString().split('\n').slice(1);
    const log = await readText(`${line}\n${long}\n${line}\n`, { size: 65_536 });
    expect([log.outcome.rejectedCount, log.observed.records]).toEqual([1, 2]);
  });

  it('are listed up to a maximum and counted beyond it', async () => {
    const { outcome } = await readText(`${first}\n${'{]\n'.repeat(1000)}`);
    expect(outcome.rejected.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
    expect(outcome.rejectedCount).toBe(1000);
  });

  it.each([
    ['flows.csv', 'source,destination,protocol\n10.128.0.5,203.0.113.7,tcq\n'],
    ['flows.csv', 'source,destination,protocol,port\n10.128.0.5,203.0.113.7,tcp,70000\n'],
    ['flows.csv', 'source,destination,protocol\n"10.128.0.5,203.0.113.7,tcp\n'],
    ['flows.csv', 'source,destination,protocol,verdict\n10.128.0.5,203.0.113.7,tcp,maybe\n'],
    ['acl-audit-log.log', '2026-11-18T11:06:40.000Z|00004|acl_log(ovn_pinctrl0)|INFO|name="x"\n'],
    ['hubble.jsonl', '{"flow":{"verdict":"DROPPED","IP":{"source":"x","destination":"10.128.0.5"}}}\n'],
    ['hubble.jsonl', '{"verdictx":1,"IP":3}\n'],
    ['netobserv.jsonl', '{"SrcAddr":"10.128.0.5","DstAddr":"10.128.0.5","Proto":6,"SrcPort":-1,"DstPort":5}\n'],
    ['netobserv.jsonl', '{"SrcAddr":"10.128.0.5","DstAddr":"10.128.0.5","Proto":1e3}\n'],
    ['loki-response.json', '{"data":{"resultType":"streams","result":[{"stream":{},"values":[["1","{"]]}]}}'],
    ['loki-response.json', '{"data":{"resultType":"streams","result":[{"stream":{},"values":[["1","{'],
  ])('are found in %s: %s', async (_name, text) => {
    const { outcome, observed } = await readText(text);
    expect([outcome.rejectedCount, observed.records]).toEqual([1, 0]);
  });
});
