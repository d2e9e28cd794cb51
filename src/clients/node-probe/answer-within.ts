/**
 * Opens a connection, and returns what `end` is called with, or false after `timeout` milliseconds. Then the connection
 * is destroyed. `open` must not call `end` before it returns.
 */
export function answerWithin(
  timeout: number,
  open: (end: (answer: boolean) => void) => { readonly destroy: () => void },
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (answer: boolean): void => {
      clearTimeout(timer);
      connection.destroy();
      resolve(answer);
    };
    const connection = open(end);
    const timer = setTimeout(end, timeout, false);
  });
}
