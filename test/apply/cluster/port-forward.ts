import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

const PATH = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/portforward\?ports=(\d+)$/;
/** RFC 6455 §1.3. */
const WEBSOCKET_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const PROTOCOL = 'v4.channel.k8s.io';
const BINARY = 2;
const CLOSE = 8;

/** What decides about a port of a pod. */
export interface ForwardedPods {
  readonly token: string;
  readonly requests: string[];
  /** URLs of the servers on the loopback of pods, by `<namespace>/<pod>:<port>`. */
  readonly loopbacks: ReadonlyMap<string, string>;
  /** Returns the status instead of an answer, undefined for none. */
  readonly refuses: (request: string) => number | undefined;
}

/**
 * Serves `portforward` of pods by WebSocket, as the kubelet does: a channel for data and one for errors for each port, both
 * of which begin with the number of the port (Kubernetes, `pkg/kubelet/.../portforward/websocket.go`).
 */
export function servePortForward(
  server: Server | HttpsServer,
  { token, requests, loopbacks, refuses }: ForwardedPods,
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const text = `${request.method ?? ''} ${request.url ?? ''}`;
    requests.push(text);
    socket.on('error', () => undefined);
    const [, namespace = '', pod = '', port = ''] = PATH.exec(request.url ?? '') ?? [];
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const status = refuses(text) ?? (!isKnown ? 401 : port === '' ? 404 : undefined);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key'] ?? ''}${WEBSOCKET_ID}`)
      .digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: Upgrade'];
    socket.write(
      [...head, `sec-websocket-accept: ${accept}`, `sec-websocket-protocol: ${PROTOCOL}`, '', ''].join('\r\n'),
    );
    const number = Buffer.alloc(2);
    number.writeUInt16LE(Number(port));
    for (const channel of [0, 1]) socket.write(frame(channel, number));
    const url = loopbacks.get(`${namespace}/${pod}:${port}`);
    const target = connect(url === undefined ? 1 : Number(new URL(url).port), '127.0.0.1');
    target.on('error', ({ message }) =>
      socket.write(frame(1, Buffer.from(`error forwarding port ${port}: ${message}`))),
    );
    target.on('data', (chunk) => socket.write(frame(0, chunk)));
    target.on('end', () => socket.end(Buffer.from([0x80 | CLOSE, 0])));
    readFrames(socket, (data) => target.write(data.subarray(1)));
    socket.on('close', () => target.destroy());
  });
}

/** An unmasked binary frame with a byte for its channel (RFC 6455 §5.2). */
function frame(channel: number, data: Buffer): Buffer {
  const length = data.length + 1;
  const size = length < 126 ? Buffer.from([length]) : Buffer.from([126, length >> 8, length & 0xff]);
  return Buffer.concat([Buffer.from([0x80 | BINARY]), size, Buffer.from([channel]), data]);
}

/** Calls `receive` with the content of each masked binary frame. */
function readFrames(socket: Duplex, receive: (data: Buffer) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      if (buffer.length < 6) return;
      const short = (buffer[1] ?? 0) & 0x7f;
      const isLong = short === 126;
      const length = isLong ? buffer.readUInt16BE(2) : short;
      const start = (isLong ? 4 : 2) + 4;
      if (buffer.length < start + length) return;
      const mask = buffer.subarray(start - 4, start);
      const data = buffer.subarray(start, start + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
      if (((buffer[0] ?? 0) & 0x0f) === BINARY) receive(Buffer.from(data));
      buffer = buffer.subarray(start + length);
    }
  });
}
