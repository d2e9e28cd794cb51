import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../rig/repository.js';
import { weir } from '../../rig/weir.js';
import { scratch } from '../../sources/scratch.js';

const QUICKSTART = fileURLToPath(new URL('../../../fixtures/quickstart', import.meta.url));
const QUERY = ['log', 'shop/checkout-0', '203.0.113.7', '443'];

/** A repository whose folder `cluster` is closed by its third commit, and whose inventory moves the path in its fourth. */
describe('weir log', () => {
  let top: string;
  let folder: string;
  const commits: string[] = [];

  beforeAll(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'weir-log-')));
    writeFileSync(join(top, 'readme.md'), 'x');
    folder = join(top, 'cluster');
    mkdirSync(folder);
    cpSync(QUICKSTART, folder, { recursive: true });
    rmSync(join(folder, 'rendered'), { recursive: true });
    git(top, 'init', '--quiet', '--initial-branch=main');
    const change = (subject: string, file: string, from = '', to = ''): void => {
      const path = join(top, file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, from === '' ? `${text}# ${subject}\n` : text.replaceAll(from, to));
      git(top, 'add', '--all');
      git(top, 'commit', '--quiet', `--message=${subject}`);
      commits.push(git(top, 'rev-parse', 'HEAD'));
    };
    change('Start', 'readme.md');
    change('Reword', 'cluster/egress/shop.yaml');
    change('Block the partner', 'cluster/egress/shop.yaml', '203.0.113.0/24', '203.0.112.0/24');
    change('Tidy', 'cluster/egress/shop.yaml');
    change('Another folder', 'readme.md');
    change('Let the partner in', 'cluster/egress/shop.yaml', '203.0.112.0/24', '203.0.113.0/24');
    change('Move the node', 'cluster/inventory/cluster.yaml', '192.168.10.11', '192.168.10.21');
  });

  afterAll(() => {
    rmSync(top, { recursive: true });
  });

  it('names the commit that closed a path, with its author and date and the answers before and after it', async () => {
    const { code, out } = await weir(folder, [...QUERY, '--rev', commits[4] ?? '']);
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toBe('shop/checkout-0 → 203.0.113.7 443: dropped');
    expect(lines[2]).toMatch(
      new RegExp(`^closed by ${commits[2]?.slice(0, 12)}, \\d{4}-\\d\\d-\\d\\d, Test: Block the partner$`),
    );
    expect(lines[3]).toMatch(/^ {2}before: leaves node worker-a from 192\.168\.10\.11 /);
    expect(lines[4]).toBe('  after:  dropped');
    expect(lines[6]).toMatch(/^compiled \d of 4 revisions/);
  });

  it('finds every change with --all, the newest first, and one in the inventory', async () => {
    const { out } = await weir(folder, [...QUERY, '--all', '--format', 'json']);
    const { changes, revisions, compiled } = JSON.parse(out) as {
      changes: { change: string; commit: string }[];
      revisions: number;
      compiled: number;
    };
    expect(changes.map(({ change, commit }) => [change, commits.indexOf(commit)])).toEqual([
      ['moved', 6],
      ['opened', 5],
      ['closed', 2],
    ]);
    expect([revisions, compiled]).toEqual([6, 6]);
  });

  it('gives each revision the answer that it has alone, although all share the work on equal files', async () => {
    const newestAt = async (commit: string, ...words: string[]): Promise<unknown> => {
      const { out } = await weir(folder, [...QUERY, '--rev', commit, '--format', 'json', ...words]);
      return (JSON.parse(out) as { newest: unknown }).newest;
    };
    const { out } = await weir(folder, [...QUERY, '--all', '--format', 'json']);
    const { changes } = JSON.parse(out) as { changes: { commit: string; before: unknown; after: unknown }[] };
    for (const { commit, before, after } of changes) {
      expect(await newestAt(commit, '--max-count', '1')).toEqual(after);
      expect(await newestAt(`${commit}~1`, '--max-count', '1')).toEqual(before);
    }
  });

  it('starts with a revision, and looks at the newest commits only', async () => {
    const since = await weir(folder, [...QUERY, '--since', commits[3] ?? '', '--rev', commits[5] ?? '']);
    expect(since.out).toContain(`opened by ${commits[5]?.slice(0, 12)}`);
    const few = await weir(folder, [...QUERY, '--max-count', '2', '--rev', commits[3] ?? '']);
    expect(few.out).toContain('the same in the oldest and the newest of 2 revisions');
  });

  it('needs a git repository, known revisions and a valid query', async () => {
    const outside = await weir(QUICKSTART, ['log', 'shop', 'nowhere.example.com', '443', '--rev', 'HEAD']);
    expect(outside.code).toBe(1);
    const bare = scratch({ 'weir.yaml': '' });
    expect(await weir(bare, QUERY)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('git') as string });
    expect(await weir(folder, [...QUERY, '--since', 'no-such-tag'])).toMatchObject({ code: 1, out: '' });
    const unknown = await weir(folder, ['log', 'shop/none', '203.0.113.7', '443']);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('shop/none') as string });
    expect(await weir(folder, [...QUERY, '--max-count', '0'])).toMatchObject({ code: 1 });
  });
});
