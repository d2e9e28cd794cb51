import { makeJsonVisible, showText } from '../../../diagnostics/visible.js';
import type { Change, Drift } from '../../../model/change.js';

/** Maximum number of printed changes. JSON has all of them. */
const MAX_LINES = 200;

/** Words for each drift: the effect of an apply in a plan or after an apply, the drift in an audit. */
const VERBS = {
  plan: { missing: 'to create', changed: 'to change', stale: 'to remove', foreign: 'foreign, to keep' },
  applied: { missing: 'created', changed: 'changed', stale: 'removed', foreign: 'foreign, kept' },
  audit: { missing: 'missing', changed: 'changed', stale: 'stale', foreign: 'foreign' },
} as const;

export type Style = keyof typeof VERBS;

const SIGNS: Readonly<Record<Drift, string>> = { missing: '+', changed: '~', stale: '-', foreign: '!' };
const DRIFTS = ['missing', 'changed', 'stale', 'foreign'] as const;

/** Formats the number of changes: `3 to create, 1 to remove`, `3 created, 1 removed` or `3 missing, 1 stale`. */
function countChanges(changes: readonly Change[], style: Style): string {
  const counts = DRIFTS.map((drift) => ({ drift, count: changes.filter((one) => one.drift === drift).length }))
    .filter(({ count }) => count > 0)
    .map(({ drift, count }) => `${count} ${VERBS[style][drift]}`);
  return counts.length === 0 ? 'in sync' : counts.join(', ');
}

/** Renders the changes of a target as text: counts, then each change grouped by the resource that causes it. */
export function renderChanges(target: string, changes: readonly Change[], style: Style): string {
  return `${renderDifferences(`${target}: ${countChanges(changes, style)}`, changes).join('\n')}\n`;
}

/** Renders a title and changes as lines, grouped by the resource that causes them. */
export function renderDifferences(title: string, changes: readonly Change[]): readonly string[] {
  const lines = [title];
  for (const [owner, own] of groupByOwner(changes)) {
    lines.push('', owner === '' ? '(no resource)' : owner);
    for (const change of own) lines.push(...renderChange(change));
  }
  const shown = lines.slice(0, MAX_LINES);
  const left = lines.length - shown.length;
  return [...shown.map(showText), ...(left > 0 ? [`… ${left} more lines (all: --format json)`] : [])];
}

/** Renders all changes as JSON. */
export function renderChangesAsJson(target: string, changes: readonly Change[]): string {
  return `${makeJsonVisible(JSON.stringify({ target, changes }, null, 2))}\n`;
}

function renderChange({ drift, sort, name, fields }: Change): string[] {
  const width = Math.max(0, ...fields.map((field) => field.name.length));
  return [
    `  ${SIGNS[drift]} ${sort} ${name}`,
    ...fields.map(
      (field) => `      ${field.name.padEnd(width)}  ${field.live || '(none)'} → ${field.desired || '(none)'}`,
    ),
  ];
}

/** Groups changes by owner in byte order. Changes without an owner come last. */
function groupByOwner(changes: readonly Change[]): readonly (readonly [string, readonly Change[]])[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(change.owner);
    if (group) group.push(change);
    else groups.set(change.owner, [change]);
  }
  return [...groups].sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1));
}
