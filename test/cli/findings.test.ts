import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scratch } from '../sources/scratch.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const NODE = 'apiVersion: v1\nkind: Node\nmetadata: {name: worker-a}\n';
const BROKEN = 1500;

/** A firewall that an API server would refuse, in a namespace of its own. */
function brokenFirewall(index: number): string {
  const namespace = `n${String(index).padStart(5, '0')}`;
  return `---\napiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: ${namespace}}\nspec: {egress: [{type: Denied, to: {cidrSelector: 0.0.0.0/0}}]}\n`;
}

function repository(): string {
  const firewalls = Array.from({ length: BROKEN }, (_, index) => brokenFirewall(index));
  return scratch({ 'weir.yaml': '', 'node.yaml': NODE, 'firewalls.yaml': firewalls.join('') });
}

function weir(cwd: string, ...words: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    ...{ cwd, encoding: 'utf8', maxBuffer: 2 ** 26 },
  });
  return { code: status, out: stdout, err: stderr };
}

const countOf = (text: string): number => text.match(/^error\[/gm)?.length ?? 0;

describe('the findings of a run', () => {
  it('are the first 1,000 unless more are asked for, and the others are counted by code', () => {
    const folder = repository();
    const { code, out } = weir(folder, 'check');
    expect([code, countOf(out)]).toEqual([1, 1000]);
    expect(out).toContain(
      '500 more findings are not shown: mend the first ones; `weir check --max-findings 0` shows all',
    );
    expect(out).toMatch(/^ +500 × error\[/m);
    expect(out.trimEnd().split('\n').at(-1)).toBe(`${BROKEN} errors`);
    const all = weir(folder, 'check', '--max-findings', '0');
    expect([all.code, countOf(all.out)]).toEqual([1, BROKEN]);
  });

  it('are as many as --max-findings says, for compile too, which writes nothing', () => {
    const { code, out, err } = weir(repository(), 'compile', '--max-findings', '2');
    expect([code, out, countOf(err)]).toEqual([1, '', 2]);
    expect(err).toContain('1498 more findings are not shown');
  });

  it('are bounded in a comparison too', () => {
    const { code, out, err } = weir('.', 'diff', scratch({ 'weir.yaml': '', 'node.yaml': NODE }), repository());
    expect([code, out, countOf(err)]).toEqual([1, '', 1000]);
    expect(err).toContain('500 more findings are not shown');
  });

  it('say in JSON how many are left out, last', () => {
    const { out } = weir(repository(), 'check', '--format', 'json', '--max-findings', '3');
    const entries = JSON.parse(out) as { severity: string; omitted?: number }[];
    expect(entries.map(({ omitted }) => omitted)).toEqual([undefined, undefined, undefined, BROKEN - 3]);
  });

  it('need a whole number', () => {
    const { code, err } = weir(scratch({ 'weir.yaml': '' }), 'check', '--max-findings', '-1');
    expect(code).toBe(1);
    expect(err).toContain('say a whole number, 0 for all.');
  });
});
