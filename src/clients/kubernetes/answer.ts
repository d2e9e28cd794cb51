import { type Failure, fail } from '../../model/change.js';
import { type MessageLimits, createFramer } from '../../std/json-frames.js';
import { type ObjectName, nameOf, pathOfName, textOf, titleOf } from '../../model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../std/json.js';

/** A field that another field manager owns with a different value. */
export interface FieldConflict {
  /** Path in the notation of the API server, such as `.spec.replicas`. */
  readonly field: string;
  /** Owner in the words of the API server, such as `conflict with "kubectl" using apps/v1`. */
  readonly holder: string;
}

/**
 * Response of the API server. `missing`: a 404 of an API server. `conflict`: a 409 with the fields that another manager
 * owns. Without fields, the object changed since it was read.
 */
export type Response<T> =
  | { readonly result: 'ok'; readonly value: T }
  | { readonly result: 'missing' }
  | { readonly result: 'conflict'; readonly fields: readonly FieldConflict[] }
  | { readonly result: 'expired' }
  | Failure;

/** A response with any status, not parsed yet. */
export interface RawAnswer {
  readonly status: number;
  /** Seconds until the server accepts a retry (RFC 9110 §10.2.3). If unset, the server named none. */
  readonly retryAfter?: number;
  readonly body: Buffer;
}

/**
 * Message of the API server for a JSON patch with a failed `test`: the object changed since it was read. Kubernetes
 * hides the reason, other servers return it. A validation error has different text and names the field.
 */
const DOES_NOT_APPLY = /^the server rejected our request due to an error in our request|testing (value|path)/;

/** Text of Go's HTTP server for an unknown path. The API server returns it for an unknown API group. */
const NOTHING_SERVED = '404 page not found';

/**
 * Limits of a response. Objects have at most 64 levels here, and the API server adds some for information about fields.
 * `{}` has two bytes as text and about fifty as an object, so the number of bytes is not sufficient. A page of 500
 * large objects has a tenth of this.
 */
export const LIMITS: Omit<MessageLimits, 'bytes'> = { depth: 256, containers: 4_000_000, separators: 16_000_000 };

/** Size of a response: the bytes of its text, and its objects and arrays. */
export interface Weight {
  readonly bytes: number;
  readonly containers: number;
}

/**
 * Parses a response and returns its size. The body is a JSON object for 2xx, or else the `Status` object with the
 * reasons of the API server.
 */
export function weighAnswer(
  raw: RawAnswer,
  what: string,
): { readonly answer: Response<JsonObject>; readonly weight: Weight } {
  const { value, containers } = parseObject(raw.body);
  return { answer: judgeAnswer(raw, value, what), weight: { bytes: raw.body.length, containers } };
}

function judgeAnswer({ status, body }: RawAnswer, value: JsonObject | undefined, what: string): Response<JsonObject> {
  if (status >= 200 && status < 300) {
    return value ? { result: 'ok', value } : fail(`${what}: the answer is not a JSON object, or too large`, true);
  }
  if (status === 404) {
    const isServers = value?.kind === 'Status' || body.toString().startsWith(NOTHING_SERVED);
    return isServers ? { result: 'missing' } : fail(`${what}: HTTP 404, but not from an API server`, true);
  }
  if (status === 409) return { result: 'conflict', fields: readConflicts(value) };
  if (status === 410) return { result: 'expired' };
  if (status === 422 && DOES_NOT_APPLY.test(textOf(value?.message))) return { result: 'conflict', fields: [] };
  const message = textOf(value?.message).slice(0, 500);
  const hint =
    status === 401 ? ': the credentials are not accepted' : status === 403 ? ': a permission is missing' : '';
  return fail(`${what}: HTTP ${status}${hint}${message === '' ? '' : `: ${message}`}`, status === 429 || status >= 500);
}

/** Checks that a response is the expected object and not a different one. */
export function expectObject(
  answer: Response<JsonObject>,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  wanted: ObjectName,
): Response<JsonObject> {
  if (answer.result !== 'ok') return answer;
  const { value } = answer;
  const isWanted =
    value.apiVersion === apiVersion && value.kind === kind && pathOfName(nameOf(value)) === pathOfName(wanted);
  return isWanted ? answer : fail(`the answer about ${titleOf(kind, wanted)} is another object`, true);
}

/**
 * Returns the seconds from `now` (milliseconds since 1970) until a server accepts a retry. The header has a number of
 * seconds, or a date (RFC 9110 §10.2.3). Returns 0 if it has neither, or if the date is past.
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

/**
 * Parses a JSON object. Returns no value if the text is not a JSON object, is nested too deeply, or contains too much.
 */
function parseObject(body: Buffer): { readonly value?: JsonObject | undefined; readonly containers: number } {
  let containers = 0;
  try {
    const problem = createFramer({ ...LIMITS, bytes: body.length })(body, (_, count) => (containers += count));
    return problem === undefined ? { value: asObject(JSON.parse(body.toString())), containers } : { containers };
  } catch {
    return { containers };
  }
}
