import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { mustGather } from '../cli/must-gather.js';
import { CLI } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

/** Without its first part, which makes a clone of Weir ready. */
const [, GUIDE = ''] = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8').split(
  '## 1. The facts of the cluster',
);

/**
 * What the default collection of `oc adm must-gather` takes: objects of the cluster, and the namespaces of the platform. It has
 * neither the namespaces of users nor their EgressFirewalls.
 */
function gathered(): [path: string, text: string][] {
  const [[top = ''] = []] = Object.keys(mustGather()).map((path) => /^.*sha256-[0-9a-f]+/.exec(path) ?? []);
  return [
    ...Object.entries(mustGather()).filter(([path]) => !/\/namespaces\/shop\/|\/egressips\//.test(path)),
    [
      `${top}/namespaces/default/default.yaml`,
      '---\napiVersion: v1\nkind: Namespace\nmetadata: {name: default, labels: {kubernetes.io/metadata.name: default}}\n',
    ],
  ];
}

it('every command of the guide works, one after the other, in an empty folder with what must-gather collects', () => {
  const folder = scratch({ 'bin/weir': `#!/bin/sh\nexec ${process.execPath} ${CLI} "$@"\n` });
  chmodSync(join(folder, 'bin/weir'), 0o755);
  for (const [path, text] of gathered()) {
    const target = join(folder, 'must-gather', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  const blocks = Array.from(GUIDE.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(3);
  const output = execFileSync('sh', ['-e'], {
    cwd: folder,
    input: blocks.join(''),
    encoding: 'utf8',
    env: {
      PATH: `${folder}/bin:${process.env.PATH ?? ''}`,
      HOME: folder,
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_EMAIL: 'test@example.org',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@example.org',
    },
  });
  expect(output).toContain('3 nodes (3 ready');
  expect(output).toMatch(/Opened \(dropped before, allowed now\): 1 namespace\n {2}all pods in default/);
});
