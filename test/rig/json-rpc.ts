import { connect } from 'node:net';

/** A JSON value of a JSON-RPC message. */
export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/**
 * Calls one method over JSON-RPC 1.0 on a unix socket, as OVSDB servers (RFC 7047 §4) and the control sockets of OVN's
 * programs speak it, and gives its result. Rejects when the peer answers with an error, hangs up, or takes longer than
 * `timeout` milliseconds.
 */
export function call(socketPath: string, method: string, params: Json[], timeout = 120_000): Promise<Json> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    const fail = (reason: string): void => {
      socket.destroy();
      reject(new Error(`${method} on ${socketPath}: ${reason}`));
    };
    const chunks: Buffer[] = [];
    socket.setTimeout(timeout, () => {
      fail(`no answer within ${timeout} ms`);
    });
    socket.on('error', (error) => {
      fail(error.message);
    });
    socket.on('close', () => {
      fail('the peer hung up');
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      // The peer sends nothing but this answer, so its last byte closes the object.
      if (chunk.at(-1) !== 0x7d && chunk.at(-1) !== 0x0a) return;
      const message = parseWhole(Buffer.concat(chunks).toString('utf8'));
      if (message === undefined) return;
      if (message.error !== null) {
        fail(typeof message.error === 'string' ? message.error : JSON.stringify(message.error));
        return;
      }
      socket.removeAllListeners('close');
      socket.end();
      resolve(message.result);
    });
    socket.write(JSON.stringify({ id: 0, method, params }));
  });
}

/** The message, or undefined while it is not complete. */
function parseWhole(text: string): { result: Json; error: Json } | undefined {
  try {
    return JSON.parse(text) as { result: Json; error: Json };
  } catch {
    return undefined;
  }
}
