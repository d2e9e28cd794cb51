import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scratch } from '../sources/scratch.js';
import { CLI } from '../rig/weir.js';

/** Runs a line of shell in which `weir` is the command; `code` is that of `weir`, not of what reads from it. */
function shell(line: string, cwd: string = scratch({ 'weir.yaml': '' })): { code: number | null; err: string } {
  const script = `weir() { "${process.execPath}" "${CLI}" "$@"; }\n${line}\nexit "\${PIPESTATUS[0]}"`;
  const { status, stderr } = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' });
  return { code: status, err: stderr };
}

describe('standard output', () => {
  it('that nobody reads any more changes neither what is said on standard error nor the exit code', () => {
    expect(shell('weir schema | true')).toEqual({ code: 0, err: '' });
    const { code, err } = shell('weir check --format json | true');
    expect(code).toBe(1);
    expect(err).toBe('');
  });

  it.skipIf(process.platform !== 'linux')('that cannot be written is said, exit code 1', () => {
    const message = 'weir: cannot write standard output: no space left on device (ENOSPC)\n';
    expect(shell('weir schema > /dev/full')).toEqual({ code: 1, err: message });
  });

  it('that is closed does not crash', () => {
    expect(shell('weir schema >&-').err).not.toMatch(/ at .*\.js/);
  });
});

const hasTerminal = spawnSync('script', ['--version']).status === 0;

describe.skipIf(!hasTerminal)('a terminal', () => {
  const rule = '    - {type: Deny, to: {cidrSelector: 10.1.2.3/8}}\n';
  const firewall = (namespace: string, rules: string): string =>
    `---\napiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: ${namespace}}\nspec:\n  egress:\n${rules}`;
  const names = Array.from({ length: 30 }, (_, index) => `team-${index}`);
  const FILES = {
    'weir.yaml': 'features: [egressFirewall]\n',
    'node.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: worker-a}\n',
    'namespaces.yaml': names
      .map((name) => `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`)
      .join(''),
    'firewalls.yaml': names.map((name) => firewall(name, rule)).join(''),
    'other.yaml': `apiVersion: v1\nkind: Namespace\nmetadata: {name: zoo}\n${firewall('zoo', rule.replace('/8', '/33'))}`,
  };
  const check = `"${process.execPath}" "${CLI}" check`;
  const run = (command: string): string => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' };
    return spawnSync('script', ['-qec', command, '/dev/null'], { cwd: scratch(FILES), env, encoding: 'utf8' }).stdout;
  };

  it('gets equal findings once from check, the most severe first, and the sum last', () => {
    const lines = run(check).replaceAll('\r', '').split('\n');
    expect(lines.filter((line) => /^(error|rejected|warning)/.test(line))).toHaveLength(2);
    expect(lines.find((line) => line.startsWith('error') || line.startsWith('rejected'))).toContain('10.1.2.3/33');
    expect(lines.join('\n')).toContain('29 more like this: firewalls.yaml:');
    expect(lines.join('\n')).toMatch(/\n1 (error|rejected), 30 warnings\n/);
  });

  it('gets as many groups as --max-findings says', () => {
    const text = run(`${check} --max-findings 1`);
    expect(text).toContain('30 more findings are not shown');
    expect(text).not.toContain('more like this');
  });

  it('gets each finding where another program reads the answer', () => {
    expect(run(`${check} | cat`).match(/host bits set/g)).toHaveLength(30);
  });
});

describe('standard error', () => {
  it('that nobody reads any more changes nothing', () => {
    expect(shell('weir check 2>&1 >/dev/null | true').code).toBe(1);
  });
});
