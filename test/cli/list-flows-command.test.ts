import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { WORKLOADS } from './flows.js';

describe('the command weir list flows', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-flows-'));
    mkdirSync(join(folder, 'east'));
    writeFileSync(join(folder, 'east', 'workloads.yaml'), WORKLOADS);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['its argument', ['list', 'flows', 'east']],
    ['-C', ['-C', 'east', 'list', 'flows']],
    ['both', ['-C', '.', 'list', 'flows', 'east/workloads.yaml']],
  ])('reads what %s names', async (_, words) => {
    const { code, out } = await weir(folder, words);
    expect(out).toContain('shop/web[Deployment] => shop/db[StatefulSet] : All Connections');
    expect(code).toBe(0);
  });

  it('fails for an end that is not there', async () => {
    const { code, out, err } = await weir(folder, ['list', 'flows', 'east', '--from', 'shop/wbe']);
    expect(err).toContain("--from: no workload, pod, namespace or address is called 'shop/wbe'");
    expect([out, code]).toEqual(['', 1]);
  });

  it('fails for a source that no host sends from', async () => {
    const { code, out, err } = await weir(folder, ['list', 'flows', 'east', '--from', '127.0.0.1']);
    expect(err).toContain('no host sends from 127.0.0.1: routers drop its packets');
    expect([out, code]).toEqual(['', 1]);
  });

  it('explains in no other format than text', async () => {
    const { code, err } = await weir(folder, ['list', 'flows', 'east', '--explain', '--format', 'json']);
    expect(err).toContain('--explain requires --format text, found json');
    expect(code).toBe(1);
  });
});
