import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from '../../src/cli/fleet/merge.js';
import { repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';

const firewall = (name: string, action = 'Allow'): string =>
  `apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: ${name}}\nspec:\n  egress:\n    - {type: ${action}, to: {cidrSelector: 203.0.113.0/24}}\n`;

/** Three clusters with a base that they share, and a firewall of each. */
const fleet = () =>
  repository({
    'base/firewall.yaml': firewall('shop'),
    ...Object.fromEntries(
      ['north', 'east', 'west'].flatMap((name) => [
        [`clusters/${name}/weir.yaml`, "manifests: [../../base/*.yaml, '*-firewall.yaml']\n"],
        [`clusters/${name}/own-firewall.yaml`, firewall(name, 'Deny')],
      ]),
    ),
  });

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('weir fleet', () => {
  it('checks every cluster, and says once what all of them share', async () => {
    const { code, out, err } = await weir(fleet(), ['fleet', 'check']);
    expect(code).toBe(0);
    expect(out.startsWith('# all 3 clusters\n')).toBe(true);
    expect(count(out, 'warning[egress-firewall/denies-nothing]')).toBe(1);
    expect(out).toContain(' --> base/firewall.yaml:6:7');
    expect(err).toContain('weir: 3 clusters, all with exit code 0');
  });

  it('shows the others where one fails, names it, and ends with its exit code', async () => {
    const folder = fleet();
    writeFileSync(join(folder, 'clusters/east/own-firewall.yaml'), firewall('east', 'Forbid'));
    const { code, out, err } = await weir(folder, ['fleet', 'compile']);
    expect(code).toBe(1);
    expect(err).toContain('# clusters/east\n');
    expect(err).toContain('error[schema/not-a-choice]');
    expect(err).toContain('weir: 3 clusters, not successful: clusters/east (exit code 1)');
    expect(out).toContain('clusters/north/rendered');
    expect(existsSync(join(folder, 'clusters/west/rendered/index.json'))).toBe(true);
    expect(existsSync(join(folder, 'clusters/east/rendered'))).toBe(false);
  });

  it('makes the files that each cluster makes by itself', async () => {
    const folder = fleet();
    await weir(folder, ['fleet', 'compile']);
    const index = (name: string): string => readFileSync(join(folder, `clusters/${name}/rendered/index.json`), 'utf8');
    const together = ['east', 'north', 'west'].map(index);
    for (const name of ['east', 'north', 'west']) await weir(folder, ['-C', `clusters/${name}`, 'compile']);
    expect(['east', 'north', 'west'].map(index)).toEqual(together);
    expect(await weir(folder, ['fleet', 'compile', '--check'])).toMatchObject({ code: 0, out: '' });
  });

  it.each(['check', 'compile', 'diff', 'expect', 'pr'])(
    'prints the help of %s once, for all clusters',
    async (verb) => {
      const { code, out, err } = await weir(fleet(), ['fleet', verb, '--help']);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out.startsWith(`Usage: weir ${verb} `)).toBe(true);
      expect(count(out, 'Usage:')).toBe(1);
      expect(await weir(repository({ 'README.md': '' }), ['fleet', verb, '--help'])).toEqual({ code, out, err });
    },
  );

  it('takes the clusters that are named, by their folders or what is last of them', async () => {
    const folder = fleet();
    const { err } = await weir(folder, ['fleet', 'check', '--cluster', 'east', 'clusters/west']);
    expect(err).toContain('weir: 2 clusters');
    const unknown = await weir(folder, ['fleet', 'check', '--cluster', 'eats']);
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toContain("the fleet has no cluster 'eats': did you mean 'east'?");
  });

  it('shows what a change of the base does to all, and of a cluster to this one', async () => {
    const folder = fleet();
    writeFileSync(join(folder, 'base/firewall.yaml'), firewall('shop', 'Deny'));
    const { code, out } = await weir(folder, ['fleet', 'diff', 'HEAD']);
    expect(code).toBe(2);
    expect(out.startsWith('# all 3 clusters\n')).toBe(true);
    expect(out).not.toContain('# clusters/');
  });

  it('gives programs all answers by cluster, and each annotation once', async () => {
    const folder = fleet();
    const { out } = await weir(folder, ['fleet', 'check', '--format', 'json']);
    const { clusters } = JSON.parse(out) as { clusters: Record<string, readonly { code: string }[]> };
    expect(Object.keys(clusters)).toEqual(['clusters/east', 'clusters/north', 'clusters/west']);
    expect(clusters['clusters/east']?.map(({ code }) => code)).toContain('egress-firewall/denies-nothing');
    const annotated = await weir(folder, ['fleet', 'check', '--format', 'github']);
    expect(count(annotated.out, 'file=base/firewall.yaml')).toBe(1);
    expect(await weir(folder, ['fleet', 'check', '--format', 'sarif'])).toMatchObject({ code: 1, out: '' });
  });

  it('says where there is no fleet', async () => {
    const { code, err } = await weir(repository({ 'README.md': '' }), ['fleet', 'check']);
    expect(code).toBe(1);
    expect(err).toContain('has a weir.yaml');
  });
});

it('a report of many has what most share first, and keeps the order of clusters and blocks', () => {
  const merged = mergeTexts([
    { name: 'a', text: 'one\n\ntwo\n' },
    { name: 'b', text: 'one\n\nthree\n' },
    { name: 'c', text: 'one\n\ntwo\n' },
  ]);
  expect(merged).toBe('# all 3 clusters\n\none\n\n# a, c\n\ntwo\n\n# b\n\nthree\n');
});
