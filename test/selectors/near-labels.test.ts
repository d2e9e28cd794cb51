import { describe, expect, it } from 'vitest';
import { adviseOnLabels } from '../../src/selectors/near-labels.js';

const PODS = [
  { labels: { app: 'web', team: 'shop' } },
  { labels: { app: 'db', team: 'shop' } },
  { labels: { app: 'worker', team: 'shop', tier: 'back' } },
];
const advise = (selector: Parameters<typeof adviseOnLabels>[0]): string | undefined =>
  adviseOnLabels(selector, PODS, 'pod of shop');

describe('advice on a selector that selects nothing', () => {
  it('asks for a similar value or key', () => {
    expect(advise({ matchLabels: { app: 'wbe2' } })).toBe(
      "no pod of shop has the label app=wbe2: the values of 'app' that exist are db, web, worker",
    );
    expect(advise({ matchLabels: { app: 'webb' } })).toBe(
      "no pod of shop has the label app=webb: did you mean 'app=web'?",
    );
    expect(advise({ matchExpressions: [{ key: 'taem', operator: 'Exists' }] })).toBe(
      "no pod of shop has the label 'taem': did you mean 'team'?",
    );
  });

  it('lists what exists where nothing is similar', () => {
    expect(advise({ matchLabels: { 'example.com/role': 'x' } })).toBe(
      "no pod of shop has the label 'example.com/role': the labels that exist are app, team, tier",
    );
    const many = Array.from({ length: 8 }, (_, index) => ({ labels: { app: `service-${index}` } }));
    expect(adviseOnLabels({ matchLabels: { app: 'x' } }, many, 'pod')).toBe(
      "no pod has the label app=x: the values of 'app' that exist are service-0, service-1, service-2, service-3, service-4 and 3 more",
    );
    expect(adviseOnLabels({ matchLabels: { app: 'x' } }, [], 'pod')).toBe("no pod has the label 'app'");
  });

  it('names the label that is missing, and nothing where each exists or none is required', () => {
    expect(advise({ matchLabels: { app: 'web', tier: 'front' } })).toContain('no pod of shop has the label tier=front');
    expect(advise({ matchExpressions: [{ key: 'app', operator: 'In', values: ['x', 'web'] }] })).toBeUndefined();
    expect(advise({ matchLabels: { app: 'web', tier: 'back' } })).toBeUndefined();
    expect(advise({ matchExpressions: [{ key: 'nope', operator: 'NotIn', values: ['x'] }] })).toBeUndefined();
  });
});
