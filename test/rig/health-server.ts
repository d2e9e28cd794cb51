import { type Http2Session, createSecureServer, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A gRPC server of the health protocol. */
export interface HealthServer {
  readonly port: number;
  /** Services that were asked about. */
  readonly asked: readonly string[];
  /** Stops the server with its connections. */
  readonly stop: () => Promise<void>;
}

/** Status of a service: UNKNOWN 0, SERVING 1, NOT_SERVING 2, or no answer at all. */
export type HealthStatus = 0 | 1 | 2 | 'none';

/**
 * Starts a server that gives all services a status. It stops with the test at the latest. `identity`: key and certificate
 * in PEM, for TLS.
 */
export async function startHealthServer(
  address: string,
  port = 0,
  status: HealthStatus = 1,
  identity?: { readonly key: Buffer; readonly cert: Buffer },
): Promise<HealthServer> {
  const server = identity ? createSecureServer(identity) : createServer();
  const sessions = new Set<Http2Session>();
  const asked: string[] = [];
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => undefined);
  });
  server.on('stream', (stream, headers) => {
    const chunks: Buffer[] = [];
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      // Five bytes of gRPC, then the tag and length of the name.
      asked.push(`${headers[':path'] ?? ''} ${Buffer.concat(chunks).subarray(7).toString()}`);
      if (status === 'none') return;
      const message = Buffer.from(status === 0 ? [] : [0x08, status]);
      const prefix = Buffer.from([0, 0, 0, 0, message.length]);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => {
        stream.sendTrailers({ 'grpc-status': '0' });
      });
      stream.end(Buffer.concat([prefix, message]));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const session of sessions) session.destroy();
    await closed;
  };
  onTestFinished(stop);
  return { port: (server.address() as AddressInfo).port, asked, stop };
}
