import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../rig/eventually.js';
import { call } from '../rig/json-rpc.js';
import { endChild } from '../rig/process.js';

/** A real ovsdb-server with one empty database, for the time of a test. */
export interface ScratchDatabase {
  /** `unix:<path>`, as the OVN tools take it. */
  readonly address: string;
  /** Runs a `transact` (its whole params array, as JSON text) and resolves to the results. */
  readonly transact: (params: string) => Promise<readonly OperationResult[]>;
  readonly close: () => void;
}

export interface OperationResult {
  readonly error?: string;
  readonly details?: string;
  readonly rows?: readonly Record<string, unknown>[];
}

/** Why scratch databases cannot be used here, or undefined when they can. */
export function whyNoOvsdb(schema: string): string | undefined {
  if (!existsSync(schema)) return `${schema} is not there: OVN is not installed`;
  return ['ovsdb-server', 'ovsdb-tool'].map(whyNoTool).find((reason) => reason !== undefined);
}

/** Why a tool cannot be used here, or undefined when it can. */
export function whyNoTool(tool: string): string | undefined {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `${tool} is not installed`;
  }
}

/** Starts a server; the caller must `close` it, also on failure. */
export async function startDatabase(schema: string): Promise<ScratchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-ovsdb-'));
  const socket = join(folder, 'db.sock');
  let server: ChildProcess | undefined;
  const close = (): void => {
    if (server) endChild(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    execFileSync('ovsdb-tool', ['create', join(folder, 'db'), schema]);
    const options = [`--remote=punix:${socket}`, `--unixctl=${join(folder, 'ctl')}`, '-vconsole:off'];
    server = spawn('ovsdb-server', [...options, join(folder, 'db')], { stdio: 'ignore' });
    await eventually('ovsdb-server answers', () => call(socket, 'list_dbs', []));
  } catch (error) {
    close();
    throw error;
  }
  return { address: `unix:${socket}`, transact: (params) => transact(socket, params), close };
}

/** One JSON-RPC request on a connection of its own (RFC 7047 §4.1.3). */
function transact(socket: string, params: string): Promise<readonly OperationResult[]> {
  return new Promise((resolve, reject) => {
    const connection = connect(socket);
    let answer = '';
    connection.setEncoding('utf8');
    connection.on('error', reject);
    connection.on('close', () => {
      reject(new Error('ovsdb-server closed the connection'));
    });
    connection.on('data', (chunk: string) => {
      answer += chunk;
      const reply = parseJson(answer) as { result: (OperationResult | null)[] | null; error: unknown } | undefined;
      if (reply === undefined) return;
      connection.destroy();
      if (reply.result === null) reject(new Error(JSON.stringify(reply.error)));
      else resolve(reply.result.filter((result) => result !== null));
    });
    connection.write(`{"id":0,"method":"transact","params":${params}}`);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
