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

/**
 * What the API server says of a JSON patch with a `test` that fails: the object has moved since it was read. Kubernetes keeps the
 * reason to itself; servers beside it tell it. What a validation refuses is worded otherwise, and names the field.
 */
const DOES_NOT_APPLY = /^the server rejected our request due to an error in our request|testing (value|path)/;

/** Reads an answer: JSON objects for 2xx, else the `Status` object that the API server tells its reasons with. */
export function readAnswer({ status, body }: RawAnswer, what: string): Answer<JsonObject> {
  const value = parseObject(body);
  if (status >= 200 && status < 300) {
    return value ? { result: 'ok', value } : fail(`${what}: the answer is not a JSON object`, true);
  }
  if (status === 404) return { result: 'missing' };
  if (status === 409) return { result: 'conflict', fields: readConflicts(value) };
  if (status === 410) return { result: 'expired' };
  if (status === 422 && DOES_NOT_APPLY.test(textOf(value?.message))) return { result: 'conflict', fields: [] };
  const message = textOf(value?.message).slice(0, 500);
  const hint =
    status === 401 ? ': the credentials are not accepted' : status === 403 ? ': a permission is missing' : '';
  return fail(`${what}: HTTP ${status}${hint}${message === '' ? '' : `: ${message}`}`, status === 429 || status >= 500);
}

/**
 * Seconds from `now` (milliseconds since 1970) until a server wants to be asked again: it says a number of them, or the date at
 * which they are over (RFC 9110 §10.2.3). 0 where it says neither, or the date is past.
 */
export function readRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now) / 1000);
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
