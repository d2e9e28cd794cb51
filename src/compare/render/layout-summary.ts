import { describeUnread } from '../../model/unread.js';
import { plural } from '../../std/plural.js';
import { hasOtherWorkloads } from '../workloads.js';
import { isToCome } from './flows.js';
import { countGiven } from './given.js';
import { summariseWorkloads } from './layout-workloads.js';
import { describeObserved, summariseObserved } from './layout-observed.js';
import type { DiffReport, Topic } from './report.js';

/** Returns true if a change was found. */
export function hasChanges({ counts, unexploredPairs, workloads }: DiffReport): boolean {
  const isOther = workloads !== undefined && hasOtherWorkloads(workloads);
  return isOther || unexploredPairs > 0 || Object.values(counts).some((count) => count > 0);
}

/** Returns true if one of these topics changes. Pairs that were not compared count as opened and closed. */
export function isConcerned({ counts, unexploredPairs }: DiffReport, topics: readonly Topic[]): boolean {
  const isCut = unexploredPairs > 0;
  return topics.some((topic) => counts[topic] > 0 || (isCut && (topic === 'opened' || topic === 'closed')));
}

/** Returns a warning with the next step for an incomplete comparison. */
export function warnOfCut({ unexploredPairs: pairs }: DiffReport): string[] {
  if (pairs === 0) return [];
  return [
    `Warning: ${plural(pairs, 'pair')} of pods were not compared, because the change is too large. Split it into several changes. Until then, --fail-on opened and --fail-on closed fail.`,
  ];
}

const COUNTERS: Readonly<Record<Topic, (count: number, report: DiffReport) => string>> = {
  expectations: (_, report) => describeExpectations(report),
  seen: (_, report) => describeObserved(report),
  opened: (count) => `opens flows of ${plural(count, 'namespace')}`,
  closed: (count) => `closes flows of ${plural(count, 'namespace')}`,
  weakened: (_, report) => describeWeakened(report),
  source: (_, report) => describeSources(report),
  'next-hop': (count) => `changes the next hops of ${plural(count, 'pod')}`,
  moved: (_, report) => describeMoves(report),
  redirected: (count) => `changes the redirections of ${plural(count, 'EgressRouter')}`,
  exposure: (count) => `changes the exposure of ${plural(count, 'URL')}`,
  dscp: (_, report) => describeMarks(report),
  answers: (count) => `changes the pinned answers of ${plural(count, 'DNS name')}`,
  findings: (_, report) => describeFindings(report),
  artefacts: (count) => `changes ${plural(count, 'row, file or object', 'rows, files or objects')}`,
};

function describeFindings({ counts, findings: { ignored } }: DiffReport): string {
  const hidden = ignored.added.length + ignored.omitted;
  const others = counts.findings - hidden;
  return [
    ...(others > 0 ? [`adds or resolves ${plural(others, 'finding')}`] : []),
    ...(hidden > 0 ? [`newly ignores ${plural(hidden, 'finding')}`] : []),
  ].join(', ');
}

function describeExpectations({ expectations }: DiffReport): string {
  const verbs = { broken: 'violates', withdrawn: 'withdraws', fixed: 'fixes' } as const;
  return Object.entries(verbs)
    .flatMap(([change, verb]) => {
      const count = expectations.filter((one) => one.change === change).length;
      return count > 0 ? [`${verb} ${plural(count, 'expectation')}`] : [];
    })
    .join(', ');
}

/** Counts existing pods, and addresses that namespaces get for their later pods. */
function describeSources({ counts, given }: DiffReport): string {
  const namespaces = new Set(given.flatMap((one) => one.namespaces)).size;
  const pods = counts.source - countGiven(given);
  return [
    ...(pods > 0 ? [`changes the source address of ${plural(pods, 'pod')}`] : []),
    ...(namespaces > 0 ? [`changes the source address of future pods of ${plural(namespaces, 'namespace')}`] : []),
    ...(given.some(({ selector }) => selector !== undefined) ? ['assigns a source address to future namespaces'] : []),
  ].join(', ');
}

