/** A problem of a connection, on one line. `transient`: true if a retry may succeed. */
export interface SocketProblem {
  readonly message: string;
  readonly transient: boolean;
}

/**
 * Describes an error of a socket. System errors are transient, because servers start and networks recover. Errors about
 * certificates and TLS versions are permanent. So is EPROTO, which a server without TLS causes.
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
  // The messages of OpenSSL itself contain lines of its source code.
  return error.reason === undefined ? error.message : `TLS failed: ${error.reason}`;
}
