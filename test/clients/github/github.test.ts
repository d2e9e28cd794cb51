import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Annotation } from '../../../src/clients/github/annotations.js';
import { connectGitHub } from '../../../src/clients/github/github.js';
import { startGitHub } from './github-server.js';

const MARKER = '<!-- weir: . -->';

describe('on a pull request', () => {
  let github: Awaited<ReturnType<typeof startGitHub>>;
  let warnings: string[];
  beforeEach(async () => {
    github = await startGitHub();
    warnings = [];
  });
  afterEach(() => github.close());

  const connect = (token = 'secret-token') =>
    connectGitHub(
      {
        owner: 'acme',
        repository: 'egress',
        number: 7,
        commit: 'c0ffee',
        base: 'ba5e',
        token,
        apiUrl: github.apiUrl,
        jobUrl: '',
        summaryFile: '',
      },
      (sentence) => void warnings.push(sentence),
      { second: 100 },
    );
  const methods = () => github.calls.map(({ method, path }) => `${method} ${path.replace('/repos/acme/egress', '')}`);
  const addComment = (login: string, body: string) =>
    github.comments.push({ id: github.comments.length + 1, user: { login }, body });

  it('the comment is made once, kept while it is right, changed in place, and taken away', async () => {
    const { setComment } = connect();
    await setComment(MARKER, 'one');
    await setComment(MARKER, 'one');
    await setComment(MARKER, 'two');
    expect(github.comments.map(({ body }) => body)).toEqual([`${MARKER}\ntwo`]);
    await setComment(MARKER, undefined);
    await setComment(MARKER, undefined);
    expect(github.comments).toEqual([]);
    const list = 'GET /issues/7/comments';
    expect(methods()).toEqual([
      list,
      'POST /issues/7/comments',
      list,
      list,
      'PATCH /issues/comments/100',
      list,
      'DELETE /issues/comments/100',
      list,
    ]);
  });

  it('the comment is found on a later page, and doubles of it go', async () => {
    for (let index = 0; index < 230; index++) addComment('somebody', 'words');
    addComment('github-actions[bot]', `${MARKER}\nold`);
    addComment('github-actions[bot]', `${MARKER}\nolder`);
    await connect().setComment(MARKER, 'new');
    expect(github.comments.slice(230).map(({ body }) => body)).toEqual([`${MARKER}\nnew`]);
    expect(methods().filter((one) => one.startsWith('GET'))).toHaveLength(3);
  });

  it('what somebody else wrote is left alone, marker or not', async () => {
    addComment('mallory', `${MARKER}\nmine`);
    const { setComment } = connect();
    await setComment(MARKER, 'ours');
    await setComment(MARKER, undefined);
    expect(github.comments.map(({ body }) => body)).toEqual([`${MARKER}\nmine`]);
  });

  it('a secondary rate limit is waited for', async () => {
    const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
    github.obstacles.push({ method: 'POST', status: 403, headers: { 'retry-after': '1' }, message });
    await connect().setComment(MARKER, 'words');
    expect(github.comments).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/^GitHub asks to wait 1 s before POST/)]);
  });

  it('a failure of the server is tried again', async () => {
    github.obstacles.push({ method: 'GET', status: 502, message: 'Bad Gateway' });
    await connect().setComment(MARKER, 'words');
    expect(methods()).toEqual(['GET /issues/7/comments', 'GET /issues/7/comments', 'POST /issues/7/comments']);
  });

  it('what GitHub refuses is not tried again, and no message holds the token', async () => {
    await expect(connect().setComment(MARKER, 'x'.repeat(70_000))).rejects.toMatchObject({ status: 422 });
    expect(methods()).toEqual(['GET /issues/7/comments', 'POST /issues/7/comments']);
    await expect(connect('wrong-token').setComment(MARKER, 'x')).rejects.toThrow(/^(?!.*wrong-token)/s);
  });

  it('annotations go in batches of fifty, in their order', async () => {
    const annotations = Array.from({ length: 120 }, (_, index): Annotation => ({
      path: 'egress.yaml',
      start_line: index + 1,
      end_line: index + 1,
      start_column: 1,
      end_column: 2,
      annotation_level: 'failure',
      title: 'code',
      message: 'words',
    }));
    const check = { name: 'Weir', conclusion: 'failure', title: 'Weir', summary: 'words', annotations } as const;
    await connect().createCheck(check);
    expect(methods()).toEqual(['POST /check-runs', 'PATCH /check-runs/1', 'PATCH /check-runs/1']);
    expect(github.checks[0]?.output.annotations).toEqual(annotations);
  });

  it('a check without annotations is one call', async () => {
    await connect().createCheck({ name: 'Weir', conclusion: 'success', title: 't', summary: 's', annotations: [] });
    expect(methods()).toEqual(['POST /check-runs']);
    expect(github.calls[0]?.body).toMatchObject({ head_sha: 'c0ffee', status: 'completed', conclusion: 'success' });
  });
});
