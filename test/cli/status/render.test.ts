import { describe, expect, it } from 'vitest';
import type { ApplierState } from '../../../src/cli/commands/reconcile/applier-state.js';
import type { Applier } from '../../../src/cli/commands/status/find-appliers.js';
import { renderTargets } from '../../../src/cli/commands/status/render.js';
import { isAllFine, summarize } from '../../../src/cli/commands/status/summarize.js';

const NOW = Date.parse('2026-03-18T10:00:00Z');

function applier(target: string, more: Partial<ApplierState> = {}): Applier {
  const time = '2026-03-18T09:00:00.000Z';
  const state: ApplierState = {
    weirStatus: 1,
    version: '0',
    target,
    host: 'h',
    started: time,
    healthy: true,
    standing: 'held',
    standingSince: time,
    policy: { digest: 'ab'.repeat(32), since: time },
    inSync: time,
    changes: { queued: 0 },
    cycle: { at: time, result: 'in-sync', seconds: 0.1, problems: [] },
    pending: [],
    rejected: { count: 0, parts: [] },
    mismatches: [],
    ...more,
  };
  return { name: `pod of ${target}`, node: '', component: '', state };
}

const lines = (appliers: readonly Applier[]) =>
  renderTargets(
    summarize({ at: NOW, appliers, leases: [] }, () => true),
    NOW,
  );

describe('the text of weir status', () => {
  it('lists only targets that need attention if there are many', () => {
    const many = Array.from({ length: 1000 }, (_, index) => applier(`northbound w${index}`));
    const text = lines([...many, applier('node w7', { standing: 'away' })]);
    expect(text[0]).toBe('1001 targets: 1000 in sync, 1 disconnected');
    expect(text.filter((line) => line.startsWith('northbound'))).toEqual([]);
    expect(text).toContain('… 1000 more in sync (all: --format json)');
    expect(text).toContain('node w7: disconnected, last in sync 60 min ago');
    expect(lines(many.slice(0, 60)).filter((line) => line.startsWith('northbound'))).toHaveLength(60);
  });

  it('is short if everything fails', () => {
    const problems = Array.from({ length: 50 }, (_, index) => `problem ${index}`);
    const cycle = { at: '', result: 'failed', seconds: 1, class: 'plan', problems } as const;
    const text = lines(Array.from({ length: 1000 }, (_, index) => applier(`node w${index}`, { cycle })));
    expect(text[0]).toBe('1000 targets: 1000 failed');
    expect(text.length).toBeLessThan(350);
    expect(text).toContain('  … 45 more problems');
  });

  it.each<readonly [string, Partial<ApplierState>, string]>([
    ['has ended no cycle for long', { healthy: false }, 'STUCK'],
    ['has not reached the target', { standing: 'away' }, 'DISCONNECTED'],
    ['stands by', { standing: 'waiting' }, 'NO ACTIVE APPLIER'],
    ['waits for a user', { cycle: { at: '', result: 'blocked', seconds: 1, problems: [] } }, 'BLOCKED'],
  ])('says of a target whose applier %s that it is not in sync', (_, more, word) => {
    const found = { at: NOW, appliers: [applier('cluster', more)], leases: [] };
    expect(lines(found.appliers)[3]).toMatch(new RegExp(`^cluster +${word} `));
    expect(isAllFine(summarize(found, () => true))).toBe(false);
  });

  it('shows the age of the oldest change that waits, or the time of the last one', () => {
    const waiting = applier('cluster', { changes: { queued: 3, age: 130 } });
    expect(lines([waiting])[3]).toMatch(/ 2 min, 3 queued +pod of cluster$/);
    const committed = { at: '', writes: 1, waited: 0.1121 };
    expect(lines([applier('cluster', { committed })])[3]).toMatch(/ 112 ms +pod of cluster$/);
  });
});
