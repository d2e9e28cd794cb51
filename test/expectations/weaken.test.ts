import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseExpectations } from '../../src/expectations/parse.js';
import { findWeakenings } from '../../src/expectations/weaken.js';
import { checkConfiguration } from '../../src/schema/configuration.js';
import { openPullRequest } from '../clients/github/open-pull-request.js';
import { repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';
import { FILES, REQUESTS } from './repository.js';

/** How an expectation with some fields is weakened by others. */
function weaken(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map((fields) => {
    const text = `expectations:\n  - { name: x, ${fields} }\n`;
    const reports: string[] = [];
    const found = parseExpectations([{ path: 'expectations.yaml', text }], checkConfiguration, ({ message }) => {
      reports.push(message);
    });
    expect(reports).toEqual([]);
    return found[0];
  });
  return old && now ? findWeakenings(old, now).map(({ text }) => text) : ['is not read'];
}

const SHOP = 'from: { namespace: shop }, to: outside, ';

describe('an expectation is weakened', () => {
  it.each([
    ['may-be-empty', `${SHOP}reachable: true`, `${SHOP}reachable: true, may-be-empty: true`],
    ['from', `${SHOP}reachable: true`, 'from: { namespace: shop, labels: { app: web } }, to: outside, reachable: true'],
    ['from', 'to: { namespace: shop }, unreachable: true', 'from: outside, to: { namespace: shop }, unreachable: true'],
    ['from', `from: { namespace-labels: { a: b } }, reachable: true`, `from: { namespace: shop }, reachable: true`],
    ['to', 'to: { namespace: a }, unreachable: true', 'to: { namespace: a, ports: [443/TCP] }, unreachable: true'],
    ['to', 'to: { cidr: 192.0.2.0/24 }, unreachable: true', 'to: { cidr: 192.0.2.0/25 }, unreachable: true'],
    ['only', `${SHOP}only: [{ cidr: 192.0.2.0/24 }]`, `${SHOP}only: [{ cidr: 192.0.2.0/24 }, { name: a.example }]`],
    ['only', `${SHOP}only: [{ cidr: 192.0.2.0/24, ports: [443/TCP] }]`, `${SHOP}only: [{ cidr: 192.0.2.0/24 }]`],
    ['only', `${SHOP}only: [outside]`, `${SHOP}reachable: true`],
    ['only-from', 'to: { namespace: a }, only-from: [outside]', 'to: { namespace: a }, only-from: [anywhere]'],
    ['source', `${SHOP}source: [192.0.2.1]`, `${SHOP}source: [192.0.2.1, 192.0.2.2]`],
    ['node', `${SHOP}node: [a]`, `${SHOP}node: [b]`],
    ['dscp', `${SHOP}dscp: 10`, `${SHOP}dscp: 12`],
    ['reachable', `${SHOP}reachable: true, dscp: 10`, `${SHOP}dscp: 10`],
    ['egressIPs', 'egressIPs: { names: ["a*"], survive: 1 }', 'egressIPs: { names: ["ab*"], survive: 1 }'],
    ['exposed', 'exposed: { only: ["https://a.example/x"] }', 'exposed: { only: [a.example/x] }'],
    ['reaches', 'host: a.example, reaches: [a/b]', 'host: a.example, reaches: [a/b, a/c]'],
    ['host', 'host: a.example, reaches: [a/b]', 'host: a.example/x, reaches: [a/b]'],
    ['it says something else', 'host: a.example, reaches: [a/b]', `${SHOP}reachable: true`],
  ])('in %s: %s, then %s', (field, before, after) => {
    const found = weaken(before, after);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(field);
  });
});

describe('an expectation is not weakened', () => {
  it.each([
    [`${SHOP}reachable: true`, `${SHOP}reachable: true, dscp: 10`],
    [`${SHOP}reachable: true, may-be-empty: true`, `${SHOP}reachable: true`],
    ['from: { namespace: shop, labels: { app: web } }, to: outside, reachable: true', `${SHOP}reachable: true`],
    [
      `from: { namespace-labels: { a: b, c: d } }, reachable: true`,
      `from: { namespace-labels: { a: b } }, reachable: true`,
    ],
    [`${SHOP}unreachable: true`, 'from: { namespace: shop }, unreachable: true'],
    [`${SHOP}only: [{ cidr: 192.0.2.0/24 }]`, `${SHOP}only: [{ cidr: 192.0.2.0/25 }, { cidr: 192.0.2.128/25 }]`],
    [`${SHOP}only: [{ cidr: 192.0.2.0/25 }, { cidr: 192.0.2.128/25 }]`, `${SHOP}only: [{ cidr: 192.0.2.0/24 }]`],
    [`${SHOP}only: [{ cidr: "2001:db8::/32" }]`, `${SHOP}only: [{ cidr: "2001:db8:1::/48" }]`],
    [`${SHOP}only: [outside]`, `${SHOP}unreachable: true`],
    [`${SHOP}source: [192.0.2.1, 192.0.2.2]`, `${SHOP}source: [192.0.2.2]`],
    ['egressIPs: { names: ["ab*", ac], survive: 1 }', 'egressIPs: { names: ["a*"], survive: 1 }'],
    ['exposed: { only: ["*.example"] }', 'exposed: { only: ["https://a.example/x", "*.b.example"] }'],
    ['host: a.example, reaches: [a/b, a/c]', 'host: a.example, reaches: [a/c]'],
  ])('where %s becomes %s', (before, after) => {
    expect(weaken(before, after)).toEqual([]);
  });
});

const PROMISES = FILES['expectations.yaml'] ?? '';
const withoutFirst = PROMISES.replace(/ {2}- name[^]*?(?= {2}- name)/, '');
const CHANGES = [
  ['goes', { 'expectations.yaml': withoutFirst }, 'it is removed'],
  ['goes with its file', { 'expectations.yaml': undefined }, 'it is removed'],
  [
    'becomes may-be-empty',
    { 'expectations.yaml': `${PROMISES.trimEnd()}\n    may-be-empty: true\n` },
    '`may-be-empty: true`',
  ],
  [
    'selects less',
    { 'expectations.yaml': PROMISES.replace('namespace: shop', 'namespace: shop, labels: { app: web }') },
    '`from` selects less',
  ],
] as const;

const change = (folder: string, files: Readonly<Record<string, string | undefined>>): void => {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) rmSync(join(folder, path));
    else writeFileSync(join(folder, path), text);
  }
};

