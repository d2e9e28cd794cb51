/**
 * Limits of a message. `bytes` bounds the text, the counts bound the result of JSON.parse: `[]` has two bytes as text
 * and about fifty as an object.
 */
export interface MessageLimits {
  readonly bytes: number;
  /** Objects and arrays. */
  readonly containers: number;
  /** Elements and members beyond the first of each. */
  readonly separators: number;
  /** Containers within containers. */
  readonly depth: number;
}

/**
 * Takes the next bytes of a stream and passes each completed message to `deliver`, with the number of its objects and
 * arrays. The bytes are valid only during that call. Keeps the rest. Returns a problem if the stream cannot consist of
 * messages. Do not call it after that.
 */
export type Framer = (chunk: Buffer, deliver: (message: Buffer, containers: number) => void) => string | undefined;

// Classes of a byte outside of strings, and the two that are special inside.
const PLAIN = 0;
const BLANK = 1;
const QUOTE = 2;
const ESCAPE = 3;
const OPEN = 4;
const CLOSE = 5;
const SEPARATOR = 6;

const MEANINGS = new Uint8Array(256);
for (const byte of Buffer.from(' \t\r\n')) MEANINGS[byte] = BLANK;
for (const byte of Buffer.from('{[')) MEANINGS[byte] = OPEN;
for (const byte of Buffer.from('}]')) MEANINGS[byte] = CLOSE;
MEANINGS[0x22] = QUOTE;
MEANINGS[0x5c] = ESCAPE;
MEANINGS[0x2c] = SEPARATOR;

const BRACE = 0x7b;

/**
 * Cuts a stream of JSON objects that follow each other without a separator (RFC 7047 §4) into its objects. It looks at
 * each byte once and knows no more of JSON than strings and brackets: JSON.parse judges the rest.
 */
export function createFramer(limits: MessageLimits): Framer {
  const kept = createStore(limits.bytes);
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let containers = 0;
  let separators = 0;

  return (chunk, deliver) => {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      const meaning = MEANINGS[byte];
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (meaning === QUOTE) inString = false;
        else if (meaning === ESCAPE) isEscaped = true;
        continue;
      }
      if (meaning === PLAIN && depth > 0) continue;
      if (depth === 0) {
        start = at;
        if (meaning === BLANK) continue;
        if (byte !== BRACE) return 'sent something that is not a JSON object';
        containers = separators = 0;
      }
      if (meaning === QUOTE) inString = true;
      else if (meaning === OPEN) {
        if (++depth > limits.depth) return `sent a message that is nested more than ${limits.depth} levels deep`;
        if (++containers > limits.containers) return 'sent a message of too many objects and arrays';
      } else if (meaning === SEPARATOR) {
        if (++separators > limits.separators) return 'sent a message of too many elements';
      } else if (meaning === CLOSE && --depth === 0) {
        if (kept.length() + at + 1 - start > limits.bytes) return tooLong(limits);
        deliver(kept.takeWith(chunk.subarray(start, at + 1)), containers);
        start = at + 1;
      }
    }
    if (depth === 0) return undefined;
    return kept.add(chunk.subarray(start)) ? undefined : tooLong(limits);
  };
}

function tooLong(limits: MessageLimits): string {
  return `sent a message of more than ${limits.bytes} bytes`;
}

/** The beginning of a message whose end is yet to come, in one buffer: single bytes cost no more than a single byte each. */
interface Store {
  readonly length: () => number;
  /** False when there is no room. */
  readonly add: (bytes: Buffer) => boolean;
  /** Returns the stored bytes followed by these bytes, and empties the store. */
  readonly takeWith: (bytes: Buffer) => Buffer;
}

const FIRST_SIZE = 65_536;

function createStore(limit: number): Store {
  let buffer = Buffer.alloc(0);
  let length = 0;
  const add = (bytes: Buffer): boolean => {
    const needed = length + bytes.length;
    if (needed > limit) return false;
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_SIZE, Math.min(limit, 2 * needed)));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    bytes.copy(buffer, length);
    length = needed;
    return true;
  };
  return {
    length: () => length,
    add,
    takeWith: (bytes) => {
      if (length === 0) return bytes;
      add(bytes);
      const all = buffer.subarray(0, length);
      length = 0;
      buffer = Buffer.alloc(0);
      return all;
    },
  };
}
