import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { egressIP, egressNode, shop } from '../kinds/egress-ip/objects.js';
import { git } from '../rig/repository.js';
import { CLI, weir as runWeir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const NODE = 'apiVersion: v1\nkind: Node\nmetadata: {name: worker-a}\n';
const SERVICE =
  'apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\nspec: {clusterIP: None, ports: []}\n';
const FIREWALL =
  'apiVersion: k8s.ovn.org/v1\nkind: EgressFirewall\nmetadata: {name: default, namespace: shop}\nspec: {egress: [{type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}\n';
const LOCKED = {
  'weir.yaml': 'interconnect: true\nmanifests: [egress.yaml, shop.yaml]\ninventory: [inventory.yaml]\n',
  'inventory.yaml': [egressNode('n2', 12), shop].map((one) => `---\n${JSON.stringify(one)}\n`).join(''),
  'egress.yaml': JSON.stringify(egressIP('ferry', ['192.168.10.100'])),
  'shop.yaml': FIREWALL,
};

/** The findings that these tests are about, and what explains them. */
const CODE = /^(\w+\[(?:manifest\/nothing-to-compile|source\/no-match|lock\/emptied|yaml\/syntax)\]): /gm;

interface Found {
  readonly code: number | null;
  readonly codes: readonly string[];
}

async function weir(cwd: string, words: readonly string[]): Promise<Found> {
  const { code, err } = await runWeir(cwd, words);
  return { code, codes: codesIn(err) };
}

/** The same with a text on standard input. */
function weirOf(input: string, cwd: string, words: readonly string[]): Found {
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...words], { cwd, input, encoding: 'utf8' });
  return { code: status, codes: codesIn(stderr) };
}

const codesIn = (text: string): string[] => Array.from(text.matchAll(CODE), ([, code = '']) => code);

describe('an input without any resource', () => {
  it('is an error of compile, generate, --rev and standard input, and what was compiled before stays', async () => {
    const folder = scratch({ 'weir.yaml': '', 'nodes.yaml': NODE, 'shop.yaml': FIREWALL });
    expect((await weir(folder, ['compile'])).code).toBe(0);
    const before = readFileSync(join(folder, 'rendered/index.json'), 'utf8');
    rmSync(join(folder, 'shop.yaml'));
    for (const words of [
      ['init', '-q'],
      ['add', 'nodes.yaml', 'weir.yaml'],
      ['commit', '-q', '-m', 'x'],
    ])
      git(folder, ...words);
    const refused = { code: 1, codes: ['error[manifest/nothing-to-compile]'] };
    expect(await weir(folder, ['compile'])).toEqual(refused);
    expect(await weir(folder, ['generate'])).toEqual(refused);
    expect(await weir(folder, ['compile', '--rev', 'HEAD'])).toEqual(refused);
    expect(weirOf(NODE, folder, ['compile', '-'])).toEqual(refused);
    expect(await weir(folder, ['whatif'])).toEqual(refused);
    expect((await weir(folder, ['check'])).code).toBe(1);
    expect(readFileSync(join(folder, 'rendered/index.json'), 'utf8')).toBe(before);
  });

  it('is a warning where weir.yaml or the command line allows it', async () => {
    const allowed = { code: 0, codes: ['warning[manifest/nothing-to-compile]'] };
    const folder = scratch({ 'weir.yaml': '', 'nodes.yaml': NODE });
    expect(await weir(folder, ['compile', '--allow-empty'])).toEqual(allowed);
    expect((await weir(folder, ['check', '--allow-empty'])).code).toBe(0);
    writeFileSync(join(folder, 'weir.yaml'), 'allowEmpty: true\n');
    expect(await weir(folder, ['compile'])).toEqual(allowed);
  });

  it('is none with a managed topology that has a Service among its manifests', async () => {
    const managed = 'topology: managed\nmanifests: [services.yaml]\ninventory: [nodes.yaml]\n';
    const folder = scratch({ 'weir.yaml': managed, 'nodes.yaml': NODE, 'services.yaml': SERVICE });
    expect(await weir(folder, ['compile'])).toEqual({ code: 0, codes: [] });
    writeFileSync(
      join(folder, 'weir.yaml'),
      managed.replace('[services.yaml]', '[]').replace('[nodes.yaml]', '[nodes.yaml, services.yaml]'),
    );
    expect(await weir(folder, ['compile'])).toEqual({ code: 1, codes: ['error[manifest/nothing-to-compile]'] });
  });

  it('is not reported beside an error that explains it', async () => {
    const folder = scratch({ 'weir.yaml': '', 'a.yaml': 'apiVersion: k8s.ovn.org/v1\nkind: EgressIP\na: [\n' });
    expect(await weir(folder, ['compile'])).toEqual({ code: 1, codes: ['error[yaml/syntax]'] });
  });
});

