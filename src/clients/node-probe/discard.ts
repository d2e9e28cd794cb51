import { connect } from 'node:net';

/** Error codes with which a host answers that nothing listens. */
const REFUSALS: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ECONNRESET']);

/**
 * Dials a TCP port. Returns true if the host answers within `timeout` milliseconds: it accepts or refuses the
 * connection.
 */
export function dialPort(address: string, port: number, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (hasAnswered: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(hasAnswered);
    };
    const timer = setTimeout(end, timeout, false);
    socket.on('connect', () => {
      end(true);
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      end(REFUSALS.has(code));
    });
  });
}
