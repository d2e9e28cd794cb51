import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { annotate } from '../../../clients/github/annotations.js';
import { boundParts } from '../../../clients/github/bound.js';
import { type PullRequest, readPullRequest } from '../../../clients/github/environment.js';
import { GitHubProblem, connectGitHub, statusOf } from '../../../clients/github/github.js';
import { findCommittedLink } from '../../../rendered/committed-link.js';
import { describeSystemError } from '../../../std/system-error.js';
import type { MarkdownParts } from '../../../compare/render/markdown.js';
import { printMessage } from '../../process/print.js';
import { type Environment, type HostingClient, type ReviewVerdict, markerOf, pointTo } from './hosting.js';

/** GitHub's limits: characters of a comment and of a check's summary, bytes of a job's summary. */
const MAX_COMMENT = 65_536;
const MAX_CHECK_SUMMARY = 65_535;
const MAX_JOB_SUMMARY = 2 ** 20;
/** Maximum number of annotations. The job log and code scanning have all findings. */
const MAX_ANNOTATIONS = 1000;

/** Returns the pull request of a GitHub Actions job, or an error message. */
export function openGitHub(environment: Environment): HostingClient | string {
  const pullRequest = findPullRequest(environment);
  if (typeof pullRequest === 'string') return pullRequest;
  return {
    base: pullRequest.base,
    publish: (verdict, id) => {
      writeJobSummary(pullRequest, verdict);
      return publish(pullRequest, verdict, id);
    },
  };
}

/** Reads the pull request of a job. Returns the reason as a string if there is none. */
export function findPullRequest(environment: Environment): PullRequest | string {
  return readPullRequest(environment, readEvent(environment.GITHUB_EVENT_PATH));
}

/** Returns the comment without its marker, shortened to the maximum length of GitHub. */
export function renderComment(parts: MarkdownParts, id: string, jobUrl: string): string {
  return boundParts(parts, MAX_COMMENT - markerOf(id).length - 1, pointerTo(jobUrl));
}

export function nameOfCheck(id: string): string {
  return id === '.' ? 'Weir' : `Weir: ${id}`;
}

/** Publishes to GitHub. Returns undefined, or an error message. */
async function publish(pullRequest: PullRequest, verdict: ReviewVerdict, id: string): Promise<string | undefined> {
  const { title, parts, findings, isQuiet, conclusion } = verdict;
  const github = connectGitHub(pullRequest, printMessage);
  const { jobUrl } = pullRequest;
  try {
    await github.setComment(markerOf(id), isQuiet ? undefined : renderComment(parts, id, jobUrl));
    await github.createCheck({
      name: nameOfCheck(id),
      conclusion,
      title,
      summary: boundParts(parts, MAX_CHECK_SUMMARY, pointerTo(jobUrl)),
      annotations: annotate(findings).slice(0, MAX_ANNOTATIONS),
    });
    return undefined;
  } catch (error) {
    const status = statusOf(error);
    if (error instanceof GitHubProblem) return error.message;
    if (status === undefined) throw error;
    const hint =
      status === 403 ? ', the token needs pull-requests: write and checks: write (not available to forks)' : '';
    return `GitHub responded with ${status}${hint}`;
  }
}

/** Returns a function that formats the location of the whole report. */
function pointerTo(jobUrl: string): (leftOut: number) => string {
  const where =
    jobUrl === '' ? '`weir diff --format markdown` prints it' : `the [summary of the job](${jobUrl}) has it`;
  return pointTo(where);
}

/**
 * Writes the job summary. Text of earlier steps counts towards its limit. If it cannot be written, prints a warning,
 * and the check and the comment continue.
 */
function writeJobSummary({ summaryFile }: PullRequest, { longParts }: ReviewVerdict): void {
  if (summaryFile === '') return;
  const obstacle = findCommittedLink(summaryFile);
  if (obstacle) {
    printMessage(obstacle.message);
    return;
  }
  try {
    const taken = statSync(summaryFile, { throwIfNoEntry: false })?.size ?? 0;
    const pointer = (leftOut: number): string => `… ${leftOut} more sections, \`weir diff\` prints them.`;
    const text = boundParts(longParts, MAX_JOB_SUMMARY - taken - 1, pointer, (one) => Buffer.byteLength(one));
    appendFileSync(summaryFile, `${text}\n`);
  } catch (thrown) {
    printMessage(`the summary of the job ${summaryFile} cannot be written: ${describeSystemError(thrown)}`);
  }
}

function readEvent(path: string | undefined): string {
  try {
    return path === undefined ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
