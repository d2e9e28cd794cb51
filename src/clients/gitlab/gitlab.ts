import { setTimeout as sleep } from 'node:timers/promises';
import { backOff } from '../../std/back-off.js';
import { asObject, parseJson } from '../../std/json.js';
import { createFetch } from '../fetch.js';
import { type HostedText, setOwnText } from '../own-text.js';
import type { MergeRequest } from './environment.js';

/** Output of Weir on a merge request. All operations can be repeated with the same result. */
export interface GitLab {
  /** Sets the body of the note with the marker. Removes the note if `body` is undefined. */
  readonly setNote: (marker: string, body: string | undefined) => Promise<void>;
}

/**
 * GitLab is unreachable, rejects a request, or violates its REST API, which is not a bug in Weir. The message is a
 * sentence.
 */
export class GitLabProblem extends Error {}

/** Maximum notes of a page in GitLab's REST API. */
const NOTES_A_PAGE = 100;
/** Maximum pages of notes of a merge request. */
const MAX_PAGES = 1000;
const MAX_RETRIES = 4;
/** First pause in seconds. A failed request is retried after one, two, four and eight seconds. */
const FIRST_PAUSE = 1;
const LONGEST_PAUSE = 60;
/** Maximum wait for a rate limit, in seconds. */
const LONGEST_WAIT = 3660;
const LONGEST_REASON = 500;

/** Most likely causes of HTTP errors. */
const HINTS: Readonly<Record<number, string>> = {
  401: 'GITLAB_TOKEN is wrong or has expired',
  403: 'GITLAB_TOKEN needs the scope api and the role Reporter or higher',
  404: 'GITLAB_TOKEN does not see the project, or there is no such merge request',
};

/** A request without a response. `isTransient`: true if a retry may succeed. */
interface Unanswered {
  readonly problem: string;
  readonly isTransient: boolean;
}

interface Answer {
  readonly body: unknown;
  readonly nextPage: string;
}

/**
 * Connects to GitLab's REST API ("Notes API", "Pagination", "Rate limits"). Waits and retries after rate limits
 * (429), server errors (5xx) and connection errors. `warn` is called before a wait, never with the token. `second` is the length of a second of
 * such a wait in milliseconds, which is shorter in tests.
 */
export function connectGitLab(
  { project, number, token, apiUrl }: MergeRequest,
  warn: (sentence: string) => void,
  { second = 1000 }: { readonly second?: number } = {},
): GitLab {
  const exchange = createFetch(apiUrl);
  const notes = `/projects/${project}/merge_requests/${number}/notes`;

  /** Sends a request, with retries, and returns its response. `what`: subject of the request, for messages. */
  const ask = async (what: string, method: string, path: string, body?: string): Promise<Answer> => {
    for (let failures = 1; ; failures++) {
      const answer = await send(method, path, body).catch(describe);
      if (answer instanceof Response && answer.ok) {
        const text = await answer.text();
        return { body: parseJson(text), nextPage: answer.headers.get('x-next-page') ?? '' };
      }
      const wait = waitFor(answer, failures);
      if (failures > MAX_RETRIES || wait > LONGEST_WAIT) throw refusal(what, answer);
      const reason = answer instanceof Response ? `GitLab answered ${answer.status}` : `GitLab: ${answer.problem}`;
      warn(`${reason}: ${method} ${path} is repeated in ${wait} s`);
      await sleep(wait * second);
    }
  };
  const send = (method: string, path: string, body?: string): Promise<Response> =>
    exchange(`${apiUrl}${path}`, {
      method,
      headers: { 'private-token': token, 'user-agent': 'weir', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify({ body }) }),
    });

  const findAuthor = async (): Promise<number> => {
    const what = 'the user of the token';
    const id = asObject((await ask(what, 'GET', '/user')).body)?.id;
    return typeof id === 'number' ? id : unusable(what);
  };
  const listNotes = async (): Promise<HostedText[]> => {
    const what = 'the notes of the merge request';
    const found: HostedText[] = [];
    let page = '1';
    for (let count = 0; count < MAX_PAGES; count++) {
      const { body, nextPage } = await ask(what, 'GET', `${notes}?per_page=${NOTES_A_PAGE}&page=${page}`);
      if (!Array.isArray(body)) return unusable(what);
      found.push(...body.map((one: unknown) => readNote(one) ?? unusable(what)));
      if (nextPage === '') return found;
      if (!/^[0-9]{1,9}$/.test(nextPage)) return unusable(what);
      page = nextPage;
    }
    throw new GitLabProblem(`the merge request has more than ${MAX_PAGES * NOTES_A_PAGE} notes`);
  };
  return {
    setNote: async (marker, body) => {
      const author = await findAuthor();
      const oldestFirst = (await listNotes()).sort((a, b) => a.id - b.id);
      const write = async (method: string, path: string, text: string): Promise<void> => {
        const what = 'a note';
        if (!readNote((await ask(what, method, path, text)).body)) unusable(what);
      };
      await setOwnText(oldestFirst, author, marker, body, {
        create: (text) => write('POST', notes, text),
        update: (id, text) => write('PUT', `${notes}/${id}`, text),
        remove: (id) => ask('the removal of a note', 'DELETE', `${notes}/${id}`),
      });
    },
  };
}

/**
 * Returns the seconds to wait before a retry: those of the rate limit, or else an increasing pause. Returns Infinity if a
 * retry cannot help.
 */
function waitFor(answer: Response | Unanswered, failures: number): number {
  const isResponse = answer instanceof Response;
  const canHelp = isResponse ? answer.status === 429 || answer.status >= 500 : answer.isTransient;
  if (!canHelp) return Infinity;
  const asked = Number((isResponse ? answer.headers.get('retry-after') : null) ?? NaN);
  return Number.isInteger(asked) && asked >= 0 ? asked : backOff(failures, FIRST_PAUSE, LONGEST_PAUSE);
}

/** Reads a note, whose body can be empty. */
function readNote(value: unknown): HostedText | undefined {
  const { id, author, body } = asObject(value) ?? {};
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  return { id, author: asObject(author)?.id, body: typeof body === 'string' ? body : '' };
}

/** Describes an error of `fetch`. Those of the network are TypeErrors (Fetch Standard, "fetch method"). */
function describe(error: unknown): Unanswered {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  const why = cause instanceof Error ? cause.message : message;
  return { problem: why.slice(0, LONGEST_REASON), isTransient: error instanceof TypeError };
}

/** Returns the problem of a failed request. The message of the server is not repeated, because it may not be GitLab. */
function refusal(what: string, answer: Response | Unanswered): GitLabProblem {
  if ('problem' in answer) return new GitLabProblem(`GitLab cannot be asked for ${what}: ${answer.problem}`);
  const hint = HINTS[answer.status];
  return new GitLabProblem(`GitLab answered ${answer.status} about ${what}${hint === undefined ? '' : `: ${hint}`}`);
}

function unusable(what: string): never {
  throw new GitLabProblem(`GitLab's answer about ${what} is not what its REST API promises`);
}
