import { hasChanges, isConcerned } from '../../../compare/render/layout-summary.js';
import { type MarkdownParts, renderMarkdownParts } from '../../../compare/render/markdown.js';
import type { DiffReport, Topic } from '../../../compare/render/report.js';
import { printMessage } from '../../print.js';
import { renderCode } from '../../../compare/render/code-span.js';
import { errorsOf, summarise } from '../../../diagnostics/verdict.js';
import { compareSides } from '../diff.js';
import { run } from '../run.js';
import { explainTopics, parseTopics } from '../topics.js';
import type { Environment, Verdict } from './hosting.js';
import { openHosting } from './open-hosting.js';

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
  readonly environment: Environment;
  /** Print what would be posted, and post nothing. */
  readonly dryRun?: boolean;
}

/** How much of a section the job's summary shows, which is where the shorter texts point to. */
const LONG = { blocks: 200, facts: 20 };
/**
 * `weir pr`: says on a pull request of GitHub what it changes: one comment, annotations, and the job's summary; on a merge request
 * of GitLab: one note. Exit code 0; 1 when it cannot be compiled or the hosting cannot be told; 2 when something of
 * `failOn` changes, or an expectation is broken by the change, or withdrawn though it would not hold.
 */
export async function pullRequestCommand(options: PullRequestOptions): Promise<number> {
  const topics = options.failOn === undefined ? [] : parseTopics(options.failOn);
  if (!topics) return fail(explainTopics());
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

function judge(report: DiffReport, topics: readonly Topic[]): Verdict {
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

/** A sentence in Markdown that links the page; undefined for what a browser must not be led to. */
function linkReport(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // Markdown ends a link at a bracket or a blank; an address writes them otherwise, but for brackets.
  const target = url.href.replace(
    /[()<>[\]*_`|\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `The [HTML report](${target}) shows egress, addresses, rules and packet traces of both sides.`;
}

function addLink({ parts, longParts, ...verdict }: Verdict, link: string): Verdict {
  if (link === '') return { parts, longParts, ...verdict };
  const linked = ({ head, sections }: MarkdownParts): MarkdownParts => ({ head: `${head}\n\n${link}`, sections });
  return { ...verdict, parts: linked(parts), longParts: linked(longParts) };
}

/**
 * A side has errors, which standard error has already: those of the pull request are shown where they are. That the base
 * has some must not keep out the change that fixes them, unless somebody is to judge what it does.
 */
async function judgeBroken(
  { path, config, today }: PullRequestOptions,
  base: string | undefined,
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
    : `The change itself compiles. Its effect on traffic is unknown, ${renderCode(`weir check --rev ${base ?? 'BASE'}`)} reports why.`;
  const parts = { head: `### Egress: ${title.charAt(0).toLowerCase()}${title.slice(1)}\n\n${text}`, sections: [] };
  const conclusion = isOwn || topics.length > 0 ? 'failure' : 'neutral';
  return { title, parts, longParts: parts, findings: errors.diagnostics, isQuiet: false, conclusion };
}

function fail(problem: string): number {
  printMessage(problem);
  return 1;
}
