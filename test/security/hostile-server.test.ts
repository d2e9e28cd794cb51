import type { Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { type GitHub, GitHubProblem, connectGitHub, statusOf } from '../../src/clients/github/github.js';
import { type Reply, http, json, startRawServer } from './raw-server.js';

const MARKER = '<!-- weir: . -->';

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** A GitHub that gives the first reply to the question who asks, and the second to all others. */
async function connectTo(user: Reply, others: Reply): Promise<GitHub> {
  const { url: apiUrl, close } = await startRawServer(({ url }) => (url === '/user' ? user : others));
  closing.push(close);
  const names = { owner: 'acme', repository: 'egress', number: 7, commit: 'c0ffee', base: 'ba5e' };
  const job = { ...names, token: 'secret-token', apiUrl, jobUrl: '', summaryFile: '' };
  return connectGitHub(job, () => undefined, { second: 10 });
}

const ME = json({ login: 'me' });
const CHECK = { name: 'Weir', conclusion: 'success', title: 't', summary: 's', annotations: [] } as const;

/** The sentence of what went wrong, `HTTP <status>` for a refusal; an error that would count as a bug is thrown. */
async function problemOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'fine';
  } catch (error) {
    if (error instanceof GitHubProblem) return error.message;
    const status = statusOf(error);
    if (status === undefined) throw error;
    return `HTTP ${status}`;
  }
}

const NONSENSE: readonly (readonly [string, Reply])[] = [
  ['HTML', http('200 OK', 'text/html', '<html>sign in</html>')],
  ['HTML that says to be JSON', http('200 OK', 'application/json', '<html>')],
  ['nothing', http('200 OK', 'application/json', '')],
  ['no content', http('204 No Content', 'application/json', '')],
  ['JSON that is cut', http('200 OK', 'application/json', '[{"id":1')],
  ['null', json(null)],
  ['a number', json(7)],
  ['a string', json('x')],
  ['a list of null', json([null])],
  ['a list of lists', json([[]])],
  ['a list of objects of another kind', json([{ id: 'x', user: 3, body: {} }])],
  ['an object of another kind', json({ id: 'x', login: 7 })],
  ['bytes', http('200 OK', 'application/octet-stream', '\u0000\u0001')],
  ['a redirect to another host', http('302 Found', 'text/html', '', 'location: http://192.0.2.1/')],
  ['a redirect to itself', http('301 Moved Permanently', 'text/html', '', 'location: /user')],
  ['an unchanged answer', http('304 Not Modified', 'text/html', '')],
  ['a refusal that says null', json(null, '422 Unprocessable Entity')],
  ['a refusal that says a list', json([1], '422 Unprocessable Entity')],
  ['a refusal whose errors are of another type', json({ message: 1, errors: 'x' }, '422 Unprocessable Entity')],
  ['a wait of years', http('429 Too Many Requests', 'text/html', 'slower', 'retry-after: 99999999')],
];

describe('a GitHub that answers', () => {
  it.concurrent.each(NONSENSE)('%s about comments is a problem, and no bug of ours', async (_, reply) => {
    expect(await problemOf((await connectTo(ME, reply)).setComment(MARKER, 'words'))).toMatch(/^GitHub|^HTTP \d+$/);
  });

  it.concurrent.each(NONSENSE)('%s about a check is a problem, and no bug of ours', async (_, reply) => {
    expect(await problemOf((await connectTo(ME, reply)).createCheck(CHECK))).toMatch(/^GitHub|^HTTP \d+$/);
  });

  it.concurrent.each(NONSENSE)('%s about the user is a problem, and no bug of ours', async (_, reply) => {
    expect(await problemOf((await connectTo(reply, json([]))).setComment(MARKER, 'words'))).toMatch(
      /^GitHub|^HTTP \d+$/,
    );
  });

  it('with another end of the connection is a problem', async () => {
    const ends: readonly Reply[] = [
      (socket: Socket) => socket.destroy(),
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n['),
      (socket: Socket) => socket.end('no HTTP at all\r\n\r\n'),
    ];
    const problems = ends.map(async (reply) => problemOf((await connectTo(ME, reply)).setComment(MARKER, 'words')));
    for (const problem of await Promise.all(problems)) expect(problem).toMatch(/^GitHub cannot be asked/);
  });
});