/** Counts existing pods and placeholder pods. */
function describeMarks({ marks }: DiffReport): string {
  const sources = marks.flatMap((group) => group.sources);
  const pods = sources.reduce((sum, { count }) => sum + count, 0);
  const namespaces = new Set(sources.filter(isToCome).map(({ namespace }) => namespace)).size;
  return [
    ...(pods > 0 ? [`changes the DSCP of ${plural(pods, 'pod')}`] : []),
    ...(namespaces > 0 ? [`changes the DSCP of future pods of ${plural(namespaces, 'namespace')}`] : []),
  ].join(', ');
}

/** Returns the number of weakened expectations. Withdrawn ones are counted as broken. */
function describeWeakened({ expectations }: DiffReport): string {
  const count = expectations.filter(({ change }) => change === 'weakened').length;
  return count > 0 ? `weakens ${plural(count, 'expectation')}` : '';
}

/** Returns the number of moved addresses and hosts. An EgressService has no address, so its host moves. */
function describeMoves({ moves }: DiffReport): string {
  const addresses = moves.filter(({ address }) => address !== undefined).length;
  const hosts = moves.length - addresses;
  return [
    ...(addresses > 0 ? [`moves ${plural(addresses, 'egress address', 'egress addresses')}`] : []),
    ...(hosts > 0 ? [`moves the ${hosts === 1 ? 'host' : 'hosts'} of ${plural(hosts, 'EgressService')}`] : []),
  ].join(', ');
}

/** Returns warnings for sides without resources: files are probably missing, or their globs are wrong. */
export function warnOfEmptySides({ titles, empty }: DiffReport): string[] {
  return [
    ...(empty.before
      ? [`Warning: ${titles.before} contains no resources, so all resources of the other side are new.`]
      : []),
    ...(empty.after
      ? [`Warning: ${titles.after} contains no resources, so applying it removes everything that Weir manages.`]
      : []),
  ];
}

/** Returns a short summary of a report: the changes by topic, and the changed objects of the inventory. */
export function summariseDiff(report: DiffReport): string[] {
  const { counts, inventory } = report;
  const ignored = report.findings.ignored.total;
  const warnings = [
    ...warnOfEmptySides(report),
    ...warnOfCut(report),
    ...report.unread.map((one) => `Warning: ${describeUnread(one)}.`),
  ];
  if (Object.values(counts).every((count) => count === 0)) {
    if (report.workloads) return [...summariseWorkloads(report, report.workloads), ...warnings];
    const nothing = hasChanges(report) ? 'Nothing changes in the compared part.' : 'Nothing changes.';
    return [nothing, ...warnings, ...summariseObserved(report)];
  }
  const isSilent = Object.entries(counts).every(
    ([topic, count]) => count === 0 || ['artefacts', 'findings', 'expectations', 'weakened'].includes(topic),
  );
  const topics = Object.entries(COUNTERS).flatMap(([topic, describe]) => {
    const count = counts[topic as Topic];
    return count > 0 ? [describe(count, report)].filter((text) => text !== '') : [];
  });
  const nouns = { nodes: 'node', namespaces: 'namespace', pods: 'pod' } as const;
  const objects = Object.entries(nouns).flatMap(([sort, noun]) => {
    const counts = inventory[sort as keyof typeof nouns];
    return (['added', 'removed', 'changed'] as const).flatMap((change) =>
      counts[change] > 0 ? [`${plural(counts[change], noun)} ${change}`] : [],
    );
  });
  return [
    ...warnings,
    `${subjectOf(report)} ${joinClauses([...(isSilent ? ['affects no packet'] : []), ...topics])}.`,
    ...(report.workloads ? summariseWorkloads(report, report.workloads) : []),
    ...(objects.length > 0 ? [`Inventory: ${objects.join(', ')}.`] : []),
    ...(ignored > 0 ? [`Ignored findings afterwards: ${ignored}.`] : []),
    ...summariseObserved(report),
  ];
}

function subjectOf({ upgrade, workloads, titles }: DiffReport): string {
  if (workloads) return `Compared with ${titles.before}, ${titles.after}`;
  return upgrade ? 'This upgrade' : 'This change';
}

/** Returns clauses as a list, with "and" before the last. */
function joinClauses(clauses: readonly string[]): string {
  const last = clauses.at(-1) ?? '';
  return clauses.length > 1 ? `${clauses.slice(0, -1).join(', ')} and ${last}` : last;
}
