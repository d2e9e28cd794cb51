import { isObject } from '../../std/json.js';

/**
 * Outcome of a request: the server's result, its error, or neither because the connection broke or the response timed
 * out. `sent`: true if the server may have received the request.
 */
export type Reply =
  | { readonly result: 'value'; readonly value: unknown }
  | { readonly result: 'error'; readonly error: unknown }
  | { readonly result: 'lost'; readonly sent: boolean; readonly reason: string };

/** A JSON-RPC 1.0 message from a server (RFC 7047 §4). */
export type Message =
  | { readonly type: 'reply'; readonly id: unknown; readonly reply: Reply }
  | { readonly type: 'request'; readonly id: unknown; readonly method: string; readonly params: readonly unknown[] }
  | { readonly type: 'notification'; readonly method: string; readonly params: readonly unknown[] };

/** Parses a message. Returns a description of what the server did if the message is invalid. */
export function readMessage(text: string): Message | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'sent something that is not a JSON object';
  }
  if (!isObject(json)) return 'sent something that is not a JSON object';
  const { id, method, params, result, error } = json;
  if (method !== undefined) {
    if (typeof method !== 'string' || !Array.isArray(params)) return 'sent a request without a method or parameters';
    const parameters = params as readonly unknown[];
    return id === null || id === undefined
      ? { type: 'notification', method, params: parameters }
      : { type: 'request', id, method, params: parameters };
  }
  if (error !== null && error !== undefined) return { type: 'reply', id, reply: { result: 'error', error } };
  if (result === undefined) return 'sent a message that is neither a request nor an answer';
  return { type: 'reply', id, reply: { result: 'value', value: result } };
}
