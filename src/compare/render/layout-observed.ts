import { groupBy } from '../../std/group-by.js';
import { listNames } from '../../std/list-text.js';
import { plural } from '../../std/plural.js';
import type { ObservedChangeType } from '../../observed/compare-flows.js';
import type { Bounds } from './bounds.js';
import type { Block, Fact } from './document.js';
import { describeResult, sideNotes } from './layout-traffic.js';
import type { DiffReport, ObservedChangeText, ObservedReport } from './report.js';

const MARKS: Readonly<Record<ObservedChangeType, Fact['mark']>> = { cut: '-', opened: '+', moved: '~', marked: '~' };

/** Returns a block for each source of observed flows that change in one way. */
export function observedBlocks({ observed }: DiffReport, bounds: Bounds): Block[] {
  const groups = groupBy(observed?.changes ?? [], ({ change, from }) => `${change}: ${from}`);
  return Array.from(groups, ([title, changes]): Block => {
    const more = changes.length - bounds.facts;
    return {
      title,
      facts: [
        ...changes.slice(0, bounds.facts).flatMap((change) => factsOf(change, bounds)),
        ...(more > 0 ? [{ mark: 'note' as const, text: `and ${plural(more, 'more change')}` }] : []),
      ],
    };
  });
}

function factsOf(one: ObservedChangeText, bounds: Bounds): Fact[] {
  const { change, transport, to, count, last, before, after } = one;
  const seen = `seen ${plural(count, 'time')}${last === undefined ? '' : `, last ${last}`}`;
  const results =
    change === 'moved'
      ? { before: before.result, after: after.result }
      : { before: describeResult(before), after: describeResult(after) };
  return [
    { mark: MARKS[change], text: `${transport} to ${listNames(to, bounds.facts)} (${seen})` },
    ...sideNotes(results),
  ];
}

/** Returns the number of changed flows as text. */
export function countObserved({ counts }: DiffReport): string {
  return plural(counts.seen, 'flow');
}

const VERBS: Readonly<Record<ObservedChangeType, string>> = {
  cut: 'cuts',
  opened: 'opens',
  moved: 'moves',
  marked: 'marks',
};

/** Returns a clause such as `cuts 3 observed flows, opens 1 observed flow`. */
export function describeObserved({ observed }: DiffReport): string {
  const groups = groupBy(observed?.changes ?? [], ({ change }) => change);
  return Array.from(groups, ([change, all]) => {
    const count = all.reduce((sum, { to }) => sum + to.length, 0);
    return `${VERBS[change]} ${plural(count, 'observed flow')}`;
  }).join(', ');
}

/** Returns sentences about the observed flows that were compared, and those that were not. */
export function summariseObserved({ observed }: DiffReport): string[] {
  if (!observed) return [];
  const { flows, records, undecided, omitted, rejected } = observed;
  return [
    `Observed flows: ${flows} in ${plural(records, 'record')}${periodOf(observed)}.`,
    ...(undecided > 0 ? [`Not compared: ${plural(undecided, 'observed flow')} whose verdict is unknown.`] : []),
    ...describeUnmapped(observed),
    ...(omitted > 0
      ? [`Warning: ${plural(omitted, 'record')} of further flows were ignored, because there are too many.`]
      : []),
    ...(rejected > 0 ? [`Warning: ${plural(rejected, 'entry', 'entries')} of the flows were invalid.`] : []),
  ];
}

function periodOf({ first, last }: Pick<ObservedReport, 'first' | 'last'>): string {
  return first === undefined || last === undefined ? '' : ` from ${first} to ${last}`;
}

/** Names the most frequent addresses of the cluster that no object has. */
function describeUnmapped({ unmapped }: ObservedReport): string[] {
  if (unmapped.length === 0) return [];
  const texts = unmapped.map(({ address, count }) => `${address} (${plural(count, 'record')})`);
  return [`Unknown addresses of the cluster: ${listNames(texts)}.`];
}
