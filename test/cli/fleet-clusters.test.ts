import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPullRequest } from '../clients/github/open-pull-request.js';
import { startGitLab } from '../clients/gitlab/gitlab-server.js';
import { commit, git, repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';
import { scratch } from '../sources/scratch.js';

const firewall = (namespace: string, cidr = '203.0.113.0/24'): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: ${namespace}}
spec: {egress: [{type: Allow, to: {cidrSelector: ${cidr}}}, {type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}
`;
const clusters = Object.fromEntries(
  ['north', 'east', 'west'].flatMap((name) => [
    [`clusters/${name}/weir.yaml`, 'manifests: [own.yaml]\n'],
    [`clusters/${name}/own.yaml`, firewall(name)],
  ]),
);
const named = (...names: readonly string[]): string =>
  `clusters:\n${names.map((name) => `  ${name}: clusters/${name}\n`).join('')}`;

const remove = (folder: string, path: string): void => {
  rmSync(join(folder, path), { recursive: true });
};
const write = (folder: string, path: string, text: string): void => {
  writeFileSync(join(folder, path), text);
};

/** What a change may do to a fleet, and what is said of it. */
const CHANGES: readonly [
  name: string,
  files: Readonly<Record<string, string>>,
  change: (folder: string) => void,
  line: string,
][] = [
  [
    'is removed from weir.fleet.yaml',
    { ...clusters, 'weir.fleet.yaml': named('north', 'east', 'west') },
    (folder) => {
      write(folder, 'weir.fleet.yaml', named('north', 'east'));
    },
    '- west: was clusters/west',
  ],
  [
    'loses its weir.yaml',
    clusters,
    (folder) => {
      remove(folder, 'clusters/west/weir.yaml');
    },
    '- clusters/west',
  ],
  [
    'loses its weir.yaml, where weir.fleet.yaml has a glob',
    { ...clusters, 'weir.fleet.yaml': 'folders: ["clusters/*"]\n' },
    (folder) => {
      remove(folder, 'clusters/west/weir.yaml');
    },
    '- clusters/west',
  ],
  [
    'has its folder renamed',
    clusters,
    (folder) => {
      renameSync(join(folder, 'clusters/west'), join(folder, 'clusters/waste'));
    },
    '- clusters/west',
  ],
  [
    'gets the folder of another one',
    { ...clusters, 'weir.fleet.yaml': named('north', 'east', 'west') },
    (folder) => {
      write(folder, 'weir.fleet.yaml', 'clusters: {north: clusters/north, east: clusters/west, west: clusters/east}\n');
    },
    '~ west: clusters/west → clusters/east',
  ],
  [
    'is new',
    clusters,
    (folder) => {
      renameSync(join(folder, 'clusters/west'), join(folder, 'west'));
      git(folder, 'checkout', '--quiet', '--', 'clusters/west');
    },
    '+ west',
  ],
  [
    'is named by a new weir.fleet.yaml, which leaves out another',
    clusters,
    (folder) => {
      write(folder, 'weir.fleet.yaml', 'folders: [clusters/north, clusters/east]\n');
    },
    '- clusters/west',
  ],
];

describe.each(CHANGES)('a cluster that %s', (_, files, change, line) => {
  it.each(['clusters', 'opened', 'moved,clusters'])(
    'is what weir fleet diff --fail-on %s fails for',
    async (topics) => {
      const folder = repository(files);
      const base = git(folder, 'rev-parse', 'HEAD');
      change(folder);
      const { code, out } = await weir(folder, ['fleet', 'diff', base, '--fail-on', topics]);
      expect(out).toContain(line);
      expect(code).toBe(2);
    },
  );

  it('is told of two commits, whatever the work tree has', async () => {
    const folder = repository(files);
    const base = git(folder, 'rev-parse', 'HEAD');
    change(folder);
    const head = commit(folder);
    git(folder, 'checkout', '--quiet', base);
    const { out } = await weir(folder, ['fleet', 'diff', base, head]);
    expect(out).toContain(line);
  });

  it('fails weir fleet pr --fail-on opened, with a comment', async () => {
    const { github, repository: folder, change: open, runFleet, close } = await openPullRequest();
    onTestFinished(close);
    const base = open(files, {});
    change(folder);
    expect(await runFleet(base, '--fail-on', 'opened')).toMatchObject({ code: 2 });
    const told = github.comments.filter(({ body }) => body.startsWith('<!-- weir: weir.fleet.yaml -->'));
    expect(told).toMatchObject([{ body: expect.stringContaining(line.replace('~', '!')) as string }]);
  });
});

it('a fleet with the same clusters on both sides has no line about them, and is a check that passes', async () => {
  const { github, change, runFleet, close } = await openPullRequest();
  onTestFinished(close);
  const base = change(clusters, {});
  expect(await runFleet(base, '--fail-on', 'opened')).toMatchObject({ code: 0 });
  expect(github.comments).toEqual([]);
  const checks = github.calls.filter(({ path }) => path.includes('check-runs')).map(({ body }) => body);
  expect(checks).toContainEqual(expect.objectContaining({ name: 'Weir: weir.fleet.yaml', conclusion: 'success' }));
});

it('a topic that is not of clusters does not fail for them', async () => {
  const folder = repository(clusters);
  remove(folder, 'clusters/west/weir.yaml');
  expect((await weir(folder, ['fleet', 'diff', 'HEAD', '--fail-on', 'moved'])).code).toBe(0);
});

it('a cluster that went is one that --cluster may name, and others are none of its business', async () => {
  const folder = repository(clusters);
  remove(folder, 'clusters/west/weir.yaml');
  const ask = (name: string) => weir(folder, ['fleet', 'diff', 'HEAD', '--fail-on', 'opened', '--cluster', name]);
  expect(await ask('west')).toMatchObject({ code: 2, out: expect.stringContaining('- clusters/west') as string });
  expect(await ask('east')).toMatchObject({ code: 0 });
});

it('programs get the clusters that come, go and move', async () => {
  const folder = repository({ ...clusters, 'weir.fleet.yaml': named('north', 'east') });
  write(folder, 'weir.fleet.yaml', 'clusters: {north: clusters/west, waste: clusters/east}\n');
  const { out } = await weir(folder, ['fleet', 'diff', 'HEAD', '--format', 'json']);
  const { changes } = JSON.parse(out) as { changes: unknown };
  expect(changes).toEqual([
    { change: 'removed', name: 'east', before: 'clusters/east' },
    { change: 'moved', name: 'north', before: 'clusters/north', after: 'clusters/west' },
    { change: 'added', name: 'waste', after: 'clusters/east' },
  ]);
});

describe('an upgrade of a fleet', () => {
  const clustersIn = (out: string): string[] =>
    Object.keys((JSON.parse(out) as { readonly clusters: object }).clusters);
  const upgrade = ['fleet', 'diff', '--upgrade', '1.2..1.3', '--format', 'json'];

  it('compares each cluster of the work tree with itself, in no repository, too', async () => {
    const { out, err } = await weir(scratch(clusters), upgrade);
    expect(clustersIn(out)).toEqual(['clusters/east', 'clusters/north', 'clusters/west']);
    expect(err).not.toContain('git');
    expect(JSON.parse(out)).not.toHaveProperty('changes');
  });

  it('adds, removes and moves no cluster', async () => {
    const folder = repository(clusters);
    renameSync(join(folder, 'clusters/west'), join(folder, 'clusters/south'));
    const names = async (...words: readonly string[]) => {
      const { out } = await weir(folder, [...upgrade, ...words]);
      expect(JSON.parse(out)).not.toHaveProperty('changes');
      return clustersIn(out);
    };
    expect(await names()).toEqual(['clusters/east', 'clusters/north', 'clusters/south']);
    expect(await names('HEAD')).toEqual(['clusters/east', 'clusters/north', 'clusters/west']);
    expect(await names('--cluster', 'south')).toEqual(['clusters/south']);
  });
});

it('two folders are compared cluster by cluster', async () => {
  const folder = repository({
    ...Object.fromEntries(Object.entries(clusters).map(([path, text]) => [`before/${path}`, text])),
    ...Object.fromEntries(Object.entries(clusters).map(([path, text]) => [`after/${path}`, text])),
    'after/clusters/east/own.yaml': firewall('east', '198.51.100.0/24'),
  });
  remove(folder, 'after/clusters/west');
  const { code, out } = await weir(folder, ['fleet', 'diff', './before', './after', '--fail-on', 'opened']);
  expect(code).toBe(2);
  expect(out).toContain('- clusters/west');
  expect(out).toContain('198.51.100.0/24');
  expect(out).toContain('# clusters/east');
});

it('a base whose fleet cannot be read leaves the answer open, and says so', async () => {
  const folder = repository({ ...clusters, 'weir.fleet.yaml': 'clusters: 7\n' });
  write(folder, 'weir.fleet.yaml', named('north', 'east', 'west'));
  const { code, err } = await weir(folder, ['fleet', 'diff', 'HEAD']);
  expect(err).toContain('weir.fleet.yaml:1:11');
  expect(code).toBe(1);
});

it('a merge request of GitLab has a note of the clusters that go, and loses it when they are back', async () => {
  const gitlab = await startGitLab();
  onTestFinished(() => gitlab.close());
  const folder = repository(clusters);
  const run = () =>
    weir(folder, ['fleet', 'pr', '--fail-on', 'clusters'], {
      GITLAB_CI: 'true',
      GITLAB_TOKEN: 'secret-token',
      CI_API_V4_URL: gitlab.apiUrl,
      CI_MERGE_REQUEST_PROJECT_ID: '42',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: git(folder, 'rev-parse', 'HEAD'),
    });
  remove(folder, 'clusters/west/weir.yaml');
  expect((await run()).code).toBe(2);
  expect(gitlab.notes.map(({ body }) => body)).toMatchObject([expect.stringContaining('- clusters/west')]);
  git(folder, 'checkout', '--quiet', '--', '.');
  expect((await run()).code).toBe(0);
  expect(gitlab.notes).toEqual([]);
});
