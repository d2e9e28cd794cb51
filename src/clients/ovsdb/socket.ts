import { readFileSync } from 'node:fs';
import { type Socket, connect, isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import type { TlsIdentity } from './options.js';
import { type Remote, formatRemote } from './remote.js';
import { describeSocketError } from './socket-error.js';

/** A connection, or the problem. `transient`: true if a retry may succeed. */
export type OpenedSocket =
  | { readonly result: 'open'; readonly socket: Socket }
  | { readonly result: 'failed'; readonly problem: string; readonly transient: boolean };

/**
 * Connects to a remote, including the TLS handshake for `ssl:`. Fails after `timeout` milliseconds, or when `signal` is
 * aborted.
 */
export function openSocket(
  remote: Remote,
  tls: TlsIdentity | undefined,
  timeout: number,
  signal: AbortSignal,
): Promise<OpenedSocket> {
  const name = formatRemote(remote);
  let socket: Socket;
  try {
    socket = start(remote, tls);
  } catch (error) {
    // A missing file of the identity, or a key that does not match its certificate.
    return Promise.resolve({
      result: 'failed',
      problem: `${name}: ${error instanceof Error ? error.message : String(error)}`,
      transient: false,
    });
  }
  return new Promise((resolve) => {
    const fail = (reason: string, transient: boolean): void => {
      release();
      // Later events of the socket do not matter, but an error without a listener would end the process.
      socket.on('error', () => undefined);
      socket.destroy();
      resolve({ result: 'failed', problem: `${name}: ${reason}`, transient });
    };
    const onError = (error: Error): void => {
      const { message, transient } = describeSocketError(error);
      fail(message, transient);
    };
    const onAbort = (): void => {
      fail('given up', true);
    };
    const timer = setTimeout(() => {
      fail(`not connected within ${timeout} ms`, true);
    }, timeout);
    const readyEvent = remote.protocol === 'ssl' ? 'secureConnect' : 'connect';
    const onReady = (): void => {
      release();
      resolve({ result: 'open', socket });
    };
    const release = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', onError);
      socket.off(readyEvent, onReady);
    };
    socket.on('error', onError);
    socket.on(readyEvent, onReady);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}

/** Starts a connection. Throws if the identity is unusable. */
function start(remote: Remote, tls: TlsIdentity | undefined): Socket {
  if (remote.protocol === 'unix') return connect({ path: remote.path });
  const { host, port } = remote;
  if (remote.protocol === 'tcp') return connect({ host, port, noDelay: true, keepAlive: true });
  if (tls === undefined) throw new Error('ssl: needs a private key, a certificate and the certificate of an authority');
  return connectSecurely({
    host,
    port,
    key: readPem(tls.privateKey),
    cert: readPem(tls.certificate),
    ca: readPem(tls.ca),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...checkOfName(tls.serverName === 'host' ? host : tls.serverName?.name),
  });
}

/** Returns the check of the certificate for a name or an address, as in HTTPS. Without a name, there is no check. */
function checkOfName(name: string | undefined): ConnectionOptions {
  if (name === undefined) return { checkServerIdentity: () => undefined };
  return {
    // An address must not be sent as Server Name Indication (RFC 6066 §3).
    ...(isIP(name) === 0 ? { servername: name } : {}),
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
  };
}

/** Returns PEM text. Files are read for each connection, because certificates are renewed while programs run. */
function readPem(textOrPath: string): string {
  return textOrPath.includes('-----BEGIN ') ? textOrPath : readFileSync(textOrPath, 'utf8');
}
