import { alignColumns } from '../../../std/columns.js';
import { plural } from '../../../std/plural.js';
import { type ResourceFacts, effectsOf, rejectedIn } from './resource.js';
import type { StatusSummary, TargetStatus } from './summarize.js';

/** Maximum number of targets with a line each. Of more, only those that need attention are listed. */
const MAX_TARGETS = 60;
/** Maximum number of lines of the table. */
const MAX_ROWS = 200;
/** Maximum number of items of a section, of problems of one target, and of lines about targets. */
const MAX_ITEMS = 20;
const MAX_PROBLEMS = 5;
const MAX_TROUBLE_LINES = 100;
/** Characters of a digest that tell two policies apart. */
const SHORT_DIGEST = 12;
const HEAD = ['TARGET', 'STATE', 'POLICY', 'SINCE', 'VERIFIED', 'LAG', 'APPLIER'];

/** Renders the state of all targets as lines. `now`: milliseconds since 1970. */
export function renderTargets(summary: StatusSummary, now: number): readonly string[] {
  const { targets, silent } = summary;
  const troubled = targets.filter(({ state }) => state !== 'in sync');
  const listed = targets.length > MAX_TARGETS ? troubled : targets;
  const rows = listed.map((one) => rowOf(one, now));
  return [
    countTargets(targets),
    ...(rows.length > 0 ? ['', ...limitLines(alignColumns([HEAD, ...rows]), MAX_ROWS, '')] : []),
    ...(listed.length < targets.length
      ? [`… ${targets.length - listed.length} more in sync (all: --format json)`]
      : []),
    ...limitLines(
      troubled.flatMap((one) => renderTrouble(one, now)),
      MAX_TROUBLE_LINES,
      '',
    ),
    ...section('no answer', silent, ({ name, node, state }) => `${name}${node === '' ? '' : ` on ${node}`}: ${state}`),
    ...renderPolicies(summary),
    ...section(
      'rejected, skipped until the resource is fixed',
      rejectedIn(summary),
      ({ resource, code, message }) => `${resource === '' ? '(no resource)' : resource}: ${message} [${code}]`,
    ),
    ...section('assignments that differ from weir.lock.yaml', mismatchesIn(summary), (text) => text),
  ];
}

/** Renders the state of one resource, and of the targets that it may be in. */
export function renderResource(summary: StatusSummary, facts: ResourceFacts, now: number): readonly string[] {
  const { title, policy, cluster, messages } = facts;
  const delivered = typeof policy === 'string' ? undefined : policy;
  const effects = effectsOf(summary, title, delivered);
  const since = new Map(summary.targets.map(({ target, active }) => [target, active?.state.policy?.since ?? '']));
  const rows = effects.map(({ target, effect, pending }) => [
    target,
    effect === 'pending' ? `pending: ${plural(pending, 'difference')}` : effect,
    effect === 'in force' ? (since.get(target) ?? '') : '',
  ]);
  return [
    title,
    ...(cluster === 'unknown' ? [] : [`  in the cluster: ${cluster}`]),
    `  in the policy: ${describeDelivery(policy, cluster)}`,
    ...messages.map((text) => `  status: ${text}`),
    ...rejectedIn(summary, title).map(({ code, message }) => `  rejected: ${message} [${code}]`),
    ...(rows.length > 0 ? ['', ...alignColumns([['TARGET', 'EFFECT', 'SINCE'], ...rows])] : []),
    ...summary.targets.filter(({ state }) => state !== 'in sync').flatMap((one) => renderTrouble(one, now)),
  ];
}

function describeDelivery(policy: ResourceFacts['policy'], cluster: ResourceFacts['cluster']): string {
  if (typeof policy === 'string') return `unknown, ${policy}`;
  const digest = policy.digest.slice(0, SHORT_DIGEST);
  if (policy.resource === 'missing') return `missing in ${digest}, so Weir does not apply it`;
  const isOther = policy.resource === 'differs' && cluster === 'exists';
  return isOther ? `in ${digest}, with another spec than in the cluster` : `in ${digest}`;
}

