import { type JsonObject, asObject, parseJson } from '../../std/json.js';
import { createFetch } from '../fetch.js';

/** Path of the state that an applier serves. */
export const STATE_PATH = '/status';

/** Timeout of a request with its response, in milliseconds. */
const LONGEST_EXCHANGE = 20_000;

/** Returns the state that the applier at a URL serves, undefined if it is not a JSON object, or an error message. */
export async function fetchApplierState(url: string): Promise<JsonObject | undefined | string> {
  try {
    const answer = await createFetch(url, LONGEST_EXCHANGE)(new URL(STATE_PATH, url));
    return answer.ok ? asObject(parseJson(await answer.text())) : `HTTP ${answer.status}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}
