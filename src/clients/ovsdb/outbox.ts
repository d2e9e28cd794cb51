import type { Socket } from 'node:net';

/** Writes messages to a socket, each as a whole, in the order in which they are given. */
export interface Outbox {
  /** `onWritten` is called when the message has left, or never will. */
  readonly write: (message: string, onWritten?: () => void) => void;
  /**
   * Writes one message in pieces, which are asked for while the peer reads those before: never are more than two waiting.
   * Messages given meanwhile follow it. No more pieces are asked for once the socket is destroyed.
   */
  readonly writePieces: (pieces: Iterable<string>) => void;
}

/** The outbox of a connected socket, which nobody else writes to. */
export function createOutbox(socket: Socket): Outbox {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const inTurn = (task: () => void): void => {
    if (isBusy) waiting.push(task);
    else task();
  };
  const next = (): void => {
    // One of them may be in pieces again; the rest then wait for that.
    const due = waiting.splice(0);
    for (const task of due) inTurn(task);
  };
  const pump = async (pieces: Iterable<string>): Promise<void> => {
    isBusy = true;
    let before = Promise.resolve();
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
