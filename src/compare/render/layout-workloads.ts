import { plural } from '../../std/plural.js';
import { hasOtherWorkloads, type WorkloadChanges } from '../workloads.js';
import type { Bounds } from './bounds.js';
import type { Block, Fact } from './document.js';
import type { DiffReport } from './report.js';

/** Returns the title of the section with the opened or closed flows. */
export function sectionTitle(change: 'opened' | 'closed', { workloads, titles }: DiffReport): string {
  const [word, was, is] = change === 'opened' ? ['Opened', 'dropped', 'allowed'] : ['Closed', 'allowed', 'dropped'];
  return workloads
    ? `${word} (${was} in ${titles.before}, ${is} in ${titles.after})`
    : `${word} (${was} before, ${is} now)`;
}

/** Returns sentences about the compared workloads, and the Services that differ. */
export function summariseWorkloads({ counts, titles }: DiffReport, workloads: WorkloadChanges): string[] {
  const { compared, removed, added, services } = workloads;
  const isSame = Object.values(counts).every((count) => count === 0) && !hasOtherWorkloads(workloads);
  const only = [
    ...(removed.length > 0 ? [`only in ${titles.before}: ${removed.length}`] : []),
    ...(added.length > 0 ? [`only in ${titles.after}: ${added.length}`] : []),
  ];
  return [
    ...(isSame ? ['Nothing differs.'] : []),
    `Workloads in both: ${[compared, ...only].join(', ')}.`,
    ...(services.length > 0 ? [`${plural(services.length, 'Service')} with different ports or targets.`] : []),
  ];
}

/** Returns a block for each side with workloads that only it has. */
export function workloadBlocks({ workloads, titles }: DiffReport, { blocks: most }: Bounds): Block[] {
  const blockOf = (title: string, mark: Fact['mark'], names: readonly string[]): Block[] => {
    if (names.length === 0) return [];
    const more = names.length - most;
    const facts = names.slice(0, most).map((text): Fact => ({ mark, text }));
    return [{ title: `only in ${title}`, facts: [...facts, ...(more > 0 ? [note(`and ${more} more`)] : [])] }];
  };
  return [
    ...blockOf(titles.before, '-', workloads?.removed ?? []),
    ...blockOf(titles.after, '+', workloads?.added ?? []),
  ];
}

/** Returns a block for each Service that differs. */
export function serviceBlocks({ workloads }: DiffReport): Block[] {
  return (workloads?.services ?? []).map(({ service, before, after }) => ({
    title: service,
    facts: [...factsOf('-', before, after), ...factsOf('+', after, before)],
  }));
}

/** Returns facts for the texts that only one side has. */
function factsOf(mark: '-' | '+', own: readonly string[] | undefined, others: readonly string[] = []): Fact[] {
  if (!own) return [];
  if (own.length === 0) return [{ mark, text: 'no targets' }];
  return own.filter((text) => !others.includes(text)).map((text) => ({ mark, text }));
}

/** Returns a block for each workload that leaves differently. */
export function egressBlocksOfWorkloads({ workloads }: DiffReport): Block[] {
  return (workloads?.egress ?? []).map(({ workload, before, after }) => ({
    title: workload,
    facts: [...factsOf('-', before, after), ...factsOf('+', after, before)],
  }));
}

function note(text: string): Fact {
  return { mark: 'note', text };
}
