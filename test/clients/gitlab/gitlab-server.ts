import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Note {
  readonly id: number;
  readonly author: { readonly id: number; readonly username: string };
  readonly system: boolean;
  body: string;
}

/** An answer that comes instead of the right one, once. */
interface Obstacle {
  readonly method: string;
  /** `none`: the connection breaks instead. */
  readonly status: number | 'none';
  readonly headers?: Readonly<Record<string, string>>;
}

const NOTES = '/api/v4/projects/42/merge_requests/7/notes';
/** GitLab's limit of a note. */
const MAX_NOTE = 1_000_000;
/** The user of the token. */
export const WEIR = { id: 5, username: 'project_42_bot' };

/**
 * A server that answers as GitLab's REST API does for the notes of merge request 7 of project 42. It keeps the calls
 * but those for the user.
 */
export async function startGitLab() {
  const notes: Note[] = [];
  const calls: string[] = [];
  const obstacles: Obstacle[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      answer(request, response, body);
    });
  });

  function answer(request: IncomingMessage, response: ServerResponse, body: { body?: unknown }): void {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const method = request.method ?? '';
    const send = (status: number, value?: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(value === undefined ? '' : JSON.stringify(value));
    };
    if (request.headers['private-token'] !== 'secret-token') {
      send(401, { message: '401 Unauthorized' });
      return;
    }
    if (pathname === '/api/v4/user') {
      send(200, WEIR);
      return;
    }
    calls.push(`${method} ${pathname.replace(NOTES, '')}${searchParams.get('page') ?? ''}`);
    const at = obstacles.findIndex((one) => one.method === method);
    const [hit] = at < 0 ? [] : obstacles.splice(at, 1);
    if (hit?.status === 'none') {
      request.socket.destroy();
      return;
    }
    if (hit) {
      send(hit.status, { message: `${hit.status} from somewhere` }, hit.headers);
      return;
    }
    const id = Number(/\/notes\/(\d+)$/.exec(pathname)?.[1] ?? NaN);
    const note = notes.find((one) => one.id === id);
    const text = typeof body.body === 'string' ? body.body : '';
    if (!pathname.startsWith(NOTES)) send(404, { message: '404 Project Not Found' });
    else if (text.length > MAX_NOTE) send(400, { message: { note: ['is too long'] } });
    else if (pathname === NOTES && method === 'GET') {
      // Without parameters there are twenty a page, and at most a hundred.
      const size = Math.min(Number(searchParams.get('per_page') ?? 20), 100);
      const page = Number(searchParams.get('page') ?? 1);
      // The newest come first.
      const sorted = [...notes].sort((a, b) => b.id - a.id);
      const next = page * size < notes.length ? String(page + 1) : '';
      send(200, sorted.slice((page - 1) * size, page * size), { 'x-next-page': next });
    } else if (pathname === NOTES && method === 'POST') {
      if (text === '') {
        send(400, { error: 'body is missing' });
        return;
      }
      const made = { id: notes.length + 100, author: WEIR, system: false, body: text };
      notes.push(made);
      send(201, made);
    } else if (!note) send(404, { message: '404 Note Not Found' });
    else if (note.author.id !== WEIR.id) send(403, { message: '403 Forbidden' });
    else if (method === 'PUT') {
      note.body = text;
      send(200, note);
    } else if (method === 'DELETE') {
      notes.splice(notes.indexOf(note), 1);
      send(204);
    } else send(405, { error: '405 Not Allowed' });
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return { apiUrl, notes, calls, obstacles, close };
}

async function readBody(request: IncomingMessage): Promise<{ body?: unknown }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as { body?: unknown });
}
