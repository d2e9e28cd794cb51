import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { folderCases } from './folder-cases.js';
import { FIREWALL } from './manifests.js';
import { objectCases } from './object-cases.js';
import {
  type BrokenCase,
  isRoot,
  makeRepository,
  removeRepository,
  runUnprivileged,
  takeSnapshot,
} from './repository.js';
import { weir } from '../rig/weir.js';
import { yamlCases } from './yaml-cases.js';

/** Everything that a terminal would obey or not show, except line breaks. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** A line of a stack trace. */
const TRACE = /^\s*at .*(file:|node:|\.[jt]s:)/m;
/** Nobody reads more. */
const LONGEST_OUTPUT = 100_000;

const roots: string[] = [];

function make(broken: BrokenCase): string {
  const root = makeRepository(broken);
  roots.push(root);
  return root;
}

afterEach(() => {
  for (const root of roots.splice(0)) removeRepository(root);
});

describe.each([
  ['YAML', yamlCases],
  ['objects', objectCases],
  ['folders', folderCases],
])('broken %s', (_, cases) => {
  const possible = cases.filter(({ unprivileged }) => isRoot || unprivileged !== true);
  it.each(possible.map((broken) => [broken.name, broken] as const))(
    '%s: is refused where it stands',
    async (__, broken) => {
      const root = make(broken);
      const before = takeSnapshot(root);
      const args = broken.args?.(root) ?? ['compile', root, '--strict'];
      const { code, out, err } = broken.unprivileged ? runUnprivileged(root, args) : await weir(root, args);
      const places = placesOf(err.replaceAll(root, '<root>').replaceAll(/\.weir-\d+/g, '.weir-<pid>'), broken.code);
      expect(places, err.slice(0, 2000)).toContain(broken.at ?? '');
      expect(code).toBe(1);
      expect(out).toBe('');
      expect(err).not.toMatch(TRACE);
      expect(err).not.toMatch(CONTROLS);
      expect(err.length).toBeLessThan(LONGEST_OUTPUT);
      expect(takeSnapshot(root)).toEqual(before);
    },
  );
});

describe('a zone', () => {
  it('whose name leads out of the output folder gets no folder', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'weir-zone-'));
    roots.push(parent);
    const node = (name: string, zone: string) =>
      `apiVersion: v1\nkind: Node\nmetadata:\n  name: ${name}\n  annotations:\n    k8s.ovn.org/zone-name: ${zone}\n`;
    const root = make({
      name: 'zone',
      files: {
        'weir.yaml': 'interconnect: true\n',
        'nodes.yaml': `${node('ibis', '../../../out')}---\n${node('wren', 'wren')}`,
        'firewall.yaml': FIREWALL,
      },
      code: 'node/bad-zone',
    });
    const { code, err } = await weir(root, ['compile', root, '--strict', '--out', join(parent, 'a/b/rendered')]);
    expect(code).toBe(0);
    expect(placesOf(err, 'node/bad-zone')).toEqual(['nodes.yaml:6:28']);
    const folders = [...takeSnapshot(parent)].filter(([, what]) => what === 'folder').map(([path]) => path);
    expect(folders).toEqual([
      'a',
      'a/b',
      'a/b/rendered',
      'a/b/rendered/cluster',
      'a/b/rendered/northbound',
      'a/b/rendered/northbound/shared',
      'a/b/rendered/northbound/zones',
    ]);
  });
});

/** Places of the findings with a code: `file:line:column`, '' for one without a place. */
function placesOf(stderr: string, code: string): string[] {
  const blocks = stderr.split('\n\n').filter((block) => block.includes(`[${code}]: `));
  return blocks.map((block) => /^ *--> (.*)$/m.exec(block)?.[1] ?? '');
}
