import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { git } from '../../rig/repository.js';
import { type Ended, weir } from '../../rig/weir.js';
import { startGitLab } from './gitlab-server.js';

const firewall = (cidr: string): string => `apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: shop}
spec: {egress: [{type: Allow, to: {cidrSelector: ${cidr}}}, {type: Deny, to: {cidrSelector: 0.0.0.0/0}}]}
`;

let gitlab: Awaited<ReturnType<typeof startGitLab>>;
let repository: string;
let base: string;

beforeEach(async () => {
  gitlab = await startGitLab();
  repository = mkdtempSync(join(tmpdir(), 'weir-mr-'));
  writeFileSync(join(repository, 'weir.yaml'), 'manifests: [egress.yaml]\n');
  writeFileSync(join(repository, 'egress.yaml'), firewall('203.0.113.0/24'));
  git(repository, 'init', '--quiet');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message', 'base');
  base = git(repository, 'rev-parse', 'HEAD');
});
afterEach(async () => {
  rmSync(repository, { recursive: true });
  await gitlab.close();
});

const run = (token: string, ...words: readonly string[]): Promise<Ended> =>
  weir(repository, ['pr', ...words], {
    GITLAB_CI: 'true',
    GITLAB_TOKEN: token,
    CI_API_V4_URL: gitlab.apiUrl,
    CI_MERGE_REQUEST_PROJECT_ID: '42',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    CI_JOB_URL: 'https://gitlab.example/acme/egress/-/jobs/9',
  });

it('a note of the merge request says what it opens and closes, and goes when nothing changes any more', async () => {
  writeFileSync(join(repository, 'egress.yaml'), firewall('198.51.100.0/24'));
  expect(await run('secret-token')).toMatchObject({ code: 0, out: '' });
  expect(gitlab.notes.map(({ body }) => body)).toEqual([expect.stringMatching(/^<!-- weir: \. -->\n### Egress: /)]);
  expect(gitlab.notes[0]?.body).toMatch(/Opened \(dropped before, allowed now\)[^]*198\.51\.100\.0\/24/);
  expect((await run('secret-token', '--fail-on', 'opened')).code).toBe(2);
  writeFileSync(join(repository, 'egress.yaml'), firewall('203.0.113.0/24'));
  expect((await run('secret-token')).code).toBe(0);
  expect(gitlab.notes).toEqual([]);
});

it('--dry-run prints the note that would be posted, without a token', async () => {
  writeFileSync(join(repository, 'egress.yaml'), firewall('198.51.100.0/24'));
  const { code, out } = await run('', '--dry-run');
  expect([code, gitlab.notes]).toEqual([0, []]);
  await run('secret-token');
  expect(gitlab.notes.map(({ body }) => `${body}\n`)).toEqual([out]);
});

it('a change that cannot be compiled is told in the note, exit code 1', async () => {
  writeFileSync(join(repository, 'egress.yaml'), 'kind: [');
  expect((await run('secret-token')).code).toBe(1);
  expect(gitlab.notes[0]?.body).toContain('this change cannot be compiled');
});

it('a refusal is told without the token, exit code 1', async () => {
  const { code, err } = await run('wrong-token');
  expect(err).toContain('weir: GitLab answered 401 about the user of the token: GITLAB_TOKEN is wrong or has expired');
  expect(err).not.toContain('wrong-token');
  expect(code).toBe(1);
});
