import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/manifest.js';
import { objectsOf, serviceNode } from '../kinds/egress-service.js';

const CLI = process.env.WEIR_CLI ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const service = objectsOf({ number: 1, endpoints: ['10.128.2.5 n2', '10.128.3.5 n3'], nodeLabel: 'edge' });
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-service-lock-'));
  write('weir.yaml', 'interconnect: true\nmanifests: [egress.yaml]\ninventory: [nodes.yaml]\n');
  write('nodes.yaml', [serviceNode(2, 'edge'), serviceNode(3, 'edge'), serviceNode(4, 'core')]);
  write('egress.yaml', service);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | readonly JsonObject[]): void {
  const text = typeof content === 'string' ? content : content.map((one) => `--- ${JSON.stringify(one)}\n`).join('');
  writeFileSync(join(folder, name), text);
}

function weir(...args: readonly string[]): { code: number | null; out: string } {
  const { status, stdout } = spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: 'utf8' });
  return { code: status, out: stdout };
}

function lockText(): string {
  return readFileSync(join(folder, 'weir.lock.yaml'), 'utf8');
}

describe('weir compile --locked', () => {
  it('writes nothing when the host of an EgressService would change, and says why', () => {
    expect(weir('compile', '--locked')).toEqual({
      code: 2,
      out: 'EgressService shop/s1: host → n2: the host is not locked yet\n',
    });
    expect(weir('compile').code).toBe(0);
    expect(lockText()).toContain('egressServices:\n  shop/s1: n2\n');
    expect(weir('compile', '--locked').code).toBe(0);
    write('nodes.yaml', [serviceNode(2, 'edge', false), serviceNode(3, 'edge')]);
    expect(weir('compile', '--locked')).toEqual({
      code: 2,
      out: 'EgressService shop/s1: host n2 → n3: n2 is not ready\n',
    });
    expect(lockText()).toContain('  shop/s1: n2\n');
  });

  it('says when an EgressService or its Service is gone', () => {
    weir('compile');
    write(
      'egress.yaml',
      service.filter(({ kind }) => kind !== 'Service'),
    );
    expect(weir('compile', '--locked').out).toBe(
      'EgressService shop/s1: host leaves n2: there is no Service of its name\n',
    );
  });
});

describe('weir explain egressservice', () => {
  it('names the candidates, why each was refused, and what decided', () => {
    const { code, out } = weir('explain', 'egressservice', 'shop/s1');
    expect(code).toBe(0);
    expect(out).toContain('EgressService shop/s1 → n2: fewest services');
    expect(out).toMatch(/n3 +possible +0 services at that time/);
    expect(out).toMatch(/n4 +refused +does not match the nodeSelector/);
    weir('compile');
    expect(JSON.parse(weir('explain', 'egressservice', 'shop/s1', '--format', 'json').out)).toMatchObject({
      host: 'n2',
      decidedBy: 'lock',
    });
  });

  it('of an object that is not there fails', () => {
    expect(weir('explain', 'egressservice', 'shop/nobody')).toEqual({ code: 1, out: '' });
  });
});

describe('weir whatif', () => {
  it('says which hosts of services move, which services have none left, and what a lost host means', () => {
    weir('compile');
    const { code, out } = weir('whatif', '--drain', 'n2');
    expect(code).toBe(0);
    expect(out).toContain('Services that get another host: 1\n  shop/s1  n2 → n3\n');
    expect(out).toContain('Loss of one more host (N-1):\n  n3  1 service, 1 would have none\n');
    expect(out).toContain('    shop/s1  was on n3: no node can be the host\n');
    write('nodes.yaml', [serviceNode(2, 'edge'), serviceNode(3, 'core')]);
    expect(JSON.parse(weir('whatif', '--drain', 'n2', '--format', 'json').out)).toMatchObject({
      services: { moves: [], stranded: [{ egressService: 'shop/s1', from: 'n2' }], losses: [] },
    });
  });

  it('says nothing of services where there are none', () => {
    write('egress.yaml', '# none\n');
    expect(weir('whatif').out).not.toMatch(/service|host/i);
  });
});
