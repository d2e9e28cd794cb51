import type { MessageLimits } from '../../std/json-frames.js';

/**
 * A live ACL has a container per 27 bytes and a separator per 14. With these limits, a message of 256 MiB needs a heap
 * of at most about 1.5 GB.
 */
const BYTES_PER_CONTAINER = 16;
const BYTES_PER_SEPARATOR = 5;

/** Minimum limits for short messages. So many containers or separators are harmless. */
const HARMLESS = 100_000;

/** Maximum nesting of messages. OVSDB itself uses at most a dozen levels. */
const MAX_DEPTH = 64;

/** Returns the limits for messages of at most `bytes` bytes. */
export function limitsFor(bytes: number): MessageLimits {
  return {
    bytes,
    containers: Math.max(HARMLESS, bytes / BYTES_PER_CONTAINER),
    separators: Math.max(HARMLESS, bytes / BYTES_PER_SEPARATOR),
    depth: MAX_DEPTH,
  };
}
