import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Comment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer that comes instead of the right one, once. */
export interface Obstacle {
  readonly method: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message: string;
}

const COMMENTS = '/repos/acme/egress/issues/7/comments';
/** GitHub's limits (REST API documentation). */
const MAX_COMMENT = 65_536;
const MAX_OUTPUT = 65_535;
const MAX_ANNOTATIONS = 50;

/**
 * A server that answers as GitHub's REST API does for the comments and check runs of acme/egress#7. It keeps the calls
 * that it was sent, except for `GET /user`.
 */
export async function startGitHub({ login }: { readonly login?: string } = {}) {
  const comments: Comment[] = [];
  const checks: { output: { annotations: unknown[] } }[] = [];
  const calls: Call[] = [];
  const obstacles: Obstacle[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      answer(request, response, body);
    });
  });

  function answer(request: IncomingMessage, response: ServerResponse, body: Call['body']): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const method = request.method ?? '';
    const send = (status: number, value?: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(value === undefined ? '' : JSON.stringify(value));
    };
    if (request.headers.authorization !== 'token secret-token') {
      send(401, { message: 'Bad credentials' });
      return;
    }
    if (pathname === '/user') {
      if (login === undefined) send(403, { message: 'Resource not accessible by integration' });
      else send(200, { login });
      return;
    }
    calls.push({ method, path: pathname, body });
    const obstacle = obstacles.findIndex((one) => one.method === method);
    const [hit] = obstacle < 0 ? [] : obstacles.splice(obstacle, 1);
    if (hit) {
      send(hit.status, { message: hit.message }, hit.headers);
      return;
    }
    const id = Number(/\/(?:comments|check-runs)\/(\d+)$/.exec(pathname)?.[1] ?? NaN);
    const text = typeof body.body === 'string' ? body.body : '';
    if (text.length > MAX_COMMENT) {
      send(422, { message: 'Validation Failed', errors: [{ field: 'body', message: 'body is too long' }] });
    } else if (pathname === COMMENTS && method === 'GET') {
      const size = Number(searchParams.get('per_page') ?? 30);
      const page = Number(searchParams.get('page') ?? 1);
      const more = page * size < comments.length;
      const next = `http://${request.headers.host ?? ''}${COMMENTS}?per_page=${size}&page=${page + 1}`;
      send(200, comments.slice((page - 1) * size, page * size), more ? { link: `<${next}>; rel="next"` } : {});
    } else if (pathname === COMMENTS && method === 'POST') {
      const comment = { id: comments.length + 100, user: { login: login ?? 'github-actions[bot]' }, body: text };
      comments.push(comment);
      send(201, comment);
    } else if (method === 'PATCH' && pathname.includes('/comments/')) {
      const comment = comments.find((one) => one.id === id);
      if (comment) comment.body = text;
      send(comment ? 200 : 404, comment ?? { message: 'Not Found' });
    } else if (method === 'DELETE' && pathname.includes('/comments/')) {
      const index = comments.findIndex((one) => one.id === id);
      if (index >= 0) comments.splice(index, 1);
      send(index >= 0 ? 204 : 404);
    } else if (pathname.startsWith('/repos/acme/egress/check-runs')) {
      answerCheck(method, id, body, send);
    } else {
      send(404, { message: 'Not Found' });
    }
  }

  function answerCheck(
    method: string,
    id: number,
    body: Call['body'],
    send: (status: number, value?: unknown) => void,
  ): void {
    const output = body.output as { summary: string; annotations: unknown[] };
    if (output.annotations.length > MAX_ANNOTATIONS || output.summary.length > MAX_OUTPUT) {
      send(422, { message: 'Invalid request' });
    } else if (method === 'POST') {
      checks.push({ output: { annotations: [...output.annotations] } });
      send(201, { id: checks.length });
    } else {
      checks[id - 1]?.output.annotations.push(...output.annotations);
      send(checks[id - 1] ? 200 : 404, { id });
    }
  }

  await listen(server);
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return { apiUrl, comments, checks, calls, obstacles, close };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
}

async function readBody(request: IncomingMessage): Promise<Call['body']> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Call['body']);
}
