import type { Finding } from '../model/diagnostic.js';

/**
 * A finding and its location: a JSON pointer (RFC 6901) relative to the object. `key` refers to the name of the field
 * there.
 */
export interface Problem {
  readonly finding: Finding;
  readonly pointer: string;
  readonly part?: 'key';
}
