import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openPullRequest } from '../clients/github/open-pull-request.js';
import { startGitLab } from '../clients/gitlab/gitlab-server.js';
import { git, repository } from '../rig/repository.js';
import { weir } from '../rig/weir.js';

const firewall = (namespace: string, cidr: string): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: ${namespace}}
spec: {egress: [{type: Allow, to: {cidrSelector: ${cidr}}}, {type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}
`;
const NAMES = ['east', 'north', 'west'];
/** Three clusters with a base that they share, and a firewall of each. */
const FLEET = {
  'weir.fleet.yaml': 'folders: ["clusters/*"]\n',
  'base/firewall.yaml': firewall('shop', '203.0.113.0/24'),
  ...Object.fromEntries(
    NAMES.flatMap((name) => [
      [`clusters/${name}/weir.yaml`, 'manifests: [../../base/*.yaml, own.yaml]\n'],
      [`clusters/${name}/own.yaml`, firewall(name, '203.0.113.0/24')],
    ]),
  ),
};
const markerOf = (name: string): string => `<!-- weir: clusters%2F${name} -->`;

async function openFleet(after: Readonly<Record<string, string>>) {
  const opened = await openPullRequest();
  onTestFinished(() => opened.close());
  return { ...opened, base: opened.change(FLEET, after) };
}

it('a change of the base is told on GitHub for each cluster, with what it opens there', async () => {
  const { github, base, runFleet } = await openFleet({ 'base/firewall.yaml': firewall('shop', '198.51.100.0/24') });
  expect(await runFleet(base)).toMatchObject({ code: 0, out: '' });
  expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual(NAMES.map(markerOf));
  for (const { body } of github.comments)
    expect(body).toMatch(/Opened \(dropped before, allowed now\)[^]*198\.51\.100\.0\/24/);
});

it('a change of one cluster has one comment, and the check of this one fails where a topic says so', async () => {
  const { github, base, runFleet } = await openFleet({ 'clusters/north/own.yaml': firewall('north', '0.0.0.0/0') });
  const { code, err } = await runFleet(base, '--fail-on', 'opened');
  expect(github.comments.map(({ body }) => body.split('\n')[0])).toEqual([markerOf('north')]);
  const checks = github.calls.filter(({ path }) => path.includes('check-runs')).map(({ body }) => body);
  expect(checks).toMatchObject([
    ...NAMES.map((name) => ({ name: `Weir: clusters/${name}`, conclusion: name === 'north' ? 'failure' : 'success' })),
    { name: 'Weir: weir.fleet.yaml', conclusion: 'success' },
  ]);
  expect(err).toContain('weir: 3 clusters, not successful: clusters/north (exit code 2)');
  expect(code).toBe(2);
});

it('a cluster that cannot be compiled is told so, and the others what changes', async () => {
  const { github, base, runFleet } = await openFleet({
    'base/firewall.yaml': firewall('shop', '198.51.100.0/24'),
    'clusters/west/own.yaml': 'kind: [',
  });
  expect((await runFleet(base)).code).toBe(1);
  const [east, , west] = github.comments.map(({ body }) => body);
  expect(east).toContain('Opened (dropped before, allowed now)');
  expect(west).toContain('this change cannot be compiled');
});

it('a merge request of GitLab has a note for each cluster that changes, which goes with the change', async () => {
  const gitlab = await startGitLab();
  onTestFinished(() => gitlab.close());
  const folder = repository(FLEET);
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const run = () =>
    weir(folder, ['fleet', 'pr', '--cluster', 'east', 'west'], {
      GITLAB_CI: 'true',
      GITLAB_TOKEN: 'secret-token',
      CI_API_V4_URL: gitlab.apiUrl,
      CI_MERGE_REQUEST_PROJECT_ID: '42',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_DIFF_BASE_SHA: git(folder, 'rev-parse', 'HEAD'),
    });
  writeFileSync(join(folder, 'base/firewall.yaml'), firewall('shop', '198.51.100.0/24'));
  expect(await run()).toMatchObject({ code: 0, out: '' });
  expect(gitlab.notes.map(({ body }) => body.split('\n')[0])).toEqual([markerOf('east'), markerOf('west')]);
  writeFileSync(join(folder, 'base/firewall.yaml'), firewall('shop', '203.0.113.0/24'));
  expect((await run()).code).toBe(0);
  expect(gitlab.notes).toEqual([]);
});
