import type { JsonObject } from '../../../src/std/json.js';

/** A response of the API server. */
export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
}

/** A `Status` of a failure. */
export function failure(code: number, reason: string, message: string, details: JsonObject = {}): Reply {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code };
  return { status: code, body };
}

/** Reasons of the API server for statuses that are no answer to what was asked (apimachinery, `StatusReason`). */
const REASONS: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  401: ['Unauthorized', 'Unauthorized'],
  403: ['Forbidden', 'pods is forbidden: User "weir" cannot list resource "pods" in API group "" at the cluster scope'],
  400: ['BadRequest', 'continue key is not valid'],
  410: ['Expired', 'The provided continue parameter is too old to display a consistent list result.'],
  429: ['TooManyRequests', 'Too many requests, please try again later.'],
};

/** The failure of a status. */
export function refuse(status: number, words?: string): Reply {
  const [reason, message] = REASONS[status] ?? ['InternalError', 'not now'];
  return failure(status, reason, words ?? message);
}
