import { printNext } from '../../process/next.js';
import { printJsonPieces, printRendered, printMessage } from '../../process/print.js';
import type { Change, Plan, ApplyTarget } from '../../../model/change.js';
import { replaceFile } from '../../../rendered/replace-file.js';
import { renderPlanFile } from './plan-file.js';
import { renderChanges, renderChangesAsJson } from './render.js';

export interface PlanOptions {
  readonly style: 'plan' | 'audit';
  /** `transaction`: the changes as the params of one RFC 7047 `transact`. */
  readonly format: 'text' | 'json' | 'transaction';
  /** File for the plan, for `apply --plan`. */
  readonly out?: string | undefined;
  /** Arguments of a command that name the target. */
  readonly words: readonly string[];
}

/**
 * Runs `weir plan` and `weir audit`: prints the differences between a target and its desired state. Writes only the
 * plan file. Returns exit code 0 without differences, 2 with differences, or 1 for an error.
 */
export async function planCommand(target: ApplyTarget, { style, format, out, words }: PlanOptions): Promise<number> {
  try {
    const planned = await target.plan();
    if (planned.result === 'failed') return reportProblems(target.name, planned.problems);
    const { plan } = planned;
    const unwritten = out === undefined ? undefined : writePlan(out, renderPlanFile(target.name, plan));
    if (unwritten !== undefined) return reportProblems(target.name, [unwritten]);
    const render = format === 'json' ? renderChangesAsJson : renderChanges;
    const { changes, leftovers = [] } = plan;
    printNotice(target.name, plan);
    if (format === 'transaction') return printTransaction(target.name, plan);
    const shown = style === 'audit' ? [...changes, ...leftovers] : changes;
    if (style === 'plan') printEach(target.name, leftovers.map(describeLeftover), 'objects without a record');
    printRendered(render(target.name, shown, style));
    if (shown.length === 0) return 0;
    printNextStep(words, style, out);
    return 2;
  } finally {
    await target.close();
  }
}

/** Prints the notice of a plan that changes something. */
export function printNotice(name: string, { changes, notice }: Plan): void {
  if (notice !== undefined && changes.length > 0) printMessage(`${name}: ${notice}`);
}

function printNextStep(words: readonly string[], style: PlanOptions['style'], out: string | undefined): void {
  if (style === 'audit')
    printNext('', ['plan', ...words], 'shows the changes that apply would make, with the same options');
  else
    printNext(
      '',
      ['apply', ...words, ...(out === undefined ? [] : ['--plan', out])],
      'applies these changes, with the same options',
    );
}

function printTransaction(name: string, { changes, transaction }: Plan): number {
  const params = transaction?.() ?? [];
  if ('result' in params) return reportProblems(name, params.problems);
  printJsonPieces([`[${params.map((one) => JSON.stringify(one)).join(',\n')}]\n`]);
  return changes.length === 0 ? 0 : 2;
}

/** Writes the plan. Returns an error message, or undefined. */
function writePlan(path: string, text: string): string | undefined {
  return replaceFile(path, text)[0]?.message;
}

/** Maximum number of printed sentences from a server. */
const MAX_SENTENCES = 100;

/** Prints problems to standard error. Returns exit code 1. */
export function reportProblems(target: string, problems: readonly string[]): number {
  printEach(target, problems, 'problems');
  return 1;
}

function describeLeftover({ sort, name }: Change): string {
  return `warning: kept ${sort} ${name}, which resembles a managed object but has no record, remove it by hand if unused`;
}

/** Prints sentences. `what` describes them in the line about omitted ones. */
function printEach(target: string, sentences: readonly string[], what: string): void {
  for (const sentence of sentences.slice(0, MAX_SENTENCES)) printMessage(`${target}: ${sentence}`);
  const left = sentences.length - MAX_SENTENCES;
  if (left > 0) printMessage(`${target}: … and ${left} more ${what}`);
}
