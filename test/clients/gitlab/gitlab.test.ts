import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMergeRequest } from '../../../src/clients/gitlab/environment.js';
import { connectGitLab } from '../../../src/clients/gitlab/gitlab.js';
import { WEIR, startGitLab } from './gitlab-server.js';

const MARKER = '<!-- weir: . -->';

describe('on a merge request', () => {
  let gitlab: Awaited<ReturnType<typeof startGitLab>>;
  let warnings: string[];
  beforeEach(async () => {
    gitlab = await startGitLab();
    warnings = [];
  });
  afterEach(() => gitlab.close());

  const connect = (token = 'secret-token', project = '42') =>
    connectGitLab(
      { project, number: '7', base: 'ba5e', token, apiUrl: gitlab.apiUrl, jobUrl: '' },
      (sentence) => void warnings.push(sentence),
      { second: 1 },
    );
  const addNote = (author: typeof WEIR, body: string): void => {
    gitlab.notes.push({ id: gitlab.notes.length + 1, author, system: false, body });
  };

  it('the note is made once, kept while it is right, changed in place, and taken away', async () => {
    const { setNote } = connect();
    await setNote(MARKER, 'one');
    await setNote(MARKER, 'one');
    expect(gitlab.calls).toEqual(['GET 1', 'POST ', 'GET 1']);
    await setNote(MARKER, 'two');
    expect(gitlab.notes.map(({ body }) => body)).toEqual([`${MARKER}\ntwo`]);
    await setNote(MARKER, undefined);
    expect(gitlab.notes).toEqual([]);
  });

  it('the note is found behind many others, and doubles of it go', async () => {
    addNote(WEIR, `${MARKER}\nold`);
    addNote(WEIR, `${MARKER}\ndouble`);
    for (let count = 0; count < 250; count++) addNote({ id: 9, username: 'ann' }, 'looks good');
    await connect().setNote(MARKER, 'new');
    expect(gitlab.calls).toEqual(['GET 1', 'GET 2', 'GET 3', 'DELETE /2', 'PUT /1']);
    expect(gitlab.notes.filter(({ body }) => body.startsWith(MARKER)).map(({ body }) => body)).toEqual([
      `${MARKER}\nnew`,
    ]);
  });

  it('a note of somebody else with the marker stays as it is', async () => {
    addNote({ id: 9, username: 'ann' }, `${MARKER}\nforged`);
    await connect().setNote(MARKER, 'ours');
    expect(gitlab.notes.map(({ body }) => body)).toEqual([`${MARKER}\nforged`, `${MARKER}\nours`]);
  });

  it.each([
    [429, { 'retry-after': '3' }, 'in 3 s'],
    [502, {}, 'in 1 s'],
  ])('a request that is answered %s is repeated', async (status, headers, wait) => {
    gitlab.obstacles.push({ method: 'POST', status, headers });
    await connect().setNote(MARKER, 'one');
    expect(gitlab.notes).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining(wait)]);
  });

  it('a request without a response is repeated', async () => {
    gitlab.obstacles.push({ method: 'GET', status: 'none' }, { method: 'POST', status: 'none' });
    await connect().setNote(MARKER, 'one');
    expect(gitlab.notes).toHaveLength(1);
    expect(warnings).toEqual([
      expect.stringMatching(/^GitLab: .+: GET .+ is repeated in 1 s$/),
      expect.stringMatching(/^GitLab: .+: POST .+ is repeated in 1 s$/),
    ]);
  });

  it('a server that cannot be reached is given up', async () => {
    await gitlab.close();
    await expect(connect().setNote(MARKER, 'one')).rejects.toThrow('GitLab cannot be asked for the user of the token');
    expect(warnings).toHaveLength(4);
  });

  it('a server that goes on failing, or asks to wait for hours, is given up', async () => {
    for (let count = 0; count < 5; count++) gitlab.obstacles.push({ method: 'GET', status: 503 });
    await expect(connect().setNote(MARKER, 'one')).rejects.toThrow('GitLab answered 503 about the notes');
    gitlab.obstacles.push({ method: 'GET', status: 429, headers: { 'retry-after': '86400' } });
    await expect(connect().setNote(MARKER, 'one')).rejects.toThrow('GitLab answered 429');
  });

  it.each([
    ['a wrong token', () => connect('wrong-token'), 'answered 401 about the user of the token: GITLAB_TOKEN is wrong'],
    ['another project', () => connect('secret-token', '43'), 'answered 404 about the notes'],
  ])('%s is told with what to do, without the token', async (_, open, said) => {
    const error = await open()
      .setNote(MARKER, 'one')
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(said);
    expect(`${String(error)}${warnings.join()}`).not.toMatch(/wrong-token|secret-token/);
  });

  it('a refusal to write is told with the scope that is missing', async () => {
    gitlab.obstacles.push({ method: 'POST', status: 403 });
    await expect(connect().setNote(MARKER, 'one')).rejects.toThrow(
      '403 about a note: GITLAB_TOKEN needs the scope api',
    );
  });

  it('an answer that is no list of notes, or a redirection, is a problem', async () => {
    gitlab.obstacles.push({ method: 'GET', status: 200 });
    await expect(connect().setNote(MARKER, 'one')).rejects.toThrow('is not what its REST API promises');
    gitlab.obstacles.push({ method: 'GET', status: 302, headers: { location: 'http://elsewhere.example/' } });
    await expect(connect().setNote(MARKER, 'one')).rejects.toThrow('it redirects (HTTP 302)');
    expect(warnings).toEqual([]);
  });
});

describe('the environment of a job', () => {
  const JOB = {
    CI_API_V4_URL: 'https://gitlab.example/api/v4',
    CI_MERGE_REQUEST_PROJECT_ID: '42',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: 'ba5e',
    GITLAB_TOKEN: 'secret-token',
  };

  it('tells the merge request', () => {
    expect(readMergeRequest(JOB)).toMatchObject({ project: '42', number: '7', base: 'ba5e' });
  });

  it.each([
    ['without a token', { GITLAB_TOKEN: '' }, 'set GITLAB_TOKEN'],
    ['without a merge request', { CI_MERGE_REQUEST_IID: undefined }, 'does not run for a merge request'],
    ['with a number that is a path', { CI_MERGE_REQUEST_IID: '7/../8' }, 'does not run for a merge request'],
    ['with an API that is none', { CI_API_V4_URL: 'file:///etc' }, 'is not the URL of an API'],
  ])('%s says what is missing', (_, changes, said) => {
    expect(readMergeRequest({ ...JOB, ...changes })).toContain(said);
  });
});
