import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namespace, node } from '../compile/3-index/inventory.js';
import { CLI } from '../rig/weir.js';

const firewall = {
  apiVersion: 'k8s.ovn.org/v1',
  kind: 'EgressFirewall',
  metadata: { name: 'default', namespace: 'shop' },
  spec: { egress: [{ type: 'Deny', to: { cidrSelector: '203.0.113.0/24' } }] },
};
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-second-run-'));
  const objects = [node('worker'), namespace('shop'), firewall];
  writeFileSync(join(folder, 'all.yaml'), objects.map((one) => `---\n${JSON.stringify(one)}\n`).join(''));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function compileTo(out: string, ...flags: readonly string[]): { code: number | null; said: string } {
  const args = [CLI, 'compile', '.', '--out', out, ...flags];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { code: status, said: stderr };
}

describe('weir compile --out a folder among the manifests', () => {
  it('does not read its own output in the next run', () => {
    expect(compileTo('other')).toEqual({ code: 0, said: '' });
    const index = readFileSync(join(folder, 'other/index.json'), 'utf8');
    expect(compileTo('other')).toEqual({ code: 0, said: '' });
    expect(readFileSync(join(folder, 'other/index.json'), 'utf8')).toBe(index);
    expect(compileTo('other', '--check')).toEqual({ code: 0, said: '' });
  });

  it('still reads what others have put there', () => {
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other/broken.yaml'), '{');
    expect(compileTo('other').said).toContain('other/broken.yaml');
  });
});
