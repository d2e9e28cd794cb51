import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

describe('weir expect --suggest', () => {
  it('prints expectations that hold, the same every time, a few for each namespace', async () => {
    const folder = join(FIXTURES, 'expectation/what-holds');
    const [first, second] = [await weir(folder, ['expect', '--suggest']), await weir(folder, ['expect', '--suggest'])];
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(second.out).toBe(first.out);
    expect(first.out).toContain(
      [
        '  - name: payments reaches these outside and nothing else',
        '    from: { namespace: payments }',
        '    to: outside',
        '    only: [{ cidr: 203.0.113.0/24 }]',
      ].join('\n'),
    );
    expect(first.out).toContain('source: [192.0.2.10, node]');
    expect(first.out).toContain('dscp: 46');
    expect(first.out).not.toContain('shop');
  });

  it('prints a file that weir expect takes, and of which everything holds', async () => {
    const paths = ['weir.yaml', 'egress.yaml', 'inventory.yaml'];
    const texts = paths.map((path) => [path, readFileSync(join(FIXTURES, 'expectation/what-holds', path), 'utf8')]);
    const folder = scratch(Object.fromEntries(texts) as Record<string, string>);
    const suggested = await weir(folder, ['expect', '--suggest']);
    writeFileSync(join(folder, 'expectations.yaml'), suggested.out);
    const { code, out } = await weir(folder, ['expect', '--format', 'json']);
    const states = (JSON.parse(out) as { state: string }[]).map(({ state }) => state);
    expect({ code, states: [...new Set(states)] }).toEqual({ code: 0, states: ['holds'] });
    expect(states.length).toBeGreaterThan(2);
  });
});
