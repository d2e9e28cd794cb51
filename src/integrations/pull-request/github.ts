import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import type { Annotation } from './annotations.js';
import type { PullRequest } from './environment.js';

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
const MOST_RETRIES = 4;

/** Whose comments count where a token may not ask who it is: those that jobs write with theirs. */
const ACTIONS_USER = 'github-actions[bot]';

/**
 * Connects to GitHub's REST API. Waits and tries again where GitHub says that requests come too fast (primary and secondary
 * rate limits) or fails by itself (5xx). `warn` hears of it; nothing that it hears holds the token.
 */
export function connectGitHub(pullRequest: PullRequest, warn: (sentence: string) => void): GitHub {
  const { owner, repository: repo, number: issue_number, commit: head_sha, token, apiUrl: baseUrl } = pullRequest;
  const onLimit = (seconds: number, { method, url }: { method: string; url: string }, _: unknown, retries: number) => {
    warn(`GitHub asks to wait ${seconds} s before ${method} ${url}`);
    return retries < MOST_RETRIES;
  };
  const silent = (): void => undefined;
  const octokit = new (Octokit.plugin(throttling, retry))({
    auth: token,
    baseUrl,
    userAgent: 'weir',
    log: { debug: silent, info: silent, warn: silent, error: silent },
    throttle: { onRateLimit: onLimit, onSecondaryRateLimit: onLimit },
  });
  const at = { owner, repo };
  return {
    setComment: async (marker, body) => {
      const author = await findAuthor(octokit);
      const comments = await octokit.paginate(octokit.rest.issues.listComments, {
        ...at,
        issue_number,
        per_page: COMMENTS_A_PAGE,
      });
      // Somebody else may write our marker: only what we wrote is ours to change.
      const [own, ...doubles] = comments.filter(
        (comment) => comment.user?.login === author && comment.body?.startsWith(marker) === true,
      );
      for (const { id } of doubles) await octokit.rest.issues.deleteComment({ ...at, comment_id: id });
      if (body === undefined) {
        if (own) await octokit.rest.issues.deleteComment({ ...at, comment_id: own.id });
        return;
      }
      const text = `${marker}\n${body}`;
      if (!own) await octokit.rest.issues.createComment({ ...at, issue_number, body: text });
      else if (own.body !== text) await octokit.rest.issues.updateComment({ ...at, comment_id: own.id, body: text });
    },
    createCheck: async ({ name, conclusion, title, summary, annotations }) => {
      const batches = batchesOf(annotations);
      const output = (batch: readonly Annotation[] | undefined) => ({
        title,
        summary,
        annotations: [...(batch ?? [])],
      });
      const { data } = await octokit.rest.checks.create({
        ...at,
        name,
        head_sha,
        status: 'completed',
        conclusion,
        output: output(batches[0]),
      });
      for (const batch of batches.slice(1)) {
        await octokit.rest.checks.update({ ...at, check_run_id: data.id, output: output(batch) });
      }
    },
  };
}

async function findAuthor(octokit: Octokit): Promise<string> {
  try {
    const { data } = await octokit.rest.users.getAuthenticated();
    return data.login;
  } catch (error) {
    // The token of a job belongs to no user: GitHub answers 403 then.
    if (statusOf(error) === 403) return ACTIONS_USER;
    throw error;
  }
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
