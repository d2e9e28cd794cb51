import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFake } from '../clients/ovsdb/fake-server.js';
import { CLI, type Ended, weir as runWeir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const NODE = 'apiVersion: v1\nkind: Node\nmetadata:\n  name: worker-a\n';
const FIREWALL =
  'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: shop}\n' +
  'spec: {egress: [{type: Deny, to: {cidrSelector: 203.0.113.0/24}}]}\n';
/** Clears a terminal, and turns the text around. */
const HOSTILE = '\u001b[2J\u202e';
/** A sentence is 2,000 characters at most, and Weir has a few of its own to say. */
const MOST_SHOWN = 10_000;

const weir = (cwd: string, ...words: string[]): Promise<Ended> => runWeir(cwd, words);

function expectShown(text: string): void {
  expect(text.length).toBeLessThan(MOST_SHOWN);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
}

describe('what others say', () => {
  it('is shown in part where a server answers with a megabyte', async () => {
    const folder = scratch({ 'weir.yaml': 'inventory: [nodes.yaml]\n', 'nodes.yaml': NODE, 'shop.yaml': FIREWALL });
    expect(await weir(folder, 'compile')).toMatchObject({ code: 0 });
    const details = HOSTILE + 'x'.repeat(2 ** 20);
    const answers: Readonly<Record<string, unknown>> = {
      list_dbs: ['OVN_Northbound'],
      get_schema: { name: 'OVN_Northbound', version: '7.3.0', tables: {} },
    };
    const server = await startFake((socket) => ({ id, method = '' }) => {
      const result = answers[method] ?? null;
      socket.write(JSON.stringify({ id, result, error: result === null ? { error: 'no', details } : null }));
    });
    onTestFinished(server.close);
    const remote = 'path' in server.remote ? `unix:${server.remote.path}` : '';
    const { code, out, err } = await weir(folder, 'plan', 'northbound', '--zone', 'global', '--remote', remote);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('\\x1b[2J\\u{202e}xxx');
    expect(err).toMatch(/x… \(\d+ more characters\)/);
    expectShown(err);
  });

  it.each([
    ['a revision', [HOSTILE + 'x'.repeat(100_000)]],
    ['a revision of the head', ['HEAD', HOSTILE + 'x'.repeat(100_000)]],
    ['a folder', [`./${HOSTILE}${'x'.repeat(100_000)}`]],
    ['a folder that is compiled', ['--path', HOSTILE + 'x'.repeat(100_000)]],
    ['a topic', ['--fail-on', HOSTILE + 'x'.repeat(100_000)]],
    ['an option', [`--${HOSTILE}${'x'.repeat(100_000)}`]],
  ])('is shown in part where an argument of diff is hostile: %s', async (_, words) => {
    const { code, out, err } = await weir(scratch({ 'weir.yaml': '' }), 'diff', ...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).not.toBe('');
    expectShown(err);
  });

  it.each([
    ['a name that is too long', HOSTILE + 'x'.repeat(1_000)],
    ['a folder that is not there', `${HOSTILE}nowhere`],
    ['a name below a file', 'weir.yaml/x'],
    ['a circle of links', 'loop'],
  ])('is a problem of the input where a command is given a path that cannot be read: %s', async (_, path) => {
    const folder = scratch({ 'weir.yaml': '' });
    symlinkSync('loop', join(folder, 'loop'));
    const commands = [
      ['compile', path],
      ['check', path],
      ['compile', '--config', path],
      ['explain', 'egressip', 'ferry', '-C', path],
      ['whatif', '--drain', 'worker-a', '-C', path],
      ['diff', '--path', path],
      ['diff', `./${path}`],
      ['diff', path],
      ['generate', '-C', path],
      ['plan', 'northbound', '--zone', 'global', path],
    ];
    for (const words of commands) {
      const { code, out, err } = await weir(folder, ...words);
      expect([words[0], code]).toEqual([words[0], 1]);
      const said = out + err;
      expect(said).toMatch(/error\[[a-z/-]+\]: |cannot be read/);
      expectShown(said);
    }
  });

  it('is a problem of the input where the folder that a command runs in is gone', async () => {
    const folder = scratch();
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"';
    const run = promisify(execFile)('sh', ['-c', script, process.execPath, CLI, 'check'], { cwd: folder });
    const problem = expect.stringContaining('weir: the current folder cannot be read') as unknown;
    await expect(run).rejects.toMatchObject({ code: 1, stdout: '', stderr: problem });
  });

  it('is shown visibly where the folders that diff compares have hostile names', async () => {
    const folder = scratch({ [join(HOSTILE, 'weir.yaml')]: 'inventory: [nodes.yaml]\n' });
    const { err } = await weir(folder, 'diff', HOSTILE, HOSTILE);
    expectShown(err);
  });
});
