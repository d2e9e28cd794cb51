import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createFlowCollector } from '../../src/observed/observe.js';
import { messages } from '../../src/observed/messages.js';
import { weir } from '../rig/weir.js';
import { readState } from '../prove/state.js';
import { scratch } from '../sources/scratch.js';

const HOLDS = fileURLToPath(new URL('../../fixtures/expectation/what-holds/', import.meta.url));
const FILES = Object.fromEntries(
  ['weir.yaml', 'egress.yaml', 'inventory.yaml'].map((path) => [path, readFileSync(join(HOLDS, path), 'utf8')]),
);
const HEADER = 'source,source-port,destination,port,protocol,count,last,verdict\n';
const TIME = '2026-11-18T11:00:00Z';

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly at?: { readonly file: string; readonly line: number };
}

/** Checks the fixture with some flows. Returns the findings about them. */
async function check(lines: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<Found[]> {
  const folder = scratch({ ...FILES, ...files, 'flows.csv': `${HEADER}${lines.join('\n')}\n` });
  const { out, code } = await weir(folder, ['check', '--flows', 'flows.csv', '--format', 'json']);
  expect(code).toBe(0);
  return (JSON.parse(out) as Found[]).filter((one) => one.code.startsWith('observed-flow/'));
}

describe('weir check --flows', () => {
  it('finds flows that passed and that a rule drops, at the rule', async () => {
    const found = await check([
      `10.128.2.5,,198.51.100.7,443,TCP,2,${TIME},allow`,
      `10.128.2.5,,198.51.100.8,443,TCP,3,,allow`,
      `10.128.2.5,,203.0.113.7,443,TCP,1,,allow`,
      `10.128.0.7,,10.128.2.6,15432,TCP,1,,allow`,
    ]);
    expect(found).toMatchObject([
      {
        ...{ code: 'observed-flow/should-be-dropped', severity: 'warning', at: { file: 'egress.yaml', line: 11 } },
        message: `observed flow payments/gateway-0 → 198.51.100.7, 198.51.100.8 TCP 443 passed (5 records, last ${TIME}), expected to be dropped by rule 'Deny 0.0.0.0/0' of EgressFirewall payments/default`,
      },
      {
        code: 'observed-flow/should-be-dropped',
        message:
          'observed flow shop/web-0 → payments/db-0 TCP 15432 passed (1 record), expected to be dropped by the default deny of NetworkPolicy payments/db',
      },
    ]);
  });

  it('counts replies as evidence that a flow passed, and requests alone not', async () => {
    const request = '10.128.2.5,40000,198.51.100.7,443,TCP,1,,';
    expect(await check([request])).toEqual([]);
    expect(await check([request, '198.51.100.7,443,10.128.2.5,40000,TCP,1,,'])).toMatchObject([
      { code: 'observed-flow/should-be-dropped' },
    ]);
  });

  it('finds flows that were dropped and that the rules allow', async () => {
    const found = await check([
      `10.128.2.5,,203.0.113.7,443,TCP,2,${TIME},drop`,
      `10.128.0.7,,198.51.100.7,443,TCP,2,${TIME},drop`,
      `10.128.2.5,,198.51.100.7,443,TCP,2,${TIME},drop`,
    ]);
    expect(found).toMatchObject([
      {
        ...{ code: 'observed-flow/should-be-allowed', at: { file: 'egress.yaml', line: 8 } },
        message: `observed flow payments/gateway-0 → 203.0.113.7 TCP 443 was dropped (2 records, last ${TIME}), expected to be allowed by rule 'Allow 203.0.113.0/24' of EgressFirewall payments/default`,
      },
      {
        ...{ code: 'observed-flow/should-be-allowed', at: { file: 'flows.csv', line: 1 } },
        message: `observed flow shop/web-0 → 198.51.100.7 TCP 443 was dropped (2 records, last ${TIME}), expected to be allowed`,
      },
    ]);
  });

  it('counts invalid entries and unknown addresses', async () => {
    const found = await check(['10.128.0.99,,203.0.113.7,443,TCP,4,,', 'nonsense', '10.128.2.5,,x,443,TCP,4,,']);
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      [
        'observed-flow/invalid-entry',
        "ignored 2 invalid entries of observed flows: line 3: source 'nonsense' is not an address, line 4: destination 'x' is not an address",
      ],
      [
        'observed-flow/unknown-address',
        'no object of the inventory has 1 address of the cluster in 4 records of observed flows: 10.128.0.99',
      ],
    ]);
  });

  it('applies severity overrides and ignore comments, and fails for flows that cannot be read', async () => {
    const flow = '10.128.2.5,,198.51.100.7,443,TCP,2,,allow';
    const comment = '203.0.113.0/24\n    # weir:ignore observed-flow/should-be-dropped known drift';
    expect(
      await check([flow], { 'egress.yaml': FILES['egress.yaml']?.replace('203.0.113.0/24', comment) ?? '' }),
    ).toEqual([]);
    const weirYaml = `${FILES['weir.yaml'] ?? ''}\nfindings: { observed-flow/should-be-dropped: info }\n`;
    expect(await check([flow], { 'weir.yaml': weirYaml })).toMatchObject([{ severity: 'info' }]);
    const folder = scratch({ ...FILES, 'flows.csv': `${HEADER}nonsense\n` });
    const elsewhere = await weir('/', ['check', '-C', folder, '--flows', 'flows.csv', '--format', 'json']);
    expect((JSON.parse(elsewhere.out) as Found[]).map(({ at }) => at?.file)).toContain(`${folder.slice(1)}/flows.csv`);
    const { code, err } = await weir(scratch(FILES), ['check', '--flows', 'missing.csv']);
    expect([code, err]).toEqual([
      1,
      "weir: cannot read flows from 'missing.csv': no such file or directory (ENOENT)\n",
    ]);
  });

  it('counts records beyond the maximum number of flows', async () => {
    const state = await readState('quickstart');
    if (!state) throw new Error('the quickstart has errors');
    const collector = createFlowCollector(state, undefined, { flows: 0 });
    const from = collector.numbers.ofText('10.128.0.5');
    const record = { source: from, destination: from, sourcePort: 0, destinationPort: 80, protocol: 6, count: 3 };
    collector.add({ ...record, first: NaN, last: NaN, verdict: 'unknown', role: 'request' });
    expect(messages.tooMany(collector.finish().omitted)).toMatchObject({
      code: 'observed-flow/too-many',
      message: 'ignored 3 records, because there are too many different flows',
    });
  });
});
