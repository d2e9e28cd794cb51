import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { repository as makeRepository } from '../rig/repository.js';
import { CLI, type Ended } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';
import { json, startRawServer } from './raw-server.js';

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

/** A repository with one commit of a firewall, on the branch `main`. */
export function repository(files: Readonly<Record<string, string>> = FILES): string {
  return makeRepository(files);
}

/** A command that leaves a trace, with its environment, when anything runs it. */
export function trap(): { readonly command: string; readonly trace: () => string | undefined } {
  const folder = scratch();
  const [command, file] = [join(folder, 'trap.sh'), join(folder, 'trace')];
  writeFileSync(command, `#!/bin/sh\nenv >> ${file}\necho ran >> ${file}\nexit 1\n`, { mode: 0o755 });
  return { command, trace: () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined) };
}

/** Milliseconds. */
const LONGEST_RUN = 240_000;

/** The environment of a job, with a token in it. */
function environmentOf(more: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return { PATH: process.env.PATH, HOME: scratch(), GITHUB_TOKEN: TOKEN, ...more };
}

/** Runs the built command as a job does, with a token in its environment. A run that hangs has no exit code. */
export function weir(cwd: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    cwd,
    encoding: 'utf8',
    env: environmentOf(environment),
    timeout: LONGEST_RUN,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs `weir pr` as a job of GitHub Actions, with an API that answers everything with 404, so that nothing is tried again. */
export async function pullRequest(
  cwd: string,
  base: string,
  ...words: readonly string[]
): Promise<Ended & { readonly summary: string }> {
  const job = scratch({
    'event.json': JSON.stringify({ pull_request: { number: 7, head: { sha: 'c0ffee' }, base: { sha: base } } }),
    'summary.md': '',
  });
  const { url, close } = await startRawServer(() => json({ message: 'Not Found' }, '404 Not Found'));
  const child = spawn(process.execPath, [CLI, 'pr', ...words], {
    cwd,
    env: environmentOf({
      GITHUB_REPOSITORY: 'acme/egress',
      GITHUB_API_URL: url,
      GITHUB_EVENT_PATH: join(job, 'event.json'),
      GITHUB_STEP_SUMMARY: join(job, 'summary.md'),
    }),
    timeout: LONGEST_RUN,
  });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  close();
  return { code, out, err, summary: readFileSync(join(job, 'summary.md'), 'utf8') };
}
