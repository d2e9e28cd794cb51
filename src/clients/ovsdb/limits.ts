import type { MessageLimits } from '../../std/json-frames.js';

/**
 * A live ACL has a container in 27 bytes and a separator in 14. With these, the most that a message of 256 MiB can become
 * is a heap of about 1.5 GB.
 */
const BYTES_PER_CONTAINER = 16;
const BYTES_PER_SEPARATOR = 5;

/** So many are harmless, however short the messages must be. */
const HARMLESS = 100_000;

/** What OVSDB itself says never has more than a dozen levels. */
const MAX_DEPTH = 64;

/** The limits for messages of at most that many bytes. */
export function limitsFor(bytes: number): MessageLimits {
  return {
    bytes,
    containers: Math.max(HARMLESS, bytes / BYTES_PER_CONTAINER),
    separators: Math.max(HARMLESS, bytes / BYTES_PER_SEPARATOR),
    depth: MAX_DEPTH,
  };
}
