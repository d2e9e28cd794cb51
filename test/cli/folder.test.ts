import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { weir } from '../rig/weir.js';

const FIREWALL = `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [{type: Deny, to: {cidrSelector: 203.0.113.7/24}}]}
`;
const FILES: Readonly<Record<string, string>> = {
  'east/weir.yaml': 'manifests: [firewall.yaml]\n',
  'east/other.yaml': 'manifests: [firewall.yaml]\noutput: elsewhere\n',
  'east/firewall.yaml': FIREWALL,
  'weir.yaml': '',
};

describe('-C', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'weir-folder-'));
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['check', ['check', '-C', 'east']],
    ['check before its name', ['-C', 'east', 'check']],
    ['check of a file', ['check', '-C', 'east', 'firewall.yaml']],
    ['check with a configuration', ['check', '-C', 'east', '--config', 'other.yaml']],
  ])('%s reads in that folder, and shows paths from where the command runs', async (_, words) => {
    const { code, out } = await weir(folder, words);
    expect(out).toContain(' --> east/firewall.yaml:4:');
    expect(code).toBe(0);
  });

  it('counts from the folder of an earlier one', async () => {
    const { out } = await weir(folder, ['-C', 'east', '-C', '..', 'check', 'east/firewall.yaml']);
    expect(out).toContain(' --> east/firewall.yaml:4:');
  });

  it('is where the paths of other options start', async () => {
    const { code } = await weir(folder, ['compile', '-C', 'east', '--out', 'made']);
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'east/made/index.json'), 'utf8')).toContain('EgressFirewall shop/default');
  });

  it.each([
    ['generate', ['generate'], ' --> east/firewall.yaml:4:'],
    ['explain', ['explain', 'egressip', 'ferry'], 'EgressIP ferry is not in the manifests'],
    ['whatif', ['whatif', '--drain', 'oak'], 'no node oak in the inventory'],
    ['audit', ['audit', 'northbound', '--zone', 'global', '--file', 'nb.json'], 'east/'],
  ])('is taken by %s', async (_, words, said) => {
    const { err } = await weir(folder, [...words, '-C', 'east']);
    expect(err).toContain(said);
  });

  it.each([
    ['explain', ['explain', 'egressip', 'ferry', 'east']],
    ['whatif', ['whatif', 'east']],
    ['generate', ['generate', 'east']],
  ])('is the only way to name a folder to %s', async (_, words) => {
    const { code, err } = await weir(folder, words);
    expect(err).toContain('too many arguments');
    expect(code).toBe(1);
  });
});
