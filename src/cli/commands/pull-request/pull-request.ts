import { hasChanges, isConcerned } from '../../../compare/render/layout-summary.js';
import { type MarkdownParts, renderMarkdownParts } from '../../../compare/render/markdown.js';
import type { DiffReport, Topic } from '../../../compare/render/report.js';
import { printMessage } from '../../process/print.js';
import { renderCode } from '../../../compare/render/code-span.js';
import { errorsOf, summariseFindings } from '../../../diagnostics/verdict.js';
import { compareSides } from '../diff.js';
import type { FlowsOptions } from '../observed/collect-flows.js';
import { run } from '../../run/run.js';
import { parseTopics } from '../../run/topics.js';
import type { Environment, ReviewVerdict } from './hosting.js';
import { openHosting } from './open-hosting.js';

export interface PullRequestOptions extends FlowsOptions {
  /** A git revision. Default: the target commit of the pull request. */
  readonly base: string | undefined;
  /** The folder of the repository that is compiled. */
  readonly path: string;
  readonly config?: string;
  /** Date at which expiry is evaluated on both sides, `YYYY-MM-DD`. */
  readonly today?: string;
  /** Comment ID, to distinguish several folders. */
  readonly id: string;
  /** URL of the HTML report. */
  readonly reportUrl?: string;
  /** Topics that fail the check, comma-separated. Default: none. */
  readonly failOn?: string;
  readonly environment: Environment;
  /** If true, prints the texts to post, and posts nothing. */
  readonly dryRun?: boolean;
}

/** Limits of a section in the job summary, to which shorter texts refer. */
const LONG = { blocks: 200, facts: 20 };
/**
 * Runs `weir pr`: posts the changes of a GitHub pull request as a comment, annotations and job summary, or those of a
 * GitLab merge request as a note. Returns exit code 0, or 1 if compilation or posting fails. Returns 2 for changes of
 * `failOn` topics, or if the change breaks an expectation or removes a failing one.
 */
export async function pullRequestCommand(options: PullRequestOptions): Promise<number> {
  const topics = options.failOn === undefined ? [] : parseTopics(options.failOn, options.flows);
  if (typeof topics === 'string') return fail(topics);
  const reportLink = options.reportUrl === undefined ? '' : linkReport(options.reportUrl);
  if (reportLink === undefined)
    return fail(`--report-url is '${options.reportUrl ?? ''}', expected an http or https URL`);
  const { environment } = options;
  const hosting = openHosting(environment, options.dryRun === true);
  if (typeof hosting === 'string') return fail(hosting);
  const base = options.base ?? hosting.base;
  const compared = await compareSides({ ...options, base, head: undefined, revisionsOnly: true }, LONG.facts);
  const report = compared?.report;
  const verdict = report ? addLink(judge(report, topics), reportLink) : await judgeBroken(options, base, topics);
  const problem = await hosting.publish(verdict, options.id);
  if (problem !== undefined) return fail(problem);
  if (verdict.conclusion !== 'failure') return 0;
  return report ? 2 : 1;
}

function judge(report: DiffReport, topics: readonly Topic[]): ReviewVerdict {
  const broken = report.expectations.filter(({ change }) => change === 'broken');
  const isWithdrawn = report.expectations.some(({ change }) => change === 'withdrawn');
  const isDemanded = isConcerned(report, topics) || broken.length > 0 || isWithdrawn;
  const isQuiet = !hasChanges(report);
  return {
    title: isQuiet ? 'Nothing changes' : 'Effect of this change',
    parts: renderMarkdownParts(report),
    longParts: renderMarkdownParts(report, LONG),
    findings: [...broken.flatMap(({ findings }) => findings), ...report.findings.added],
    isQuiet,
    conclusion: isDemanded ? 'failure' : isQuiet ? 'success' : 'neutral',
  };
}

/** Returns a Markdown sentence that links the report. Returns undefined if the URL is unsafe for browsers. */
function linkReport(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // Brackets and blanks end a Markdown link. URLs encode blanks, but not brackets.
  const target = url.href.replace(
    /[()<>[\]*_`|\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `The [HTML report](${target}) shows egress, addresses, rules and packet traces of both sides.`;
}

function addLink({ parts, longParts, ...verdict }: ReviewVerdict, link: string): ReviewVerdict {
  if (link === '') return { parts, longParts, ...verdict };
  const linked = ({ head, sections }: MarkdownParts): MarkdownParts => ({ head: `${head}\n\n${link}`, sections });
  return { ...verdict, parts: linked(parts), longParts: linked(longParts) };
}

/**
 * Compiles the change if a side has errors, and returns the errors of the change for annotations. Errors of the base
 * alone only fail the check with topics of `failOn`, so that a fix can be merged.
 */
async function judgeBroken(
  { path, config, today }: PullRequestOptions,
  base: string | undefined,
  topics: readonly Topic[],
): Promise<ReviewVerdict> {
  const { findings } = await run(
    { path, ...(config === undefined ? {} : { config }), ...(today === undefined ? {} : { today }) },
    'findings',
  );
  const errors = errorsOf(findings);
  const isOwn = errors.diagnostics.length + errors.omitted.length > 0;
  const title = isOwn ? 'This change cannot be compiled' : 'The base of this change cannot be compiled';
  const text = isOwn
    ? `**${summariseFindings(errors)}**: see the annotations, or run \`weir check\`.`
    : `The change itself compiles. Its effect on traffic is unknown, ${renderCode(`weir check --rev ${base ?? 'BASE'}`)} reports why.`;
  const parts = { head: `### Egress: ${title.charAt(0).toLowerCase()}${title.slice(1)}\n\n${text}`, sections: [] };
  const conclusion = isOwn || topics.length > 0 ? 'failure' : 'neutral';
  return { title, parts, longParts: parts, findings: errors.diagnostics, isQuiet: false, conclusion };
}

function fail(problem: string): number {
  printMessage(problem);
  return 1;
}
