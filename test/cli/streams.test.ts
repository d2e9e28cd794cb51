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

describe('standard error', () => {
  it('that nobody reads any more changes nothing', () => {
    expect(shell('weir check 2>&1 >/dev/null | true').code).toBe(1);
  });
});
