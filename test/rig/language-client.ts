import { type ChildProcess, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { Json } from './json-rpc.js';
import { CLI } from './weir.js';

type JsonObject = Record<string, Json>;

/** A language server, spoken to as an editor does. */
export interface LanguageClient {
  readonly request: (method: string, params?: JsonObject) => Promise<Json>;
  readonly notify: (method: string, params?: JsonObject) => void;
  /** The next findings of a file (absolute path) that were not taken yet. */
  readonly findings: (path: string) => Promise<readonly Json[]>;
  /** The exit code of the server, once it has ended. */
  readonly ended: Promise<number | null>;
  readonly kill: () => void;
}

/** Messages as the base protocol has them: a header with the length in bytes, then JSON. */
export function openLanguageClient(cwd: string): LanguageClient {
  const child = spawn(process.execPath, [CLI, 'lsp', '--stdio'], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = new Map<number, { settle: (value: Json) => void; refuse: (error: Error) => void }>();
  const published = new Map<string, (readonly Json[])[]>();
  const waiting = new Map<string, (findings: readonly Json[]) => void>();
  let next = 1;
  const receive = (message: JsonObject): void => {
    const { id, method, params, result, error } = message;
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as { uri: string; diagnostics: Json[] };
      const taker = waiting.get(uri);
      waiting.delete(uri);
      if (taker) taker(diagnostics);
      else published.set(uri, [...(published.get(uri) ?? []), diagnostics]);
    } else if (typeof id === 'number' && method === undefined) {
      const answer = answers.get(id);
      answers.delete(id);
      if (error === undefined) answer?.settle(result ?? null);
      else answer?.refuse(new Error(JSON.stringify(error)));
    }
  };
  readMessages(child, receive);
  const send = (message: JsonObject): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  return {
    request: (method, params = {}) =>
      new Promise((settle, refuse) => {
        const id = next++;
        answers.set(id, { settle, refuse });
        send({ id, method, params });
      }),
    notify: (method, params = {}) => {
      send({ method, params });
    },
    findings: (path) => {
      const uri = pathToFileURL(path).href;
      const there = published.get(uri)?.shift();
      return there ? Promise.resolve(there) : new Promise((settle) => waiting.set(uri, settle));
    },
    ended: new Promise((settle) => child.once('exit', settle)),
    kill: () => void child.kill('SIGKILL'),
  };
}

function readMessages(child: ChildProcess, receive: (message: JsonObject) => void): void {
  let pending = Buffer.alloc(0);
  child.stdout?.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const head = pending.indexOf('\r\n\r\n');
      const [, length] = /Content-Length: (\d+)/.exec(pending.subarray(0, head).toString()) ?? [];
      const end = head + 4 + Number(length);
      if (head < 0 || length === undefined || pending.length < end) return;
      const text = pending.subarray(head + 4, end).toString();
      pending = pending.subarray(end);
      receive(JSON.parse(text) as JsonObject);
    }
  });
}
