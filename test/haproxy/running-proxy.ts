import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { type TLSSocket, connect as connectTLS, createServer as createTLSServer } from 'node:tls';
import { eventually } from '../rig/eventually.js';

/** What a client got: of an answer its status and headers, of a connection that ended without one nothing. */
export interface Received {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly certificate?: string;
  readonly alpn?: string;
}

/** What a client asks for, and how. */
export interface Asked {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  /** Absent: without TLS; '' for no name in the handshake. */
  readonly sni?: string;
  readonly alpn?: readonly string[];
  readonly client: string;
  readonly cookie?: string;
}

/** A port of this machine that nobody uses. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Starts the proxy, and waits until it takes connections. */
export async function startProxy(configuration: string, port: number): Promise<ChildProcess> {
  const proxy = spawn('haproxy', ['-db', '-q', '-f', configuration], { stdio: 'inherit' });
  await eventually('the proxy takes connections', async () => {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => {
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    socket.destroy();
    return isOpen;
  });
  return proxy;
}

/** A server that answers on all addresses of this machine, and says in the answer which of them it was, and the path that it saw. */
export async function startStub(tls?: { readonly key: string; readonly cert: string }): Promise<Server> {
  const answer = (socket: Socket): void => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      const [, path = ''] = /^\S+ ([^ ?]*)/.exec(text) ?? [];
      const head = [
        `x-server: ${socket.localAddress ?? ''}`,
        `x-path: ${path}`,
        'content-length: 0',
        'connection: close',
      ];
      socket.end(`HTTP/1.1 200 OK\r\n${head.join('\r\n')}\r\n\r\n`);
    });
  };
  const server = tls ? createTLSServer(tls, answer) : createServer(answer);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return server;
}

/** Asks the proxy once, over a connection of its own. */
export async function ask(asked: Asked): Promise<Received> {
  const socket = await open(asked);
  if (!socket) return { headers: {} };
  const about = 'getPeerCertificate' in socket ? describeTLS(socket) : {};
  const text = await exchange(socket, asked);
  const [head = ''] = text.split('\r\n\r\n', 1);
  const [first = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.[01] ([0-9]{3})/.exec(first)?.[1];
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    ...about,
    ...(status === undefined ? {} : { status: Number(status) }),
    headers: Object.fromEntries(headers),
  };
}

async function open({ port, sni, alpn = [], client }: Asked): Promise<Socket | TLSSocket | undefined> {
  const options = { port, host: '127.0.0.1', localAddress: client };
  const [socket, ready] =
    sni === undefined
      ? [connect(options), 'connect']
      : [
          connectTLS({
            ...options,
            ...(sni === '' ? {} : { servername: sni }),
            ALPNProtocols: [...alpn],
            rejectUnauthorized: false,
          }),
          'secureConnect',
        ];
  return new Promise((resolve) => {
    socket.once(ready, () => {
      resolve(socket);
    });
    socket.once('error', () => {
      resolve(undefined);
    });
    socket.once('close', () => {
      resolve(undefined);
    });
  });
}

function describeTLS(socket: TLSSocket): Pick<Received, 'certificate' | 'alpn'> {
  const { alpnProtocol } = socket;
  const name = socket.getPeerCertificate().subject.CN;
  return {
    certificate: `CN=${Array.isArray(name) ? name.join() : name}`,
    ...(typeof alpnProtocol === 'string' ? { alpn: alpnProtocol } : {}),
  };
}

async function exchange(socket: Socket, { host, path, cookie }: Asked): Promise<string> {
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...(cookie === undefined ? [] : [`Cookie: ${cookie}`])];
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}
