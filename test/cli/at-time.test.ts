import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { capturePrinted } from '../../src/cli/process/print.js';
import { runProgram } from '../../src/cli/program.js';
import { parseTime } from '../../src/cli/commands/parse-time.js';
import { git } from '../rig/repository.js';
import { scratch } from '../sources/scratch.js';

const QUICKSTART = fileURLToPath(new URL('../../fixtures/quickstart/', import.meta.url));

/** A repository whose second commit, a day later, denies the partner. */
function history(): string {
  const folder = scratch({});
  for (const name of ['egress', 'inventory', 'weir.yaml'])
    cpSync(join(QUICKSTART, name), join(folder, name), { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commitAt(folder, '2026-03-01T10:00:00Z', 'Start');
  const file = join(folder, 'egress/shop.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('203.0.113.0/24', '203.0.112.0/24'));
  commitAt(folder, '2026-03-02T10:00:00+02:00', 'Block the partner');
  return folder;
}

function commitAt(folder: string, date: string, subject: string): void {
  git(folder, 'add', '--all');
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const env = { PATH: process.env.PATH, GIT_COMMITTER_DATE: date };
  execFileSync('git', [...identity, 'commit', '--quiet', `--message=${subject}`], { cwd: folder, env });
}

async function ask(folder: string, ...words: string[]) {
  const { result, stdout, stderr } = await capturePrinted(() => runProgram(['node', 'weir', '-C', folder, ...words]));
  return { code: result, out: stdout, err: stderr };
}

const QUERY = ['trace', 'shop/checkout-0', '203.0.113.7', '443'];

describe('--at', () => {
  it('traces in the revision that was the newest at a time, and names it', async () => {
    const folder = history();
    const now = await ask(folder, ...QUERY);
    expect(now.out).toContain('dropped by EgressFirewall shop/default');
    const before = await ask(folder, ...QUERY, '--at', '2026-03-02T07:59:59Z');
    expect(before.out).toContain('leaves node worker-a from 192.168.10.11');
    expect(before.err).toMatch(
      /^weir: at 2026-03-02T07:59:59Z, the repository was at [0-9a-f]{12}, 2026-03-01: Start\n$/,
    );
    expect((await ask(folder, ...QUERY, '--at', '2026-03-02T08:00')).out).toBe(now.out);
    expect((await ask(folder, ...QUERY, '--at', '2026-03-01')).out).toBe(before.out);
  });

  it('takes the inventory of its own repository at that time', async () => {
    const folder = history();
    const inventory = scratch({ 'cluster.yaml': readFileSync(join(QUICKSTART, 'inventory/cluster.yaml')) });
    git(inventory, 'init', '--quiet', '--initial-branch=main');
    commitAt(inventory, '2026-02-20T10:00:00Z', 'Snapshot');
    const file = join(inventory, 'cluster.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('192.168.10.11', '192.168.10.21'));
    commitAt(inventory, '2026-03-01T12:00:00Z', 'Move the node');
    const words = [...QUERY, '--inventory', inventory, '--at'];
    expect((await ask(folder, ...words, '2026-03-01T11:00Z')).out).toContain('from 192.168.10.11');
    const { out, err } = await ask(folder, ...words, '2026-03-01T12:00Z');
    expect(out).toContain('from 192.168.10.21');
    expect(err).toContain(`the repository of ${inventory} was at`);
  });

  it('explains in an earlier revision', async () => {
    const { out } = await ask(history(), 'explain', 'shop/checkout-0', '--at', '2026-03-01');
    expect(out).toContain('203.0.113.0-203.0.113.255');
  });

  it('fails before the first commit, which it names, and outside of a repository', async () => {
    const early = await ask(history(), ...QUERY, '--at', '2026-02-28');
    expect(early.code).toBe(1);
    expect(early.err).toMatch(
      /^weir: the repository has no commit of HEAD by 2026-02-28: the first one is [0-9a-f]{12}, 2026-03-01: Start\n$/,
    );
    const none = await ask(scratch({ 'weir.yaml': '' }), ...QUERY, '--at', '2026-03-01');
    expect(none.code).toBe(1);
    expect(none.err).toContain('git failed: not a git repository');
  });

  it('accepts times in ISO 8601 and dates only', async () => {
    expect(parseTime('2026-03-01')).toBe(Date.UTC(2026, 2, 1, 23, 59, 59) / 1000);
    expect(parseTime('2026-03-01T10:00')).toBe(Date.UTC(2026, 2, 1, 10) / 1000);
    expect(parseTime('2026-03-01T10:00:30.5+01:30')).toBe(Date.UTC(2026, 2, 1, 8, 30, 30) / 1000);
    for (const text of ['yesterday', '2026-02-30', '2026-02-30T10:00Z', '2026-03-01T25:00Z', '2026-03-01 10:00', '']) {
      expect(parseTime(text)).toBeUndefined();
    }
    const { code, err } = await ask(QUICKSTART, ...QUERY, '--at', 'yesterday');
    expect(code).toBe(1);
    expect(err).toContain('expected a time such as 2026-03-18T09:30:00Z, or a date such as 2026-03-18');
  });
});
