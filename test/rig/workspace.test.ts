import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import { findOvnReleases } from './ovn.js';
import { type Workspace, WORKSPACES, openWorkspace, warningsIn } from './workspace.js';

const opened: Workspace[] = [];

function open(): Workspace {
  const workspace = openWorkspace();
  opened.push(workspace);
  return workspace;
}

function namespaces(): string[] {
  const { stdout } = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  return stdout.split('\n').map((line) => line.split(' ', 1)[0] ?? '');
}

/** Whether a process is gone, or waits only to be forgotten. */
function hasEnded(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return !existsSync(file) || readFileSync(file, 'utf8').includes(') Z ');
}

describe.skipIf(findOvnReleases().available.length === 0)('a workspace of the rig (needs root and OVN)', () => {
  afterEach(() => {
    for (const workspace of opened.splice(0)) workspace.close();
  });

  it('leaves no namespace, folder or program behind when it is closed', async () => {
    const workspace = open();
    const namespace = await workspace.addNamespace('pod');
    const daemon = workspace.start('sleep', ['sleep', '600']);
    const file = join(workspace.folder, 'detached.pid');
    await workspace.run([
      'sh',
      '-c',
      `setsid sh -c 'echo $$ >${file}; exec tail -f ${file}' </dev/null >/dev/null 2>&1 &`,
    ]);
    const detached = await eventually('it writes its pid', () => Number(readFileSync(file, 'utf8')) || false);
    expect(namespaces()).toContain(namespace);
    workspace.close();
    expect(namespaces()).not.toContain(namespace);
    expect(existsSync(workspace.folder)).toBe(false);
    await eventually('the programs end', () => hasEnded(daemon.pid) && hasEnded(detached));
  });

  it('removes what a process that is gone has left behind, and nothing of a living one', async () => {
    const gone = spawnSync('true').pid;
    const leftover = `weir-${gone}-1`;
    mkdirSync(join(WORKSPACES, leftover), { recursive: true });
    writeFileSync(join(WORKSPACES, leftover, 'file'), '');
    spawnSync('ip', ['netns', 'add', `${leftover}-pod`]);
    const other = open();
    const living = await other.addNamespace('pod');
    expect(existsSync(join(WORKSPACES, leftover))).toBe(false);
    expect(namespaces()).not.toContain(`${leftover}-pod`);
    open();
    expect(namespaces()).toContain(living);
    expect(existsSync(other.folder)).toBe(true);
  });

  it('tells what a program that failed has written', async () => {
    await expect(open().run(['sh', '-c', 'echo broken >&2; exit 3'])).rejects.toThrow(/exit 3\nbroken/);
  });
});

describe('the warnings of a log', () => {
  it('contain what a program says of its input, and nothing about a busy machine', () => {
    const warning = '2026-11-26T10:00:00.000Z|00001|lflow|WARN|error parsing match';
    const busy = '2026-11-26T10:00:01.000Z|00002|timeval|WARN|Unreasonably long 1554ms poll interval';
    expect(warningsIn([warning, busy, 'a|b|INFO|c'].join('\n'))).toEqual([warning]);
  });
});
