import { connect } from 'node:net';
import { answerWithin } from './answer-within.js';

/** Error codes with which a host answers that nothing listens. */
const REFUSALS: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ECONNRESET']);

/**
 * Dials a TCP port. Returns true if the host answers within `timeout` milliseconds: it accepts or refuses the
 * connection.
 */
export function dialPort(address: string, port: number, timeout: number): Promise<boolean> {
  return answerWithin(timeout, (end) => {
    const socket = connect({ host: address, port });
    socket.on('connect', () => {
      end(true);
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      end(REFUSALS.has(code));
    });
    return socket;
  });
}
