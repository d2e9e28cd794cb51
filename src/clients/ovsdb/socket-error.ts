/** What went wrong with a connection, on one line, and whether trying again may help. */
export interface SocketProblem {
  readonly message: string;
  readonly transient: boolean;
}

/**
 * Describes an error of a socket. The errors of the system pass: servers start, networks heal. Those about certificates
 * and versions of TLS do not, nor does EPROTO, which comes from a server that does not speak TLS.
 */
export function describeSocketError(
  error: Error & { readonly code?: string; readonly reason?: string },
): SocketProblem {
  const { code = '' } = error;
  const transient = (/^E[A-Z]+$/.test(code) && code !== 'EPROTO') || code === 'EAI_AGAIN';
  return { message: messageOf(error), transient };
}

function messageOf(error: Error & { readonly reason?: string }): string {
  // A host with several addresses fails with an error for each of them.
  if (error instanceof AggregateError) {
    return (error.errors as readonly unknown[]).map((one) => (one instanceof Error ? one.message : '')).join(', ');
  }
  // The messages of OpenSSL itself name lines of its source code.
  return error.reason === undefined ? error.message : `TLS failed: ${error.reason}`;
}
