import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIREWALL } from './manifests.js';
import type { BrokenCase } from './repository.js';

const SOUND = { 'firewall.yaml': FIREWALL };

function configuration(name: string, text: string, code: string, place: string): BrokenCase {
  return { name: `weir.yaml: ${name}`, files: { ...SOUND, 'weir.yaml': text }, code, at: `weir.yaml:${place}` };
}

/** Globs that cannot be used; they have no place, for the phase that finds files does not know where they are written. */
function globs(name: string, text: string, code: string): BrokenCase {
  return { name: `weir.yaml: ${name}`, files: { ...SOUND, 'weir.yaml': text }, code };
}

function folder(
  name: string,
  prepare: (root: string) => void,
  code: string,
  more: Partial<BrokenCase> = {},
): BrokenCase {
  return { name, files: SOUND, prepare, code, ...more };
}

/** Makes a git repository without any commit. */
function initGit(root: string): void {
  execFileSync('git', ['init', '--quiet', root], {
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: root },
  });
}

/** Repositories that cannot be read, and output folders that cannot be written. */
export const folderCases: readonly BrokenCase[] = [
  configuration('no mapping', '[]\n', 'configuration/not-a-mapping', '1:1'),
  configuration('two documents', 'mtu: 1400\n---\nmtu: 1500\n', 'configuration/not-a-mapping', '1:1'),
  configuration('an open bracket', 'manifests: [\n', 'yaml/syntax', '2:1'),
  configuration('an unknown field', 'interconect: true\n', 'schema/unknown-field', '1:1'),
  configuration('a word for a boolean', 'interconnect: maybe\n', 'schema/wrong-type', '1:15'),
  configuration('an unknown feature', 'features: [egressfirewall]\n', 'schema/not-a-choice', '1:12'),
  configuration('a network of 40 bits', 'clusterSubnets: [10.128.0.0/40]\n', 'configuration/bad-subnet', '1:18'),
  configuration('a schema from before', 'ovnSchemaVersion: 6.0.0\n', 'configuration/unsupported-schema', '1:19'),
  configuration('a huge number', 'mtu: 1e308\n', 'schema/out-of-range', '1:6'),
  configuration('the key __proto__', '__proto__: {output: /}\n', 'yaml/reserved-key', '1:1'),
  globs('an inventory that is not there', 'inventory: [nodes/*.yaml]\n', 'source/no-match'),
  globs('manifests that are not there', 'manifests: [firewalls.yaml, firewall.yaml]\n', 'source/no-match'),
  globs('no manifests', 'manifests: []\ninventory: [cluster.yaml]\n', 'manifest/nothing-to-compile'),
  globs('a glob with too many stars', 'manifests: ["**/**/**/**/*.yaml"]\n', 'source/bad-pattern'),
  globs(
    'too many globs',
    `manifests:\n${Array.from({ length: 201 }, (_, n) => `  - ${n}/*.yaml\n`).join('')}`,
    'source/too-many-patterns',
  ),
  { name: 'an empty repository', bare: true, code: 'manifest/nothing-to-compile' },
  {
    name: 'a repository of empty documents',
    bare: true,
    files: { 'a.yaml': '---\n---\n# nothing\n' },
    code: 'manifest/nothing-to-compile',
  },
  {
    name: 'a lock of which nothing would be left',
    files: { ...SOUND, 'weir.lock.yaml': 'egressIPs:\n  ferry:\n    mark: 50000\n' },
    code: 'lock/emptied',
    at: 'weir.lock.yaml:1:1',
  },
  {
    name: 'a folder that is not there',
    files: SOUND,
    args: (root) => ['compile', join(root, 'harbor')],
    code: 'source/no-match',
  },
  {
    name: 'an empty standard input',
    files: SOUND,
    args: () => ['compile', '-'],
    code: 'source/empty-stream',
    at: '<stdin>:1:1',
  },
  folder(
    'a folder without permission',
    (root) => {
      mkdirSync(join(root, 'closed'), { mode: 0o700 });
    },
    'source/unreadable',
    { unprivileged: true, at: 'closed:1:1' },
  ),
  folder(
    'a file without permission',
    (root) => {
      chmodSync(join(root, 'firewall.yaml'), 0o600);
    },
    'source/unreadable',
    { unprivileged: true, at: 'firewall.yaml:1:1' },
  ),
  folder(
    'a link out of the repository',
    (root) => {
      symlinkSync('/etc/passwd', join(root, 'passwd.yaml'));
    },
    'source/symlink',
    { at: 'passwd.yaml:1:1' },
  ),
  folder(
    'a link to nothing',
    (root) => {
      symlinkSync('nowhere', join(root, 'nowhere.yaml'));
    },
    'source/unreadable',
    { at: 'nowhere.yaml:1:1' },
  ),
  folder(
    'a linked folder beside a broken link',
    (root) => {
      symlinkSync('/etc', join(root, 'etc'));
      symlinkSync('nowhere', join(root, 'nowhere.yaml'));
    },
    'source/symlink-skipped',
    { at: 'etc:1:1' },
  ),
  folder(
    'a pipe',
    (root) => {
      execFileSync('mkfifo', [join(root, 'pipe.yaml')]);
    },
    'source/not-a-file',
    { at: 'pipe.yaml:1:1' },
  ),
  folder(
    'a file name that is not UTF-8',
    (root) => {
      writeFileSync(
        Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.yaml')]),
        FIREWALL,
      );
    },
    'source/bad-name',
    { at: '\ufffd\ufffd.yaml:1:1' },
  ),
  folder(
    'a file name for a terminal',
    (root) => {
      writeFileSync(join(root, '\x1b[31m\n.yaml'), 'kind: [\n');
    },
    'yaml/syntax',
    { at: '\\x1b[31m\\n.yaml:2:1' },
  ),
  folder(
    'folders that are too deep',
    (root) => {
      mkdirSync(join(root, ...Array<string>(120).fill('d')), { recursive: true });
    },
    'source/path-too-long',
    { at: `${'d/'.repeat(100)}d:1:1` },
  ),
  folder(
    'a file of more than 128 MiB',
    (root) => {
      truncateSync(join(root, 'firewall.yaml'), 2 ** 27 + 1);
    },
    'source/file-too-large',
    { at: 'firewall.yaml:1:1' },
  ),
  folder(
    'a file that Git LFS has not fetched',
    (root) => {
      writeFileSync(join(root, 'large.yaml'), 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n');
    },
    'source/lfs-pointer',
    { at: 'large.yaml:1:1' },
  ),
  folder(
    'a revision with a submodule and nothing else',
    (root) => {
      initGit(root);
      const link = `160000,${'1'.repeat(40)},module`;
      execFileSync('git', ['update-index', '--add', '--cacheinfo', link], { cwd: root, stdio: 'pipe' });
      const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
      execFileSync('git', [...identity, 'commit', '--quiet', '--message=x'], { cwd: root, stdio: 'pipe' });
    },
    'source/submodule-skipped',
    { at: 'module:1:1', args: (root) => ['compile', root, '--rev', 'HEAD'] },
  ),
  folder('a revision where there is no git', () => undefined, 'source/git-failed', {
    args: (root) => ['compile', root, '--rev', 'HEAD'],
  }),
  folder('a revision that is not there', initGit, 'source/bad-revision', {
    args: (root) => ['compile', root, '--rev', 'nowhere'],
  }),
  folder('a revision that is an option', initGit, 'source/bad-revision', {
    args: (root) => ['compile', root, '--rev=--output=x'],
  }),
  folder(
    'an output folder that is a file',
    (root) => {
      rmSync(join(root, 'rendered'), { recursive: true });
      writeFileSync(join(root, 'rendered'), 'mine\n');
    },
    'output/unwritable',
    { at: '<root>/rendered:1:1' },
  ),
  folder(
    'a linked folder in the output folder',
    (root) => {
      mkdirSync(join(root, 'elsewhere'));
      symlinkSync('../elsewhere', join(root, 'rendered/cluster'));
    },
    'output/symlink',
    { at: '<root>/rendered/cluster/status.yaml:1:1' },
  ),
  folder(
    'a file of someone else in the output folder',
    (root) => {
      mkdirSync(join(root, 'rendered/cluster'));
      writeFileSync(join(root, 'rendered/cluster/status.yaml'), 'mine\n');
    },
    'output/foreign-file',
    { at: '<root>/rendered/cluster/status.yaml:1:1' },
  ),
  folder(
    'a folder where a file should go',
    (root) => {
      mkdirSync(join(root, 'rendered/cluster/status.yaml'), { recursive: true });
    },
    'output/wrong-file-type',
    { at: '<root>/rendered/cluster/status.yaml:1:1' },
  ),
  folder(
    'an output folder without permission',
    (root) => {
      chmodSync(join(root, 'rendered'), 0o755);
    },
    'output/unwritable',
    { unprivileged: true, at: '<root>/rendered/.weir-<pid>:1:1' },
  ),
];
