import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from './refusals.js';

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export function send(
  response: ServerResponse,
  { status, body }: Reply,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