describe('a glob of `manifests` without a file', () => {
  it('is an error, or a warning where the input may be empty; one on the command line stays an error', async () => {
    const weirYaml = 'manifests: [shop.yaml, shops/*.yaml]\ninventory: [nodes.yaml]\n';
    const folder = scratch({ 'weir.yaml': weirYaml, 'nodes.yaml': NODE, 'shop.yaml': FIREWALL });
    expect(await weir(folder, ['compile'])).toEqual({ code: 1, codes: ['error[source/no-match]'] });
    expect(await weir(folder, ['compile', '--allow-empty'])).toEqual({ code: 0, codes: ['warning[source/no-match]'] });
    expect(await weir(folder, ['compile', '--allow-empty', 'shops'])).toEqual({
      code: 1,
      codes: ['error[source/no-match]'],
    });
  });
});

describe('a lock of which nothing would be left', () => {
  it('is an error and stays as it is, unless that is allowed', async () => {
    const folder = scratch(LOCKED);
    expect((await weir(folder, ['compile'])).code).toBe(0);
    const lock = join(folder, 'weir.lock.yaml');
    const before = readFileSync(lock, 'utf8');
    expect(before).toContain('ferry');
    writeFileSync(join(folder, 'egress.yaml'), '# gone\n');
    expect(await weir(folder, ['compile'])).toEqual({ code: 1, codes: ['error[lock/emptied]'] });
    expect(readFileSync(lock, 'utf8')).toBe(before);
    expect(await weir(folder, ['compile', '--allow-empty'])).toEqual({ code: 0, codes: ['warning[lock/emptied]'] });
    expect(existsSync(lock) && readFileSync(lock, 'utf8').includes('ferry')).toBe(false);
  });

  it('is one of which marks are left, but no node, unless the state of the nodes is why', async () => {
    const lockedWith = async (node: object): Promise<string> => {
      const folder = scratch(LOCKED);
      expect((await weir(folder, ['compile'])).code).toBe(0);
      const text = [node, shop].map((one) => `---\n${JSON.stringify(one)}\n`).join('');
      writeFileSync(join(folder, 'inventory.yaml'), text);
      return folder;
    };
    const lost = { code: 1, codes: ['error[lock/emptied]'] };
    const unlabelled = await lockedWith(egressNode('n2', 12, { labelled: false }));
    const before = readFileSync(join(unlabelled, 'weir.lock.yaml'), 'utf8');
    expect(before).toContain('mark');
    expect(await weir(unlabelled, ['compile'])).toEqual(lost);
    expect(readFileSync(join(unlabelled, 'weir.lock.yaml'), 'utf8')).toBe(before);
    expect(await weir(unlabelled, ['compile', '--allow-empty'])).toMatchObject({ codes: ['warning[lock/emptied]'] });
    expect(
      await weir(await lockedWith(egressNode('n2', 12, { without: 'k8s.ovn.org/node-subnets' })), ['compile']),
    ).toEqual(lost);
    expect(await weir(await lockedWith(egressNode('n3', 13, { labelled: false })), ['compile'])).toEqual(lost);
    expect(await weir(await lockedWith(egressNode('n2', 12, { ready: false })), ['compile'])).toEqual({
      code: 0,
      codes: [],
    });
    expect(await weir(await lockedWith(egressNode('n3', 13)), ['compile'])).toEqual({ code: 0, codes: [] });
  });

  it('is not reported for a single file, which does not decide the whole lock', async () => {
    const folder = scratch(LOCKED);
    expect((await weir(folder, ['compile'])).code).toBe(0);
    expect(await weir(folder, ['compile', 'shop.yaml', '--out', 'other'])).toEqual({ code: 0, codes: [] });
  });
});