describe.each(CHANGES)('an expectation that holds and %s', (_, files, line) => {
  it('is what weir diff --fail-on weakened fails for', async () => {
    const folder = repository(FILES);
    change(folder, files);
    const { code, out } = await weir(folder, ['diff', 'HEAD', '--fail-on', 'weakened']);
    expect(out).toContain('weakened by this change');
    expect(out).toContain(line);
    expect(out).toMatch(/^ {8}expectations\.yaml:\d+$/m);
    expect(out).toContain('This change affects no packet and weakens');
    expect(code).toBe(2);
    expect((await weir(folder, ['diff', 'HEAD', '--fail-on', 'opened,expectations'])).code).toBe(0);
  });

  it('is told on the pull request, and fails its check', async () => {
    const { github, repository: folder, change: open, run, close } = await openPullRequest();
    onTestFinished(close);
    const base = open(FILES, {});
    change(folder, files);
    expect(await run(base, '--fail-on', 'opened,weakened')).toMatchObject({ code: 2 });
    expect(github.comments).toMatchObject([{ body: expect.stringContaining(line) as string }]);
  });

  it('is what weir fleet diff --fail-on weakened fails for', async () => {
    const folder = repository(
      Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`clusters/east/${path}`, text])),
    );
    change(join(folder, 'clusters/east'), files);
    expect(await weir(folder, ['fleet', 'diff', 'HEAD', '--fail-on', 'weakened'])).toMatchObject({ code: 2 });
  });
});

it('an expectation of another name, or at another place, that says the same takes the place of one that goes', async () => {
  const folder = repository(REQUESTS);
  const text = readFileSync(join(folder, 'expectations.yaml'), 'utf8');
  writeFileSync(join(folder, 'expectations.yaml'), text.replace('only the shop', 'nothing but the shop'));
  const { code, out } = await weir(folder, ['diff', 'HEAD', '--fail-on', 'weakened']);
  expect({ code, out: out.includes('Nothing changes.') }).toEqual({ code: 0, out: true });
});

it('an expectation that does not hold now, and goes, is withdrawn and weakened', async () => {
  const folder = repository({ ...FILES, 'expectations.yaml': 'expectations:\n  - { name: x, reachable: true }\n' });
  writeFileSync(join(folder, 'expectations.yaml'), 'expectations: []\n');
  const { code, out } = await weir(folder, ['diff', 'HEAD', '--fail-on', 'weakened']);
  expect(out).toContain('This change affects no packet and withdraws 1 expectation.');
  expect(code).toBe(2);
});

it('an expectation that fails under a new name is reported once', async () => {
  const folder = repository({ ...FILES, 'expectations.yaml': 'expectations:\n  - { name: x, reachable: true }\n' });
  writeFileSync(join(folder, 'expectations.yaml'), 'expectations:\n  - { name: new, reachable: true }\n');
  const { code, out } = await weir(folder, ['diff', 'HEAD', '--fail-on', 'weakened']);
  expect(out).toContain("'new'");
  expect(out).not.toContain("'x'");
  expect(out).not.toContain('withdraws');
  expect(code).toBe(0);
});
