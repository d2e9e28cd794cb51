import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { git, repository } from '../rig/repository.js';
import { type Ended, weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const HOLDS = fileURLToPath(new URL('../../fixtures/expectation/what-holds/', import.meta.url));
const read = (path: string): string => readFileSync(join(HOLDS, path), 'utf8');
const BEFORE = Object.fromEntries(['weir.yaml', 'egress.yaml', 'inventory.yaml'].map((path) => [path, read(path)]));

/** Flows of a gateway to its bank and its database, and of a shop to a test. */
const FLOWS = `source,destination,protocol,port,count,first,last
10.128.2.5,203.0.113.7,TCP,443,5,2026-11-18T11:00:00Z,2026-11-18T11:05:00Z
10.128.2.5,203.0.113.8,TCP,443,7,2026-11-18T10:00:00Z,2026-11-18T11:04:00Z
10.128.2.5,203.0.113.200,TCP,443,1,,2026-11-18T11:00:00Z
10.128.2.5,172.30.0.9,TCP,5432,3,,2026-11-18T11:00:00Z
10.128.2.5,198.51.100.7,TCP,443,2,,2026-11-18T11:00:00Z
10.128.0.7,10.128.2.6,TCP,15432,1,,2026-11-18T11:00:00Z
10.128.0.7,10.128.0.99,TCP,80,1,,2026-11-18T11:00:00Z
nonsense
`;

interface Change {
  readonly change: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly count: number;
  readonly last?: string;
  readonly before: { readonly result: string };
  readonly after: { readonly result: string };
}
interface Report {
  readonly counts: { readonly seen: number };
  readonly observed: { readonly changes: readonly Change[]; readonly undecided: number; readonly rejected: number };
}

/** Compares the fixture with a changed one. */
async function diff(
  from: string | RegExp,
  to: string,
  ...words: readonly string[]
): Promise<Ended & { readonly folder: string }> {
  const changed = BEFORE['egress.yaml']?.replace(from, to) ?? '';
  const folder = scratch({
    ...Object.fromEntries(Object.entries(BEFORE).map(([path, text]) => [`before/${path}`, text])),
    ...Object.fromEntries(Object.entries(BEFORE).map(([path, text]) => [`after/${path}`, text])),
    'after/egress.yaml': changed,
    'flows.csv': FLOWS,
    'empty.csv': '',
    'flows.csv.gz': gzipSync(FLOWS),
  });
  return { ...(await weir(folder, ['diff', './before', './after', ...words])), folder };
}

async function changesOf(from: string, to: string): Promise<Report> {
  const { out, code } = await diff(from, to, '--flows', 'flows.csv', '--fail-on', 'seen', '--format', 'json');
  const report = JSON.parse(out) as Report;
  expect(code).toBe(report.counts.seen > 0 ? 2 : 0);
  return report;
}

describe('weir diff --flows', () => {
  it('reports the observed flows that a change cuts and opens, with counts and the last time', async () => {
    const { observed, counts } = await changesOf('203.0.113.0/24', '198.51.100.0/24');
    expect(observed.changes).toMatchObject([
      {
        ...{ change: 'cut', from: 'payments/gateway-0', to: ['203.0.113.8', '203.0.113.7', '203.0.113.200'] },
        ...{ transport: 'TCP 443', count: 13, first: '2026-11-18T10:00:00Z', last: '2026-11-18T11:05:00Z' },
        before: {
          result: 'passes',
          rule: { resource: 'EgressFirewall payments/default', text: 'Allow 203.0.113.0/24' },
        },
        after: { result: 'dropped', rule: { text: 'Deny 0.0.0.0/0' } },
      },
      { change: 'opened', to: ['198.51.100.7'], count: 2 },
    ]);
    expect(counts.seen).toBe(4);
    expect(observed).toMatchObject({ flows: 7, records: 20, undecided: 1, rejected: 1 });
    expect(observed).toMatchObject({ unmapped: [{ address: '10.128.0.99', count: 1 }] });
  });

  it('reports the observed flows that move to another source address', async () => {
    const { observed } = await changesOf('egressIPs: [192.0.2.10]', 'egressIPs: [192.0.2.11]');
    expect(observed.changes).toHaveLength(1);
    expect(observed.changes).toMatchObject([
      {
        ...{ change: 'moved', from: 'payments/gateway-0', to: ['203.0.113.8', '203.0.113.7', '203.0.113.200'] },
        before: { result: 'leaves from 192.0.2.10 to next hop 192.0.2.1' },
        after: { result: 'leaves from 192.0.2.11 to next hop 192.0.2.1' },
      },
    ]);
  });

  it('reports the observed flows whose DSCP value changes', async () => {
    const { observed } = await changesOf('dstCIDR: 203.0.113.0/25', 'dstCIDR: 203.0.113.8/32');
    expect(observed.changes).toMatchObject([
      {
        ...{ change: 'marked', to: ['203.0.113.7'], count: 5 },
        before: { result: 'DSCP 46', rule: { resource: 'EgressQoS payments/default' } },
        after: { result: 'the DSCP of the pod' },
      },
    ]);
  });

  it('follows observed flows to a Service through the policies of its endpoints', async () => {
    const { observed } = await changesOf('port: 15432', 'port: 15433');
    expect(observed.changes).toMatchObject([
      { change: 'cut', from: 'payments/gateway-0', to: ['payments/db[Service]'], count: 3 },
    ]);
  });

  it('succeeds with --fail-on seen if only flows that were not observed change', async () => {
    const { out, code } = await diff(
      '203.0.113.0/24',
      '203.0.113.0/24\n    - type: Allow\n      to:\n        cidrSelector: 192.0.3.0/24',
      '--flows',
      'flows.csv',
      '--fail-on',
      'seen',
    );
    expect(code).toBe(0);
    expect(out).toContain('Observed flows: 7 in 20 records from 2026-11-18T10:00:00Z to 2026-11-18T11:05:00Z.\n');
    expect(out).not.toContain('Observed flows: 0 flows');
  });

  it('prints them as text and Markdown, and reads compressed files', async () => {
    const words = ['--flows', 'flows.csv.gz', '--flows-format', 'csv'];
    const text = await diff('203.0.113.0/24', '198.51.100.0/24', ...words);
    expect(text.out).toContain('cuts 3 observed flows, opens 1 observed flow');
    expect(text.out).toContain(`Observed flows: 4 flows
  cut: payments/gateway-0
    - TCP 443 to 203.0.113.8, 203.0.113.7, 203.0.113.200 (seen 13 times, last 2026-11-18T11:05:00Z)
        before:  allowed by rule 'Allow 203.0.113.0/24' of EgressFirewall payments/default (before/egress.yaml:8)`);
    expect(text.err).toContain("flows.csv.gz:9: ignored an invalid flow: source 'nonsense' is not an address");
    const markdown = await diff('203.0.113.0/24', '198.51.100.0/24', ...words, '--format', 'markdown');
    expect(markdown.out).toContain('<summary><b>Observed flows</b> (4 flows)</summary>');
  });

  it.each([
    [['--fail-on', 'seen'], '--fail-on seen requires --flows'],
    [['--flows', 'missing.csv'], "cannot read flows from 'missing.csv': no such file or directory (ENOENT)"],
    [['--flows', 'empty.csv'], "no flows in 'empty.csv': the file is empty"],
    [['--flows', 'before/weir.yaml'], "unknown format of flows in 'before/weir.yaml'"],
    [['--flows', 'before'], "cannot read flows from 'before': illegal operation on a directory (EISDIR)"],
  ])('fails for %j', async (words, message) => {
    const { code, err, out } = await diff('x', 'y', ...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });
});

describe('weir pr --flows', () => {
  it('adds the observed flows that a change cuts to the comment, and fails for them with --fail-on seen', async () => {
    const folder = repository({ ...BEFORE, 'flows.csv': FLOWS });
    const environment = {
      ...{ GITLAB_CI: 'true', CI_API_V4_URL: 'http://localhost', CI_MERGE_REQUEST_PROJECT_ID: '42' },
      ...{ CI_MERGE_REQUEST_IID: '7', CI_MERGE_REQUEST_DIFF_BASE_SHA: git(folder, 'rev-parse', 'HEAD') },
    };
    writeFileSync(
      join(folder, 'egress.yaml'),
      BEFORE['egress.yaml']?.replace('203.0.113.0/24', '198.51.100.0/24') ?? '',
    );
    const words = ['pr', '--dry-run', '--flows', 'flows.csv', '--fail-on', 'seen'];
    const { code, out } = await weir(folder, words, environment);
    expect(code).toBe(2);
    expect(out).toContain('<summary><b>Observed flows</b> (4 flows)</summary>');
    writeFileSync(join(folder, 'egress.yaml'), BEFORE['egress.yaml'] ?? '');
    expect((await weir(folder, words, environment)).code).toBe(0);
  });
});
