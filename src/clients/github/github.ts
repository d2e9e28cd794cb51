import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import { textOf } from '../../model/kubernetes-object.js';
import type { Annotation } from './annotations.js';
import type { PullRequest } from './environment.js';
import { createFetch } from '../fetch.js';
import { type HostedText, setOwnText } from '../own-text.js';
import { asObject } from '../../std/json.js';

/** Output of Weir on a pull request. All operations can be repeated with the same result. */
export interface GitHub {
  /** Sets the body of the comment with the marker. Removes the comment if `body` is undefined. */
  readonly setComment: (marker: string, body: string | undefined) => Promise<void>;
  /** Creates a check run of the head commit. `summary` is Markdown of at most 65,535 characters. */
  readonly createCheck: (check: Check) => Promise<void>;
}

export interface Check {
  readonly name: string;
  readonly conclusion: 'success' | 'neutral' | 'failure';
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
}

/** Maximum annotations of a request in GitHub's REST API. */
const ANNOTATIONS_AT_A_TIME = 50;
const COMMENTS_A_PAGE = 100;
const MAX_RETRIES = 4;

/** Maximum wait for a rate limit, in seconds. GitHub's limits end within an hour. */
const LONGEST_WAIT = 3660;
/** Maximum characters of a message of a library. */
const LONGEST_REASON = 500;
/** Maximum pages of comments of a pull request. */
const MAX_PAGES = 1000;

/** GitHub is unreachable or violates its REST API, which is not a bug in Weir. The message is a sentence. */
export class GitHubProblem extends Error {}

/** Author of comments for a token that cannot read its own user, such as that of a job. */
const ACTIONS_USER = 'github-actions[bot]';

/**
 * Connects to GitHub's REST API. Waits and retries after rate limits (primary and secondary) and server errors (5xx).
 * `warn` is called before a wait, never with the token. `second` is the length of a second of such a wait in
 * milliseconds, which is shorter in tests.
 */
export function connectGitHub(
  pullRequest: PullRequest,
  warn: (sentence: string) => void,
  { second = 1000 }: { readonly second?: number } = {},
): GitHub {
  const { owner, repository: repo, number: issue_number, commit: head_sha, token, apiUrl: baseUrl } = pullRequest;
  const onLimit = (seconds: number, { method, url }: { method: string; url: string }, _: unknown, retries: number) => {
    warn(`GitHub asks to wait ${seconds} s before ${method} ${url}`);
    return retries < MAX_RETRIES && seconds <= LONGEST_WAIT;
  };
  const silent = (): void => undefined;
  const octokit = new (Octokit.plugin(throttling, retry))({
    auth: token,
    baseUrl,
    userAgent: 'weir',
    request: { fetch: createFetch(baseUrl) },
    log: { debug: silent, info: silent, warn: silent, error: silent },
    // The library throttles all connections with the same ID together.
    throttle: { id: baseUrl, onRateLimit: onLimit, onSecondaryRateLimit: onLimit, retryAfterBaseValue: second },
    retry: { retryAfterBaseValue: second },
  });
  const at = { owner, repo };
  return {
    setComment: async (marker, body) => {
      const author = await findAuthor(octokit);
      const comments = await listComments(octokit, { ...at, issue_number });
      const { issues } = octokit.rest;
      const what = 'a comment';
      await setOwnText(comments, author, marker, body, {
        create: async (text) =>
          readId(await ask(what, () => issues.createComment({ ...at, issue_number, body: text })), what),
        update: async (comment_id, text) =>
          readId(await ask(what, () => issues.updateComment({ ...at, comment_id, body: text })), what),
        remove: (comment_id) => ask('the removal of a comment', () => issues.deleteComment({ ...at, comment_id })),
      });
    },
    createCheck: async ({ name, conclusion, title, summary, annotations }) => {
      const [first = [], ...others] = batchesOf(annotations);
      const output = (batch: readonly Annotation[]) => ({ title, summary, annotations: [...batch] });
      const { checks } = octokit.rest;
      const what = 'a check run';
      const made = await ask(what, () =>
        checks.create({ ...at, name, head_sha, status: 'completed', conclusion, output: output(first) }),
      );
      const check_run_id = readId(made, what);
      for (const batch of others) {
        readId(await ask(what, () => checks.update({ ...at, check_run_id, output: output(batch) })), what);
      }
    },
  };
}

async function listComments(
  octokit: Octokit,
  which: { readonly owner: string; readonly repo: string; readonly issue_number: number },
): Promise<readonly HostedText[]> {
  const comments: HostedText[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const what = 'the comments of the pull request';
    const answer = await ask(what, () =>
      octokit.rest.issues.listComments({ ...which, per_page: COMMENTS_A_PAGE, page }),
    );
    if (!Array.isArray(answer)) throw unusable(what);
    comments.push(...answer.map((one: unknown) => readComment(one) ?? refuse(what)));
    if (answer.length < COMMENTS_A_PAGE) return comments;
  }
  throw new GitHubProblem(`the pull request has more than ${MAX_PAGES * COMMENTS_A_PAGE} comments`);
}

/** Reads a comment. It can lack an author and a body. */
function readComment(value: unknown): HostedText | undefined {
  const { id, user, body } = asObject(value) ?? {};
  if (!Number.isSafeInteger(id)) return undefined;
  return { id: id as number, author: asObject(user)?.login, body: textOf(body) };
}

async function findAuthor(octokit: Octokit): Promise<string> {
  try {
    const what = 'the user of the token';
    const login = textOf(asObject(await ask(what, () => octokit.rest.users.getAuthenticated()))?.login);
    return login === '' ? refuse(what) : login;
  } catch (error) {
    // The token of a job belongs to no user, and GitHub returns 403.
    if (statusOf(error) === 403) return ACTIONS_USER;
    throw error;
  }
}

/**
 * Sends a request and returns the body of the response, which can be anything. An HTTP error keeps its `status`.
 * Anything else that the library throws becomes a GitHubProblem.
 */
async function ask(what: string, request: () => Promise<{ readonly data: unknown }>): Promise<unknown> {
  try {
    return (await request()).data;
  } catch (error) {
    if (statusOf(error) !== undefined && hasAnswer(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new GitHubProblem(`GitHub cannot be asked for ${what}: ${reason.slice(0, LONGEST_REASON)}`);
  }
}

/** Returns true if an error has a response. For a failed connection, the library sets a status, but no response. */
function hasAnswer(error: unknown): boolean {
  return error instanceof Error && 'response' in error && error.response !== undefined;
}

function readId(value: unknown, what: string): number {
  const id = asObject(value)?.id;
  return Number.isSafeInteger(id) ? (id as number) : refuse(what);
}

function refuse(what: string): never {
  throw unusable(what);
}

function unusable(what: string): GitHubProblem {
  return new GitHubProblem(`GitHub's answer about ${what} is not what its REST API promises`);
}

function batchesOf(annotations: readonly Annotation[]): (readonly Annotation[])[] {
  const count = Math.ceil(annotations.length / ANNOTATIONS_AT_A_TIME);
  return Array.from({ length: count }, (_, batch) =>
    annotations.slice(batch * ANNOTATIONS_AT_A_TIME, (batch + 1) * ANNOTATIONS_AT_A_TIME),
  );
}

/** Returns the HTTP status of a failed request, or undefined for any other failure. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}
