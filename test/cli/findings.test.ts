import { describe, expect, it } from 'vitest';
import { type Ended, weir as runWeir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

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

const weir = (cwd: string, ...words: string[]): Promise<Ended> => runWeir(cwd, words);

const countOf = (text: string): number => text.match(/^error\[/gm)?.length ?? 0;

describe('the findings of a run', () => {
  it('are the first 1,000 unless more are asked for, and the others are counted by code', async () => {
    const folder = repository();
    const { code, out } = await weir(folder, 'check');
    expect([code, countOf(out)]).toEqual([1, 1000]);
    expect(out).toContain(
      '500 more findings are not shown: fix the first ones; `weir check --max-findings 0` shows all',
    );
    expect(out).toMatch(/^ +500 × error\[/m);
    expect(out.trimEnd().split('\n').at(-1)).toBe(`${BROKEN} errors`);
    const all = await weir(folder, 'check', '--max-findings', '0');
    expect([all.code, countOf(all.out)]).toEqual([1, BROKEN]);
  });

  it('are as many as --max-findings says, for compile too, which writes nothing', async () => {
    const { code, out, err } = await weir(repository(), 'compile', '--max-findings', '2');
    expect([code, out, countOf(err)]).toEqual([1, '', 2]);
    expect(err).toContain('1498 more findings are not shown');
  });

  it('are bounded in a comparison too', async () => {
    const { code, out, err } = await weir('.', 'diff', scratch({ 'weir.yaml': '', 'node.yaml': NODE }), repository());
    expect([code, out, countOf(err)]).toEqual([1, '', 1000]);
    expect(err).toContain('500 more findings are not shown');
  });

  it('say in JSON how many are left out, last', async () => {
    const { out } = await weir(repository(), 'check', '--format', 'json', '--max-findings', '3');
    const entries = JSON.parse(out) as { severity: string; omitted?: number }[];
    expect(entries.map(({ omitted }) => omitted)).toEqual([undefined, undefined, undefined, BROKEN - 3]);
  });

  it('need a whole number', async () => {
    const { code, err } = await weir(scratch({ 'weir.yaml': '' }), 'check', '--max-findings', '-1');
    expect(code).toBe(1);
    expect(err).toContain('expected a whole number (0: all)');
  });
});
