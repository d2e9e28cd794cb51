import type { Socket } from 'node:net';

/** Writes complete messages to a socket, in the order of the calls. */
export interface Outbox {
  /** Writes a message. `onWritten` is called when it was sent, or never will be. */
  readonly write: (message: string, onWritten?: () => void) => void;
  /**
   * Writes one message in pieces. They are produced while the peer reads earlier ones, and at most two are pending.
   * Later messages wait for it. No more pieces are produced once the socket is destroyed. If the iterable throws, the
   * socket is destroyed with the error, because the peer could not parse anything after half a message.
   */
  readonly writePieces: (pieces: Iterable<string>) => void;
}

/** Creates the outbox of a connected socket, which must be its only writer. */
export function createOutbox(socket: Socket): Outbox {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const inTurn = (task: () => void): void => {
    if (isBusy) waiting.push(task);
    else task();
  };
  const next = (): void => {
    // One of them can be in pieces again. The others then wait for it.
    const due = waiting.splice(0);
    for (const task of due) inTurn(task);
  };
  const pump = async (pieces: Iterable<string>): Promise<void> => {
    isBusy = true;
    let before = Promise.resolve();
    try {
      for (const piece of pieces) {
        if (socket.destroyed) break;
        const written = new Promise<void>((resolve) => {
          socket.write(piece, () => {
            resolve();
          });
        });
        await before;
        before = written;
      }
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
    isBusy = false;
    next();
  };
  return {
    write: (message, onWritten) => {
      inTurn(() => {
        socket.write(message, () => onWritten?.());
      });
    },
    writePieces: (pieces) => {
      inTurn(() => void pump(pieces));
    },
  };
}
