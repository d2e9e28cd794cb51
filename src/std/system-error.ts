import { getSystemErrorMap } from 'node:util';

/**
 * Returns the words for an error of the operating system: `permission denied (EACCES)`. Throws anything else again,
 * because it is a bug.
 */
export function describeSystemError(thrown: unknown): string {
  if (!isSystemError(thrown)) throw thrown;
  const words = thrown.errno === undefined ? undefined : getSystemErrorMap().get(thrown.errno)?.[1];
  return words === undefined ? thrown.code : `${words} (${thrown.code})`;
}

/** Returns true if the operating system says that there is no such file or folder. */
export function isMissing(thrown: unknown): boolean {
  return isSystemError(thrown) && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR');
}

function isSystemError(thrown: unknown): thrown is NodeJS.ErrnoException & { readonly code: string } {
  return thrown instanceof Error && 'code' in thrown && 'syscall' in thrown && typeof thrown.code === 'string';
}
