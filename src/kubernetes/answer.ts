import type { Failure } from '../model/change.js';
import type { JsonObject } from '../model/manifest.js';
import { asObject, textOf } from './object.js';

/** A field that another field manager holds with another value. */
export interface FieldConflict {
  /** In the notation of the API server: `.spec.replicas`. */
  readonly field: string;
  /** Who holds it, in the words of the API server: `conflict with "kubectl" using apps/v1`. */
  readonly holder: string;
}

/**
 * What the API server said. `missing`: 404. `conflict`: 409, with the fields where the reason is their manager; without
 * any, the object has moved since it was read.
 */
export type Answer<T> =
  | { readonly result: 'ok'; readonly value: T }
  | { readonly result: 'missing' }
  | { readonly result: 'conflict'; readonly fields: readonly FieldConflict[] }
  | { readonly result: 'expired' }
  | Failure;

/** An answer as it came, whatever its status. */
export interface RawAnswer {
  readonly status: number;
  /** Seconds, where the server says when to come again (RFC 9110 §10.2.3). */
  readonly retryAfter?: number;
  readonly body: Buffer;
}

export function fail(problem: string, transient = false): Failure {
  return { result: 'failed', problems: [problem], transient };
}

/** Reads an answer: JSON objects for 2xx, else the `Status` object that the API server tells its reasons with. */
export function readAnswer({ status, body }: RawAnswer, what: string): Answer<JsonObject> {
  const value = parseObject(body);
  if (status >= 200 && status < 300) {
    return value ? { result: 'ok', value } : fail(`${what}: the answer is not a JSON object`, true);
  }
  if (status === 404) return { result: 'missing' };
  if (status === 409) return { result: 'conflict', fields: readConflicts(value) };
  if (status === 410) return { result: 'expired' };
  // A failed `test` of a JSON patch: the object has moved since it was read.
  if (status === 422 && /testing (value|path)/.test(textOf(value?.message))) return { result: 'conflict', fields: [] };
  const message = textOf(value?.message).slice(0, 500);
  const hint =
    status === 401 ? ': the credentials are not accepted' : status === 403 ? ': a permission is missing' : '';
  return fail(`${what}: HTTP ${status}${hint}${message === '' ? '' : `: ${message}`}`, status === 429 || status >= 500);
}

function readConflicts(value: JsonObject | undefined): FieldConflict[] {
  const causes = asObject(value?.details)?.causes;
  return (Array.isArray(causes) ? causes : []).flatMap((cause) => {
    const { reason, field, message } = asObject(cause) ?? {};
    return reason === 'FieldManagerConflict' ? [{ field: textOf(field), holder: textOf(message) }] : [];
  });
}

function parseObject(body: Buffer): JsonObject | undefined {
  try {
    return asObject(JSON.parse(body.toString()));
  } catch {
    return undefined;
  }
}
