import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../rig/eventually.js';
import { repository } from '../../rig/repository.js';
import { CLI, weir } from '../../rig/weir.js';
import { scratch } from '../../sources/scratch.js';

const NODE = `apiVersion: v1
kind: Node
metadata:
  name: ferry
  annotations: { k8s.ovn.org/node-subnets: '{"default": ["10.128.0.0/23"]}' }
`;
const firewall = (cidr: string): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: { name: default, namespace: harbor }
spec: { egress: [{ type: Deny, to: { cidrSelector: ${cidr} } }] }
`;
const FILES = {
  'weir.yaml': 'features: [egressFirewall]\nmanifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n',
  'egress/harbor.yaml': firewall('203.0.113.0/24'),
  'inventory/nodes.yaml': NODE,
};
const PART = 'rendered/northbound/shared/namespace-harbor.json';

/** A command that stays, and what it has written so far. */
function start(folder: string, ...words: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [CLI, ...words, '--watch', '-C', folder], { stdio: 'pipe' });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended, out: () => out, err: () => err };
}

const partOf = (folder: string): string => readFileSync(join(folder, PART), 'utf8');

/** What somebody else's compilation of the folder makes. */
async function expectUpToDate(folder: string): Promise<void> {
  expect((await weir(folder, ['compile', '--check'])).out).toBe('');
}

test('compile --watch writes what a changed, renamed or added file means, until it is interrupted', async () => {
  const folder = scratch(FILES);
  const { child, ended } = start(folder, 'compile');
  await eventually('the first output', () => partOf(folder).includes('203.0.113.0/24'));
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('198.51.100.0/24'));
  await eventually('the changed rule', () => partOf(folder).includes('198.51.100.0/24'));
  writeFileSync(join(folder, 'egress/.new'), firewall('192.0.2.0/24'));
  renameSync(join(folder, 'egress/.new'), join(folder, 'egress/harbor.yaml'));
  await eventually('the file that took its place', () => partOf(folder).includes('192.0.2.0/24'));
  writeFileSync(join(folder, 'egress/other.yaml'), firewall('192.0.2.0/25').replace('harbor', 'quay'));
  const index = join(folder, 'rendered/index.json');
  await eventually('the new namespace', () => readFileSync(index, 'utf8').includes('EgressFirewall quay/default'));
  rmSync(join(folder, 'egress/other.yaml'));
  await eventually('its end', () => !readFileSync(index, 'utf8').includes('EgressFirewall quay/default'));
  await expectUpToDate(folder);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 120_000);

test('compile --watch sees another folder in the place of one, and what is written through a link', async () => {
  const folder = scratch({ ...FILES, 'next/harbor.yaml': firewall('198.51.100.0/24') });
  const { child, ended } = start(folder, 'compile');
  await eventually('the first output', () => partOf(folder).includes('203.0.113.0/24'));
  renameSync(join(folder, 'egress'), join(folder, 'aside'));
  renameSync(join(folder, 'next'), join(folder, 'egress'));
  await eventually('the rule of the other folder', () => partOf(folder).includes('198.51.100.0/24'));
  renameSync(join(folder, 'egress/harbor.yaml'), join(folder, 'linked.yaml'));
  symlinkSync(join(folder, 'linked.yaml'), join(folder, 'egress/harbor.yaml'));
  writeFileSync(join(folder, 'linked.yaml'), firewall('192.0.2.0/24'));
  await eventually('the rule behind the link', () => partOf(folder).includes('192.0.2.0/24'));
  writeFileSync(join(folder, 'linked.yaml'), firewall('192.0.2.0/25'));
  await eventually('the next rule behind the link', () => partOf(folder).includes('192.0.2.0/25'));
  await expectUpToDate(folder);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 120_000);

test('compile --watch keeps the last good output while a file is broken, and goes on when it is fixed', async () => {
  const folder = scratch(FILES);
  const { child, ended, err } = start(folder, 'compile');
  await eventually('the first output', () => partOf(folder).includes('203.0.113.0/24'));
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('198.51.100.0/24').replace('Deny', 'Denied'));
  await eventually('the finding', () => err().includes("is 'Denied', expected"));
  expect(partOf(folder)).toContain('203.0.113.0/24');
  writeFileSync(join(folder, 'weir.yaml'), 'features: [\n');
  await eventually('the next finding', () => err().includes('yaml/syntax'));
  expect(partOf(folder)).toContain('203.0.113.0/24');
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('198.51.100.0/24'));
  writeFileSync(join(folder, 'weir.yaml'), `${FILES['weir.yaml']}transactions: true\n`);
  await eventually('the fixed rule', () => partOf(folder).includes('198.51.100.0/24'));
  await eventually('what the configuration asks for', () =>
    readFileSync(join(folder, 'rendered/northbound/transactions/global.json'), 'utf8').includes('198.51.100.0/24'),
  );
  await expectUpToDate(folder);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 120_000);

test('check --watch prints the findings of each state of the input', async () => {
  const folder = scratch(FILES);
  const { child, ended, out, err } = start(folder, 'check');
  await eventually('that it is fine', () => err().includes('no findings'));
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('203.0.113.300/24'));
  await eventually('the finding', () => out().includes('egress-firewall/bad-cidr'));
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('203.0.113.0/24'));
  await eventually('that it is fixed', () => err().split('no findings').length === 3);
  expect(err()).toContain('input changed');
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 120_000);

test('expect --watch answers for each state of the input', async () => {
  const folder = scratch({
    ...FILES,
    'inventory/pods.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: { name: crane, namespace: harbor }\nspec: { nodeName: ferry }\nstatus: { podIPs: [{ ip: 10.128.0.5 }] }\n',
    'expectations.yaml':
      'expectations:\n  - name: kept in\n    from: { namespace: harbor }\n    to: { cidr: 203.0.113.0/24 }\n    unreachable: true\n',
  });
  const { child, ended, out } = start(folder, 'expect');
  await eventually('that it is kept', () => out().includes('1 of 1 expectation holds'));
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('203.0.113.0/25'));
  await eventually('that it is broken', () => out().includes('0 of 1 expectation holds'));
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 120_000);

test('diff --watch says what each state of the work tree changes', async () => {
  const folder = repository(FILES);
  const { child, ended, out, err } = start(folder, 'diff', 'HEAD');
  await eventually('that nothing has changed', () => out().includes('Nothing changes.'));
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('198.51.100.0/24'));
  await eventually('what is closed', () => out().includes('any protocol to 198.51.100.0/24'));
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('['));
  await eventually('that it is broken', () => err().includes('working tree cannot be compiled'));
  writeFileSync(join(folder, 'egress/harbor.yaml'), firewall('203.0.113.0/24'));
  await eventually('that it is fixed', () => out().split('Nothing changes.').length === 3);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
}, 120_000);

test('--watch does not take standard input or a revision', async () => {
  const folder = scratch(FILES);
  const stream = await weir(folder, ['compile', '-', '--watch']);
  expect([stream.code, stream.err]).toEqual([1, 'weir: --watch requires files, standard input is read once\n']);
  expect((await weir(folder, ['check', '--watch', '--rev', 'HEAD'])).code).toBe(1);
  const revisions = await weir(folder, ['diff', 'HEAD', 'HEAD', '--watch']);
  expect([revisions.code, revisions.err]).toEqual([1, 'weir: --watch requires files, two revisions do not change\n']);
}, 60_000);
