import type { IncomingMessage } from 'node:http';

/** Returns the body of a response. Rejects if it has more than `largest` bytes, or if the connection breaks. */
export function readBody(response: IncomingMessage, largest: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > largest) response.destroy(new Error('the answer is too large'));
      chunks.push(chunk);
    });
    response.on('error', reject);
    response.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
  });
}
