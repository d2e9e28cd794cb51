import { type Failure, fail } from '../../model/change.js';
import { type MessageLimits, createFramer } from '../../std/json-frames.js';
import { type ObjectName, nameOf, pathOfName, textOf, titleOf } from '../../model/kubernetes-object.js';
import { type JsonObject, asObject } from '../../std/json.js';

/** A field that another field manager holds with another value. */
export interface FieldConflict {
  /** In the notation of the API server: `.spec.replicas`. */
  readonly field: string;
  /** Who holds it, in the words of the API server: `conflict with "kubectl" using apps/v1`. */
  readonly holder: string;
}

/**
 * What the API server answered. `missing`: 404 in its own words. `conflict`: 409, with the fields where the reason is
 * their manager; without any, the object has moved since it was read.
 */
export type Response<T> =
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

/**
 * What the API server says of a JSON patch with a `test` that fails: the object has moved since it was read. Kubernetes keeps the
 * reason to itself; servers beside it tell it. What a validation refuses is worded otherwise, and names the field.
 */
const DOES_NOT_APPLY = /^the server rejected our request due to an error in our request|testing (value|path)/;

/** What Go's HTTP server says where nothing is served, as the API server does of a group that it does not know. */
const NOTHING_SERVED = '404 page not found';

/**
 * What one answer may hold. Objects have at most 64 levels here, and what the API server adds about their fields some more.
 * `{}` has two bytes as text and some fifty as an object, so the bytes alone are no bound; a page of 500 large objects has a
 * tenth of this.
 */
const LIMITS: Omit<MessageLimits, 'bytes'> = { depth: 256, containers: 4_000_000, separators: 16_000_000 };

/** How much an answer is: bytes of its text, and objects and arrays in it. */
export interface Weight {
  readonly bytes: number;
  readonly containers: number;
}

/**
 * Reads an answer, and says how much it is: JSON objects for 2xx, else the `Status` object that the API server tells its
 * reasons with.
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

/** An answer that must be one object, which the server might have taken for another. */
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

/** No value for what is no JSON object, is so deep that no walk through it would end, or holds too much. */
function parseObject(body: Buffer): { readonly value?: JsonObject | undefined; readonly containers: number } {
  let containers = 0;
  try {
    const problem = createFramer({ ...LIMITS, bytes: body.length })(body, (_, count) => (containers += count));
    return problem === undefined ? { value: asObject(JSON.parse(body.toString())), containers } : { containers };
  } catch {
    return { containers };
  }
}
