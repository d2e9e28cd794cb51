import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CLI } from '../../rig/weir.js';
import { scratch } from '../../sources/scratch.js';
import { PADDING, repositoryOf } from './repository.js';

const NODE = 'apiVersion: v1\nkind: Node\nmetadata: { name: ferry }\n';
const firewall = (cidr: string): string => `${PADDING}apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: { name: default, namespace: harbor }
spec: { egress: [{ type: Deny, to: { cidrSelector: ${cidr} } }] }
`;
const SETTINGS = 'features: [egressFirewall]\nmanifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n';
const PART = 'rendered/northbound/shared/namespace-harbor.json';

const repository = (cidr = '203.0.113.0/24') =>
  repositoryOf({ 'weir.yaml': SETTINGS, 'egress/a.yaml': firewall(cidr), 'inventory/nodes.yaml': NODE });

const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));
const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

test('a run on the same input prints and leaves the same, and compiles nothing', async () => {
  const { folder, run, versions } = repository('203.0.113.7/24');
  const first = await run('compile');
  expect(first.err).toContain('egress-firewall/host-bits');
  const [index, kept] = [read(folder, 'rendered/index.json'), versions()];
  expect(kept).toHaveLength(2);
  expect(await run('compile')).toEqual(first);
  expect(await run('compile', '--check')).toMatchObject({ code: 0, out: '', err: first.err });
  expect(read(folder, 'rendered/index.json')).toBe(index);
  expect(versions()).toEqual(kept);
  const checked = await run('check');
  expect(await run('check')).toEqual(checked);
  expect(versions()).toHaveLength(3);
});

test('git ignores the folder, and the run does not need it', async () => {
  const { cache, run } = repository();
  const first = await run('compile');
  expect(read(cache, '.gitignore')).toBe('*\n');
  rmSync(cache, { recursive: true });
  expect(await run('compile')).toEqual(first);
});

test('another text, another option and another configuration are other runs', async () => {
  const { folder, run } = repository();
  await run('compile');
  writeFileSync(join(folder, 'egress/a.yaml'), firewall('198.51.100.0/24'));
  await run('compile');
  expect(read(folder, PART)).toContain('198.51.100.0/24');
  await run('compile', '--transactions');
  expect(read(folder, 'rendered/northbound/transactions/global.json')).toContain('198.51.100.0/24');
  writeFileSync(join(folder, 'weir.yaml'), SETTINGS.replace('[egressFirewall]', '[]'));
  await run('compile');
  expect(existsSync(join(folder, PART))).toBe(false);
});

test('an output that was edited, or of which a file is missing, is written again', async () => {
  const { folder, run } = repository();
  await run('compile');
  const text = read(folder, PART);
  for (const damage of [
    () => {
      writeFileSync(join(folder, PART), text.replace('203', '204'));
    },
    () => {
      rmSync(join(folder, PART));
    },
    () => {
      rmSync(join(folder, 'rendered/index.json'));
    },
  ]) {
    damage();
    expect((await run('compile', '--check')).code).toBe(2);
    expect((await run('compile')).code).toBe(0);
    expect(read(folder, PART)).toBe(text);
  }
});

describe('an entry is not believed', () => {
  const expectRun = async ({ folder, run, versions }: ReturnType<typeof repository>, kept: readonly string[]) => {
    writeFileSync(join(folder, PART), 'x');
    expect((await run('compile')).code).toBe(0);
    expect(read(folder, PART)).toContain('203.0.113.0/24');
    expect(versions()).not.toEqual(kept);
  };

  test.each([1, 64, 100])('that was cut to %i bytes', async (length) => {
    const repo = repository();
    await repo.run('compile');
    const kept = repo.versions();
    truncateSync(repo.entry(), length);
    await expectRun(repo, kept);
  });

  test('that was edited', async () => {
    const repo = repository();
    const { out } = await repo.run('compile');
    const kept = repo.versions();
    const text = readFileSync(repo.entry(), 'utf8');
    writeFileSync(repo.entry(), text.replace('"resources":1', '"resources":9'));
    expect(readFileSync(repo.entry(), 'utf8')).not.toBe(text);
    expect((await repo.run('compile')).out).toBe(out);
    await expectRun(repo, kept);
  });

  test('that is one of another input', async () => {
    const repo = repository();
    await repo.run('compile');
    const other = repository('198.51.100.0/24');
    cpSync(repo.home, other.home, { recursive: true });
    await other.run('compile');
    const kept = repo.versions();
    writeFileSync(repo.entry(), readFileSync(other.entry()));
    await expectRun(repo, kept);
  });

  test('that somebody else has made', async () => {
    const repo = repository();
    await repo.run('compile');
    const kept = repo.versions();
    rmSync(join(repo.home, 'weir'), { recursive: true });
    await expectRun(repo, kept);
  });

  test('without a secret of the right length', async () => {
    const repo = repository();
    await repo.run('compile');
    truncateSync(join(repo.home, 'weir/cache-secret'), 0);
    const kept = repo.versions();
    expect((await repo.run('compile')).code).toBe(0);
    expect(repo.versions()).toEqual(kept);
  });
});

