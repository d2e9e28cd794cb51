import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import { textOf } from '../../model/kubernetes-object.js';
import type { Annotation } from './annotations.js';
import type { PullRequest } from './environment.js';
import { createFetch } from '../fetch.js';
import { type HostedText, setOwnText } from '../own-text.js';
import { asObject } from '../../std/json.js';

/** What a pull request shows of Weir. All of it may be repeated: the end is the same. */
export interface GitHub {
  /** Makes the comment with the marker say the body, or takes it away when there is no body. */
  readonly setComment: (marker: string, body: string | undefined) => Promise<void>;
  /** Makes a check run of the head commit. `summary` is Markdown of at most 65,535 characters. */
  readonly createCheck: (check: Check) => Promise<void>;
}

export interface Check {
  readonly name: string;
  readonly conclusion: 'success' | 'neutral' | 'failure';
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly Annotation[];
}

/** GitHub takes no more annotations at a time. */
const ANNOTATIONS_AT_A_TIME = 50;
const COMMENTS_A_PAGE = 100;
const MAX_RETRIES = 4;

/** Seconds for which a rate limit may ask: GitHub's are over within the hour. */
const LONGEST_WAIT = 3660;
/** Characters of what a library says. */
const LONGEST_REASON = 500;
/** Pages of comments that a pull request may have. */
const MAX_PAGES = 1000;

/** GitHub could not be reached or has not answered as its REST API does: not a bug in Weir. The message is a sentence. */
export class GitHubProblem extends Error {}

/** Whose comments count where a token may not ask who it is: those that jobs write with theirs. */
const ACTIONS_USER = 'github-actions[bot]';

/**
 * Connects to GitHub's REST API. Waits and tries again where GitHub says that requests come too fast (primary and secondary
 * rate limits) or fails by itself (5xx). `warn` is called then, never with the token. `second` is how many
 * milliseconds a second of such a wait has: tests take fewer.
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
    // The library keeps the pace of all connections with one id.
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

/** A comment may have lost its author, and may be empty. */
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
    // The token of a job belongs to no user: GitHub answers 403 then.
    if (statusOf(error) === 403) return ACTIONS_USER;
    throw error;
  }
}

/**
 * Makes a request and gives the body of the answer, which may be anything. A refusal keeps its `status`; whatever else the
 * library throws comes from what it was answered.
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

/** The library gives a failed connection a status of its own, but no answer. */
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

/** The HTTP status of a request that failed; undefined for any other failure. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}
