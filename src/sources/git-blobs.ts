import { startGit } from './git-command.js';

/** One blob of `readBlobs`: its bytes, or the reason why there are none. */
export type Blob = Uint8Array | 'missing' | 'too large';

type Take = (index: number, blob: Blob) => boolean;

const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);

/**
 * Reads blobs of a repository through one `git cat-file --batch`, in the order of `names` (object names in hex). `take`
 * receives each blob and returns false to stop. At most one blob, of up to `limit` bytes, is in memory.
 *
 * Returns undefined on success, or git's error output if it failed or could not be started.
 */
export async function readBlobs(
  folder: string,
  names: readonly string[],
  limit: number,
  take: Take,
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const child = startGit(folder, ['cat-file', '--batch']);
  const complaints: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  child.on('error', (error) => complaints.push(error.message));
  const closed = new Promise((resolve) => child.on('close', resolve));
  // If git ends early, its input closes, too. The missing responses are detected below.
  child.stdin.on('error', () => undefined);
  child.stdin.end(names.map((name) => `${name}\n`).join(''));
  try {
    if (await takeBlobs(child.stdout, names.length, limit, take)) return undefined;
    await closed;
    return complaints.join('').trim() || 'git cat-file ended early';
  } finally {
    child.kill();
  }
}

/**
 * Parses the responses: `<name> <type> <size>`, a line feed, the bytes and a line feed, or one line that ends in
 * `missing`. Returns false if the stream ends before all `count` responses.
 */
async function takeBlobs(stream: AsyncIterable<Buffer>, count: number, limit: number, take: Take): Promise<boolean> {
  let index = 0;
  let header = EMPTY;
  let body: Buffer[] = [];
  // Bytes left of the blob and its line feed. Undefined while a header is read.
  let left: number | undefined;
  let oversized = false;
  for await (const chunk of stream) {
    let at = 0;
    while (at < chunk.length) {
      if (left === undefined) {
        const end = chunk.indexOf(LINE_FEED, at);
        header = Buffer.concat([header, chunk.subarray(at, end < 0 ? chunk.length : end)]);
        if (end < 0) break;
        at = end + 1;
        const size = sizeIn(header.toString('latin1'));
        header = EMPTY;
        if (size === undefined) {
          if (!take(index++, 'missing') || index === count) return true;
          continue;
        }
        left = size + 1;
        oversized = size > limit;
        body = [];
      }
      const part = chunk.subarray(at, at + left);
      at += part.length;
      left -= part.length;
      if (!oversized) body.push(part);
      if (left > 0) continue;
      const blob = oversized ? 'too large' : Buffer.concat(body).subarray(0, -1);
      left = undefined;
      if (!take(index++, blob) || index === count) return true;
    }
  }
  return false;
}

/** Returns the size in a header line, in bytes. Returns undefined if the object is missing or not a blob. */
function sizeIn(header: string): number | undefined {
  const match = /^[0-9a-f]+ blob ([0-9]+)$/.exec(header);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}