test('another version of the program uses nothing of this one', async () => {
  const { folder, home, entries, run } = repository();
  const { out } = await run('check');
  const other = scratch();
  for (const name of ['dist', 'templates', 'package.json'])
    cpSync(join(PACKAGE, name), join(other, name), { recursive: true });
  symlinkSync(join(PACKAGE, 'node_modules'), join(other, 'node_modules'));
  const manifest = join(other, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, '"version": "99.0.0"'));
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: home };
  const command = [join(other, 'dist/cli.js'), 'check', '-C', folder];
  expect(spawnSync(process.execPath, command, { env, encoding: 'utf8' })).toMatchObject({ status: 0, stdout: out });
  expect(entries()).toHaveLength(2);
}, 60_000);

test('with --no-cache, and for a small input, nothing is kept', async () => {
  const { folder, cache, run } = repository();
  await run('compile', '--no-cache');
  expect(existsSync(cache)).toBe(false);
  writeFileSync(join(folder, 'egress/a.yaml'), firewall('203.0.113.0/24').slice(PADDING.length));
  await run('compile');
  expect(existsSync(cache)).toBe(false);
});

test('a link or a file in the place of the folder is left alone', async () => {
  const { cache, run } = repository();
  const elsewhere = scratch();
  symlinkSync(elsewhere, cache);
  expect((await run('compile')).code).toBe(0);
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(cache);
  writeFileSync(cache, 'mine');
  expect((await run('compile')).code).toBe(0);
  expect(readFileSync(cache, 'utf8')).toBe('mine');
});

test('a home that cannot be written means that nothing is kept', async () => {
  const { cache, home, run } = repository();
  writeFileSync(join(home, 'weir'), 'mine');
  expect((await run('compile')).code).toBe(0);
  expect(existsSync(cache)).toBe(false);
});

test('runs at the same time keep whole entries', async () => {
  const { folder, home, entries, run } = repository();
  const script = `for n in 1 2 3 4; do '${process.execPath}' '${CLI}' check -C '${folder}' & done; wait`;
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: home };
  expect(spawnSync('sh', ['-c', script], { env, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  expect(entries()).toHaveLength(1);
  expect((await run('check')).code).toBe(0);
}, 60_000);

test('no more than 64 entries are kept', async () => {
  const { cache, run, entries } = repository();
  mkdirSync(cache);
  for (let number = 0; number < 100; number++) writeFileSync(join(cache, `${number}`), 'x');
  await run('check');
  expect(entries()).toHaveLength(64);
  expect(entries().filter((name) => name.length === 64)).toHaveLength(1);
});

test('no more than 64 MiB are kept', async () => {
  const { cache, run, entries } = repository();
  mkdirSync(cache);
  for (let number = 0; number < 20; number++) {
    writeFileSync(join(cache, `${number}`), '');
    truncateSync(join(cache, `${number}`), 8 * 2 ** 20);
  }
  await run('check');
  expect(entries()).toHaveLength(8);
  expect(entries().filter((name) => name.length === 64)).toHaveLength(1);
});

test.skipIf(process.geteuid?.() !== 0)(
  'a full disk, or one that is read-only, changes nothing',
  () => {
    const { folder, home, cache } = repository();
    mkdirSync(cache);
    for (const options of ['size=4k', 'ro']) {
      const script = `mount -t tmpfs -o ${options} none '${cache}' && '${process.execPath}' '${CLI}' compile '${folder}'`;
      const env = { PATH: process.env.PATH, XDG_CACHE_HOME: home };
      const { status, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], { env, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(read(folder, PART)).toContain('203.0.113.0/24');
    }
  },
  60_000,
);