function countTargets(targets: readonly TargetStatus[]): string {
  if (targets.length === 0) return 'no target found';
  const counts = new Map<string, number>();
  for (const { state } of targets) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`);
  return `${plural(targets.length, 'target')}: ${parts.join(', ')}`;
}

function rowOf({ target, state, active, others, lease }: TargetStatus, now: number): string[] {
  const { policy, inSync, changes, committed } = active?.state ?? {};
  const { queued = 0, age } = changes ?? {};
  const lag =
    age !== undefined
      ? `${formatSeconds(age)}, ${queued} queued`
      : committed?.waited === undefined
        ? '-'
        : formatSeconds(committed.waited);
  const holder = active?.name ?? (lease && lease.holder !== '' ? lease.holder : '-');
  const standbys = others.length === 0 ? '' : ` (+${others.length} standby)`;
  return [
    target,
    state === 'in sync' ? state : state.toUpperCase(),
    policy?.digest.slice(0, SHORT_DIGEST) ?? '-',
    policy?.since ?? '-',
    inSync === undefined ? '-' : formatAge(inSync, now),
    lag,
    `${holder}${standbys}`,
  ];
}

/** Renders what is wrong with a target, and the next step. */
function renderTrouble({ target, state, active, others, lease }: TargetStatus, now: number): readonly string[] {
  const facts = active?.state;
  const last = facts?.inSync === undefined ? 'never in sync' : `last in sync ${formatAge(facts.inSync, now)}`;
  const problems = facts?.cycle?.problems ?? [];
  const kind = facts?.cycle?.class === undefined || state === 'blocked' ? '' : ` (${facts.cycle.class})`;
  const pending = (facts?.pending ?? []).slice(0, MAX_PROBLEMS);
  const holder = lease && `Lease ${lease.name}: ${describeLease(lease.holder, lease.expired, lease.renewed, now)}`;
  return [
    '',
    `${target}: ${state}${kind}${facts ? `, ${last}` : ''}`,
    ...problems.slice(0, MAX_PROBLEMS).map((text) => `  ${text}`),
    ...(problems.length > MAX_PROBLEMS ? [`  … ${problems.length - MAX_PROBLEMS} more problems`] : []),
    ...pending.map(({ resource, count }) => `  pending: ${resource === '' ? '(no resource)' : resource}, ${count}`),
    ...(active ? [] : others.map(({ name }) => `  standby: ${name}`)),
    ...(active || holder === undefined ? [] : [`  ${holder}`]),
  ];
}

function describeLease(holder: string, expired: boolean, renewed: string, now: number): string {
  if (holder === '') return 'released, no applier holds it';
  return `held by ${holder}, ${expired ? 'expired, ' : ''}renewed ${formatAge(renewed, now)}`;
}

function renderPolicies({ policies }: StatusSummary): readonly string[] {
  if (policies.size < 2) return [];
  const bySize = [...policies].sort((a, b) => b[1].length - a[1].length);
  return section(
    'different policies in force',
    bySize,
    ([digest, targets]) =>
      `${digest.slice(0, SHORT_DIGEST)}: ${targets.length > 3 ? plural(targets.length, 'target') : targets.join(', ')}`,
  );
}

function mismatchesIn({ targets }: StatusSummary): readonly string[] {
  return [...new Set(targets.flatMap(({ active }) => active?.state.mismatches ?? []))];
}

/** Returns a section with a heading, or nothing without items. */
function section<Item>(title: string, items: readonly Item[], describe: (item: Item) => string): readonly string[] {
  return items.length === 0
    ? []
    : [
        '',
        `${title}:`,
        ...limitLines(
          items.map((item) => `  ${describe(item)}`),
          MAX_ITEMS,
          '  ',
        ),
      ];
}

function limitLines(lines: readonly string[], most: number, indent: string): readonly string[] {
  const left = lines.length - most;
  return left > 0 ? [...lines.slice(0, most), `${indent}… ${left} more (all: --format json)`] : lines;
}

function formatAge(time: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  return Number.isNaN(seconds) ? 'at an unknown time' : `${formatSeconds(seconds)} ago`;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Formats a duration in the largest unit of which it has at least two. */
function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.round(1000 * seconds)} ms`;
  if (seconds < 2 * MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < 2 * HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} h` : `${Math.round(seconds / DAY)} d`;
}
