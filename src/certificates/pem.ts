/** A block of a PEM text (RFC 7468). */
export interface PemBlock {
  readonly type: string;
  readonly bytes: Buffer;
  /** True if the block has headers (RFC 1421), as encrypted keys do. */
  readonly hasHeaders: boolean;
}

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const DASHES = '-----';

/** Returns the blocks of a text as Go's `pem.Decode` does. Skips malformed blocks and the text between blocks. */
export function readPem(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  let end = 0;
  let begin = findLine(text, BEGIN, 0);
  while (begin >= 0) {
    const lineEnd = endOfLine(text, begin);
    const next = findLine(text, BEGIN, lineEnd);
    if (end < lineEnd) end = findLine(text, END, lineEnd);
    if (end < 0) break;
    // If two BEGIN lines precede one END line, the first is skipped.
    if (next < 0 || next > end) {
      const first = text.slice(begin + BEGIN.length, lineEnd).trimEnd();
      const last = text.slice(end + END.length, endOfLine(text, end)).trimEnd();
      const block = first === last ? readBlock(first, text.slice(lineEnd, end)) : undefined;
      if (block) blocks.push(block);
    }
    begin = next;
  }
  return blocks;
}

/** Returns a block as Go's `pem.Encode` does, with 64 characters per line. */
export function writePem(type: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`${BEGIN}${type}${DASHES}`, ...lines, `${END}${type}${DASHES}`, ''].join('\n');
}

/** Returns the start of the first line with a prefix, or -1 if there is none. */
function findLine(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || text[at - 1] === '\n') return at;
  }
  return -1;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function readBlock(title: string, body: string): PemBlock | undefined {
  if (!title.endsWith(DASHES)) return undefined;
  const type = title.slice(0, -DASHES.length);
  const lines = body.split('\n').map((line) => line.trim());
  const content = lines.findIndex((line) => line !== '' && !line.includes(':'));
  const base64 = lines.slice(Math.max(content, 0)).join('');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  return { type, bytes: Buffer.from(base64, 'base64'), hasHeaders: lines.some((line) => line.includes(':')) };
}
