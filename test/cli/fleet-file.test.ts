import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const firewall = (name: string): string =>
  `apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: ${name}}\nspec:\n  egress:\n    - {type: Allow, to: {cidrSelector: 203.0.113.0/24}}\n`;
const cluster = (folder: string): Record<string, string> => ({
  [`${folder}/weir.yaml`]: 'manifests: [firewall.yaml]\n',
  [`${folder}/firewall.yaml`]: firewall('shop'),
});
const CLUSTERS = { ...cluster('clusters/east'), ...cluster('clusters/west'), ...cluster('trials/lab') };

/** The command, and its report on standard error, of a repository with this weir.fleet.yaml. */
const check = (text: string, files: Record<string, string> = CLUSTERS, words: readonly string[] = []) =>
  weir(repository({ ...files, 'weir.fleet.yaml': text }), ['fleet', 'check', '--format', 'json', ...words]);
const namesIn = (out: string): string[] => Object.keys((JSON.parse(out) as { clusters: object }).clusters);

describe('weir.fleet.yaml', () => {
  it('names the clusters of the fleet: others are left alone', async () => {
    const { code, out } = await check('clusters:\n  prod-west: clusters/west\n  prod-east: ./clusters/east/\n');
    expect(namesIn(out)).toEqual(['prod-east', 'prod-west']);
    expect(code).toBe(0);
  });

  it('takes globs of folders, whose clusters have their names', async () => {
    const { out } = await check('folders: ["clusters/*"]\nclusters: {lab: trials/lab, west: clusters/west}\n');
    expect(namesIn(out)).toEqual(['clusters/east', 'lab', 'west']);
  });

  it('is found from a folder below it, with the clusters that are wanted', async () => {
    const folder = repository({ ...CLUSTERS, 'weir.fleet.yaml': 'clusters: {lab: trials/lab, west: clusters/west}\n' });
    const { code, err } = await weir(join(folder, 'clusters/east'), ['fleet', 'check', '--cluster', 'lab']);
    expect(err).toContain('weir: 1 cluster, all with exit code 0');
    expect(code).toBe(0);
  });

  it.each([
    ['a list', '- clusters/east\n', 'error[fleet/not-a-mapping]', ':1:1'],
    ['nothing', '# later\n', 'error[fleet/no-clusters]', 'weir.fleet.yaml'],
    ['a name that is no word', "clusters: {'a b': clusters/east}\n", 'error[fleet/bad-name]', ':1:12'],
    ['a folder that is misspelt', 'clusters:\n  east: clusters/eats\n', 'error[fleet/no-configuration]', ':2:9'],
    ['a glob without a cluster', "folders:\n  - 'regions/*'\n", 'error[fleet/no-configuration]', ':2:5'],
    ['a folder twice', 'clusters: {a: clusters/east, b: clusters/east}\n', 'error[fleet/same-folder]', ':1:33'],
    ['a folder outside', 'clusters: {a: ../elsewhere}\n', 'error[source/outside-repository]', ':1:15'],
    ['an unknown field', 'cluster: {a: clusters/east}\n', 'error[schema/unknown-field]', ':1:1'],
    ['a glob for one cluster', "clusters: {a: 'clusters/*'}\n", 'error[schema/bad-pattern]', ':1:15'],
    ['a null', 'clusters: {a: null}\n', 'error[schema/wrong-type]', ':1:15'],
  ])('with %s is refused at the place', async (_, text, code, place) => {
    const ended = await check(text);
    expect(ended.err).toContain(code);
    expect(ended.err).toMatch(new RegExp(`--> weir\\.fleet\\.yaml${place.startsWith(':') ? `${place}\\n` : ''}`));
    expect(ended).toMatchObject({ code: 1, out: '' });
  });

  it('asks which folder is meant', async () => {
    const { err } = await check('clusters: {east: clusters/eats}\n');
    expect(err).toContain("'clusters/eats' has no weir.yaml: did you mean 'clusters/east'?");
  });

  it('is not read through a link that leads out, nor is a cluster', async () => {
    const outside = scratch({ 'weir.fleet.yaml': 'folders: ["*"]\n', 'weir.yaml': '' });
    const linked = repository(CLUSTERS);
    symlinkSync(join(outside, 'weir.fleet.yaml'), join(linked, 'weir.fleet.yaml'));
    expect(await weir(linked, ['fleet', 'check'])).toMatchObject({ code: 1, out: '' });
    const folder = repository({ ...CLUSTERS, 'weir.fleet.yaml': 'clusters: {a: clusters/away, b: clusters/east}\n' });
    symlinkSync(outside, join(folder, 'clusters/away'));
    const { code, out, err } = await weir(folder, ['fleet', 'check']);
    expect(err).toContain('weir.fleet.yaml:1:15');
    expect({ code, out }).toEqual({ code: 1, out: '' });
  });

  it('has a schema for editors', async () => {
    const { code, out } = await weir(scratch(), ['schema', 'fleet']);
    expect((JSON.parse(out) as { title: string }).title).toBe('weir.fleet.yaml');
    expect(code).toBe(0);
  });
});

it('a file that two clusters name differently has in each report the path that this cluster sees', async () => {
  const folder = repository({
    'a/base/firewall.yaml': firewall('shop'),
    'a/one/weir.yaml': 'manifests: [../base/firewall.yaml]\n',
    'b/two/weir.yaml': 'manifests: [../../a/base/firewall.yaml]\n',
  });
  const { out } = await weir(folder, ['fleet', 'check']);
  expect(out.match(/ --> .*/g)).toEqual([' --> a/base/firewall.yaml:6:7']);
});
