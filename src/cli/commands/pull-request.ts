import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { hasChanges } from '../../compare/render/layout-summary.js';
import { type MarkdownParts, renderMarkdownParts } from '../../compare/render/markdown.js';
import type { DiffReport, Topic } from '../../compare/render/report.js';
import { printMessage } from '../print.js';
import { renderCode } from '../../compare/render/code-span.js';
import { errorsOf, summarise } from '../../diagnostics/verdict.js';
import { annotate } from '../../clients/github/annotations.js';
import { boundParts } from '../../clients/github/bound.js';
import { type PullRequest, readPullRequest } from '../../clients/github/environment.js';
import { type Check, GitHubProblem, connectGitHub, statusOf } from '../../clients/github/github.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import { describeSystemError } from '../../std/system-error.js';
import { compareSides, parseTopics } from './diff.js';
import { run } from './run.js';

export interface PullRequestOptions {
  /** A git revision; by default the commit that the pull request is to be merged into. */
  readonly base: string | undefined;
  /** The folder of the repository that is compiled. */
  readonly path: string;
  readonly config?: string;
  /** The date that both sides are held against, `YYYY-MM-DD`. */
  readonly today?: string;
  /** Tells apart the comments of several folders. */
  readonly id: string;
  /** Where the page of the comparison is kept. */
  readonly reportUrl?: string;
  /** Topics that make the check fail, separated by commas; by default none. */
  readonly failOn?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** GitHub's limits: characters of a comment and of a check's summary, bytes of a job's summary. */
const MAX_COMMENT = 65_536;
const MAX_CHECK_SUMMARY = 65_535;
const MAX_JOB_SUMMARY = 2 ** 20;
/** How much of a section the job's summary shows, which is where the shorter texts point to. */
const LONG = { blocks: 200, facts: 20 };
/** Of thousands of findings of one kind nobody reads more; the job's log and code scanning have all. */
const MAX_ANNOTATIONS = 1000;

/** The content of the comment. Without sections and findings there is none. */
interface Verdict {
  readonly title: string;
  readonly parts: MarkdownParts;
  /** The same at length. */
  readonly longParts: MarkdownParts;
  readonly findings: readonly Diagnostic[];
  readonly isQuiet: boolean;
  readonly conclusion: Check['conclusion'];
}

/**
 * `weir pr`: says on a pull request of GitHub what it changes: one comment, annotations, and the job's summary. Exit code 0;
 * 1 when the pull request cannot be compiled or GitHub cannot be told; 2 when something of `failOn` changes, or an
 * expectation is broken by the change, or withdrawn though it would not hold.
 */
export async function pullRequestCommand(options: PullRequestOptions): Promise<number> {
  const topics = options.failOn === undefined ? [] : parseTopics(options.failOn);
  if (!topics) return fail('--fail-on takes a list of topics, as weir diff does');
  const reportLink = options.reportUrl === undefined ? '' : linkReport(options.reportUrl);
  if (reportLink === undefined)
    return fail(`--report-url takes an address of http or https, not '${options.reportUrl ?? ''}'`);
  const pullRequest = readPullRequest(options.environment, readEvent(options.environment.GITHUB_EVENT_PATH));
  if (typeof pullRequest === 'string') return fail(pullRequest);
  const base = options.base ?? pullRequest.base;
  const compared = await compareSides({ ...options, base, head: undefined, revisionsOnly: true });
  const report = compared?.report;
  const verdict = report ? addLink(judge(report, topics), reportLink) : await judgeBroken(options, base, topics);
  writeJobSummary(pullRequest, verdict);
  const problem = await publish(pullRequest, verdict, options.id);
  if (problem !== undefined) return fail(problem);
  if (verdict.conclusion !== 'failure') return 0;
  return report ? 2 : 1;
}

function judge(report: DiffReport, topics: readonly Topic[]): Verdict {
  const broken = report.expectations.filter(({ change }) => change === 'broken');
  const isWithdrawn = report.expectations.some(({ change }) => change === 'withdrawn');
  const isDemanded = topics.some((topic) => report.counts[topic] > 0) || broken.length > 0 || isWithdrawn;
  const isQuiet = !hasChanges(report);
  return {
    title: isQuiet ? 'Nothing changes' : 'What this change does',
    parts: renderMarkdownParts(report),
    longParts: renderMarkdownParts(report, LONG),
    findings: [...broken.flatMap(({ findings }) => findings), ...report.findings.added],
    isQuiet,
    conclusion: isDemanded ? 'failure' : isQuiet ? 'success' : 'neutral',
  };
}

/** A sentence in Markdown that links the page; undefined for what a browser must not be led to. */
function linkReport(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // Markdown ends a link at a bracket or a blank; an address writes them otherwise, but for brackets.
  const target = url.href.replace(
    /[()<>[\]*_`|\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[The whole report](${target}) shows both sides: where traffic leaves, addresses, rules, and what becomes of a packet.`;
}

function addLink({ parts, longParts, ...verdict }: Verdict, link: string): Verdict {
  if (link === '') return { parts, longParts, ...verdict };
  const linked = ({ head, sections }: MarkdownParts): MarkdownParts => ({ head: `${head}\n\n${link}`, sections });
  return { ...verdict, parts: linked(parts), longParts: linked(longParts) };
}

/**
 * A side has errors, which standard error has already: those of the pull request are shown where they are. That the base
 * has some must not keep out the change that mends them, unless somebody is to judge what it does.
 */
async function judgeBroken(
  { path, config, today }: PullRequestOptions,
  base: string,
  topics: readonly Topic[],
): Promise<Verdict> {
  const { findings } = await run(
    { path, ...(config === undefined ? {} : { config }), ...(today === undefined ? {} : { today }) },
    'findings',
  );
  const errors = errorsOf(findings);
  const isOwn = errors.diagnostics.length + errors.omitted.length > 0;
  const title = isOwn ? 'This change cannot be compiled' : 'The base of this change cannot be compiled';
  const text = isOwn
    ? `**${summarise(errors)}**: see the annotations, or run \`weir check\`.`
    : `The change itself compiles. What it does to packets is not known: ${renderCode(`weir check --rev ${base}`)} shows why.`;
  const parts = { head: `### Egress: ${title.charAt(0).toLowerCase()}${title.slice(1)}\n\n${text}`, sections: [] };
  const conclusion = isOwn || topics.length > 0 ? 'failure' : 'neutral';
  return { title, parts, longParts: parts, findings: errors.diagnostics, isQuiet: false, conclusion };
}

/** Undefined, or why GitHub could not be told. */
async function publish(pullRequest: PullRequest, verdict: Verdict, id: string): Promise<string | undefined> {
  const { title, parts, findings, isQuiet, conclusion } = verdict;
  const github = connectGitHub(pullRequest, printMessage);
  const marker = `<!-- weir: ${encodeURIComponent(id)} -->`;
  const pointer = pointerTo(pullRequest);
  const body = boundParts(parts, MAX_COMMENT - marker.length - 1, pointer);
  try {
    await github.setComment(marker, isQuiet ? undefined : body);
    await github.createCheck({
      name: id === '.' ? 'Weir' : `Weir: ${id}`,
      conclusion,
      title,
      summary: boundParts(parts, MAX_CHECK_SUMMARY, pointer),
      annotations: annotate(findings).slice(0, MAX_ANNOTATIONS),
    });
    return undefined;
  } catch (error) {
    const status = statusOf(error);
    if (error instanceof GitHubProblem) return error.message;
    if (status === undefined) throw error;
    const hint =
      status === 403 ? ': the token needs pull-requests: write and checks: write, which forks do not get' : '';
    return `GitHub answered ${status}${hint}`;
  }
}

/** Where the whole report is. */
function pointerTo({ jobUrl }: PullRequest): (leftOut: number) => string {
  const where =
    jobUrl === '' ? '`weir diff --format markdown` prints it' : `the [summary of the job](${jobUrl}) has it`;
  return (leftOut) => `… ${leftOut} ${leftOut === 1 ? 'section is' : 'sections are'} left out here: ${where}.`;
}

/**
 * The summary may have come from other steps, whose bytes count too. Where it cannot be written, a warning is printed, and the
 * check and the comment are made all the same.
 */
function writeJobSummary({ summaryFile }: PullRequest, { longParts }: Verdict): void {
  if (summaryFile === '') return;
  try {
    const taken = statSync(summaryFile, { throwIfNoEntry: false })?.size ?? 0;
    const pointer = (leftOut: number): string => `… ${leftOut} sections are left out: \`weir diff\` prints them.`;
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

function fail(problem: string): number {
  printMessage(problem);
  return 1;
}
