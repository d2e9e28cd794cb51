import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../rig/repository.js';
import { weir } from '../../rig/weir.js';
import { openPullRequest } from './open-pull-request.js';

const MARKER = '<!-- weir: . -->\n';

const firewall = (namespace: string, cidr: string) => `---
apiVersion: k8s.ovn.org/v1
kind: EgressFirewall
metadata: {name: default, namespace: ${namespace}}
spec:
  egress:
    - type: Allow
      to: {cidrSelector: ${cidr}}
    - type: Deny
      to: {cidrSelector: 0.0.0.0/0}
`;
const SETTINGS = {
  'weir.yaml': 'manifests: [egress.yaml]\ninventory: [nodes.yaml]\n',
  'nodes.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: heron}\n',
};

describe('weir pr', () => {
  let opened: Awaited<ReturnType<typeof openPullRequest>>;
  let github: (typeof opened)['github'];
  let repository = '';
  beforeEach(async () => {
    opened = await openPullRequest();
    ({ github, repository } = opened);
  });
  afterEach(() => opened.close());

  /** Commits a file as the base, and puts another text in its place. */
  const change = (before: string, after: string): string =>
    opened.change({ ...SETTINGS, 'egress.yaml': before }, { 'egress.yaml': after });
  const run = (base: string, ...words: readonly string[]) => opened.run(base, ...words);
  const summary = () => opened.summary();
  const checks = () => github.calls.filter(({ path }) => path.includes('check-runs')).map(({ body }) => body);

  it('says what is opened and closed, in the comment, the check and the summary of the job', async () => {
    const base = change(firewall('shop', '203.0.113.0/24'), firewall('shop', '198.51.100.0/24'));
    expect(await run(base)).toMatchObject({ code: 0, out: '' });
    const [comment] = github.comments;
    expect(comment?.body.startsWith(MARKER)).toBe(true);
    for (const text of [comment?.body, summary()]) {
      expect(text).toContain('Opened (dropped before, allowed now)');
      expect(text).toContain('198.51.100.0/24');
      expect(text).toContain('203.0.113.0/24');
    }
    expect(checks()).toMatchObject([{ conclusion: 'neutral', head_sha: 'c0ffee' }]);
  });

  it('links the page of the comparison where the pipeline says where it is, and nothing but a web page', async () => {
    const base = change(firewall('shop', '203.0.113.0/24'), firewall('shop', '198.51.100.0/24'));
    await run(base, '--report-url', 'https://ci.example/job/7/report.html?a=(b)');
    const link = '[HTML report](https://ci.example/job/7/report.html?a=%28b%29)';
    for (const text of [github.comments[0]?.body, summary()]) expect(text).toContain(link);
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'report.html']) {
      const { code, err } = await run(base, '--report-url', url);
      expect([code, err]).toEqual([1, `weir: --report-url is '${url}', expected an http or https URL\n`]);
    }
  });

  it('with --dry-run prints what it would post, and asks GitHub nothing', async () => {
    const base = change(firewall('shop', '203.0.113.0/24'), firewall('shop', '198.51.100.7/24'));
    const { code, out, err } = await run(base, '--dry-run', '--fail-on', 'opened');
    expect(code).toBe(2);
    expect(github.calls).toEqual([]);
    expect(err).toContain("weir: the check 'Weir' would be failure: Effect of this change, 1 annotation:\n");
    expect(err).toMatch(/\n {2}egress\.yaml:\d+: egress-firewall\/host-bits: /);
    await run(base, '--fail-on', 'opened');
    expect(github.comments.map(({ body }) => `${body}\n`)).toEqual([out]);
    writeFileSync(join(repository, 'egress.yaml'), firewall('shop', '203.0.113.0/24'));
    const quiet = await run(base, '--dry-run');
    expect([quiet.code, quiet.out]).toEqual([0, '']);
    expect(quiet.err).toContain('Weir would post no comment');
  });

  it('with --dry-run needs neither a job nor a token, and compares with what diff does', async () => {
    change(firewall('shop', '203.0.113.0/24'), firewall('shop', '198.51.100.0/24'));
    const { code, out, err } = await weir(repository, ['pr', '--dry-run']);
    expect(code).toBe(0);
    expect(err).toContain("weir: the check 'Weir' would be neutral, which blocks no merge: Effect of this change\n");
    expect(out.startsWith(MARKER)).toBe(true);
    expect(out).toContain('198.51.100.0/24');
  });

  it('writes no comment for a change that changes nothing, and deletes an earlier one', async () => {
    const base = change(firewall('shop', '203.0.113.0/24'), firewall('shop', '198.51.100.0/24'));
    await run(base);
    writeFileSync(join(repository, 'egress.yaml'), `# a comment\n${firewall('shop', '203.0.113.0/24')}`);
    expect((await run(base)).code).toBe(0);
    expect(github.comments).toEqual([]);
    expect(checks().at(-1)).toMatchObject({ conclusion: 'success' });
  });

  it('fails for the topics that need an approval', async () => {
    const base = change(firewall('shop', '203.0.113.0/24'), firewall('shop', '203.0.112.0/23'));
    expect((await run(base, '--fail-on', 'closed')).code).toBe(0);
    expect((await run(base, '--fail-on', 'closed,opened')).code).toBe(2);
    expect(checks().map(({ conclusion }) => conclusion)).toEqual(['neutral', 'failure']);
  });

  it('warns of the side without any resource, whichever it is', async () => {
    const sound = firewall('shop', '203.0.113.0/24');
    const none = (text: string) => `allowEmpty: true\n${text}`;
    const base = change('# none\n', sound);
    writeFileSync(join(repository, 'weir.yaml'), none(readFileSync(join(repository, 'weir.yaml'), 'utf8')));
    git(repository, 'add', 'weir.yaml');
    git(repository, 'commit', '--quiet', '--amend', '--no-edit');
    const empty = git(repository, 'rev-parse', 'HEAD');
    expect(empty).not.toBe(base);
    expect((await run(empty)).code).toBe(0);
    expect(github.comments[0]?.body).toContain('contains no resources, so all resources of the other side are new');
    git(repository, 'commit', '--quiet', '--all', '--message', 'full');
    writeFileSync(join(repository, 'egress.yaml'), '# none\n');
    expect((await run(git(repository, 'rev-parse', 'HEAD'), '--fail-on', 'opened')).code).toBe(2);
    expect(github.comments[0]?.body).toContain(
      'contains no resources, so applying it removes everything that Weir manages',
    );
  });

  it('shows the errors of a change that cannot be compiled where they are', async () => {
    const base = change(
      firewall('shop', '203.0.113.0/24'),
      firewall('shop', '203.0.113.0/24').replace('Allow', 'Permit'),
    );
    const { code, err } = await run(base);
    expect(code).toBe(1);
    expect(err).toContain('error[schema/not-a-choice]');
    expect(github.comments[0]?.body).toContain('cannot be compiled');
    expect(github.checks[0]?.output.annotations).toMatchObject([
      { path: 'egress.yaml', start_line: 7, annotation_level: 'failure', title: 'schema/not-a-choice' },
    ]);
  });

  it('lets a change in that repairs its base, unless somebody is to judge what it does', async () => {
    const sound = firewall('shop', '203.0.113.0/24');
    const base = change(sound.replace('Allow', 'Permit'), sound);
    expect((await run(base)).code).toBe(0);
    expect(github.comments[0]?.body).toContain('### Egress: the base of this change cannot be compiled');
    expect(github.comments[0]?.body).toContain('The change itself compiles.');
    expect((await run(base, '--fail-on', 'closed')).code).toBe(1);
    expect(checks()).toMatchObject([
      { conclusion: 'neutral', output: { title: 'The base of this change cannot be compiled' } },
      { conclusion: 'failure' },
    ]);
  });

  it('keeps 5,000 changed namespaces within every limit, and points to the whole', async () => {
    const all = (octet: (index: number) => number) =>
      Array.from({ length: 5000 }, (_, index) => firewall(`team-${index}`, `203.0.${octet(index)}.0/24`)).join('');
    const base = change(
      all(() => 0),
      all((index) => 1 + (index % 250)),
    );
    expect((await run(base)).code).toBe(0);
    expect(github.comments[0]?.body.length).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(summary())).toBeLessThanOrEqual(2 ** 20);
    expect(github.comments[0]?.body).toContain('opens flows of 5000 namespaces');
    expect(github.comments[0]?.body).toMatch(/… and \d+ more \(all: `weir diff --format json`\)|summary of the job/);
  });

  it('never shows the token', async () => {
    const base = change(firewall('shop', '203.0.113.0/24'), firewall('shop', '198.51.100.0/24'));
    github.obstacles.push({ method: 'POST', status: 403, message: 'Resource not accessible by integration' });
    const { code, out, err } = await run(base);
    expect(code).toBe(1);
    expect(err).toContain('GitHub responded with 403, the token needs pull-requests: write');
    expect(out + err + summary()).not.toContain('secret-token');
  });
});
