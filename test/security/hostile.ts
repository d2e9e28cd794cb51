import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratch } from '../sources/scratch.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
export const TOKEN = 'ghs_secretsecretsecret';

export const firewall = (cidr: string): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec:
  egress:
    - {type: Allow, to: {cidrSelector: ${cidr}}}
    - {type: Deny, to: {cidrSelector: 0.0.0.0/0}}
`;
const FILES = {
  'weir.yaml': 'manifests: [shop.yaml]\ninventory: [nodes.yaml]\n',
  'nodes.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: heron}\n',
  'shop.yaml': firewall('203.0.113.0/24'),
};

export function git(folder: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** A repository with one commit of a firewall, on the branch `main`. */
export function repository(files: Readonly<Record<string, string>> = FILES): string {
  const folder = scratch(files);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commit(folder);
  return folder;
}

export function commit(folder: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message=x');
  return git(folder, 'rev-parse', 'HEAD');
}

/** A command that leaves a trace, with its environment, when anything runs it. */
export function trap(): { readonly command: string; readonly trace: () => string | undefined } {
  const folder = scratch();
  const [command, file] = [join(folder, 'trap.sh'), join(folder, 'trace')];
  writeFileSync(command, `#!/bin/sh\nenv >> ${file}\necho ran >> ${file}\nexit 1\n`, { mode: 0o755 });
  return { command, trace: () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined) };
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command as a job does, with a token in its environment. A run that hangs has no exit code. */
export function weir(cwd: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: scratch(), GITHUB_TOKEN: TOKEN, ...environment },
    timeout: 240_000,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs `weir pr` as a job of GitHub Actions; nobody listens where its API should be. */
export function pullRequest(
  cwd: string,
  base: string,
  ...words: readonly string[]
): Ended & { readonly summary: string } {
  const job = scratch({
    'event.json': JSON.stringify({ pull_request: { number: 7, head: { sha: 'c0ffee' }, base: { sha: base } } }),
    'summary.md': '',
  });
  const ended = weir(cwd, ['pr', ...words], {
    GITHUB_REPOSITORY: 'acme/egress',
    GITHUB_API_URL: 'http://127.0.0.1:9',
    GITHUB_EVENT_PATH: join(job, 'event.json'),
    GITHUB_STEP_SUMMARY: join(job, 'summary.md'),
  });
  return { ...ended, summary: readFileSync(join(job, 'summary.md'), 'utf8') };
}
