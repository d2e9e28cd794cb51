import { describe, expect, it } from 'vitest';
import { bisectChanges, listChanges } from '../../../src/cli/commands/log/search.js';

/** Answers from texts, one letter for each revision, and how often an answer was asked for. */
function revisions(letters: string) {
  const asked = new Set<number>();
  const answerAt = (index: number): Promise<{ key: string }> => {
    asked.add(index);
    return Promise.resolve({ key: letters[index] ?? '' });
  };
  return { asked, answerAt, count: letters.length };
}

const summary = (changes: readonly { at: number; before: { key: string }; after: { key: string } }[]): string[] =>
  changes.map(({ at, before, after }) => `${before.key}${after.key}@${at}`);

describe('bisection of revisions', () => {
  it('finds one change among 500 revisions with 11 answers', async () => {
    for (const at of [1, 7, 250, 311, 499]) {
      const { asked, answerAt, count } = revisions('a'.repeat(at) + 'b'.repeat(500 - at));
      expect(summary(await bisectChanges(count, answerAt))).toEqual([`ab@${at}`]);
      expect(asked.size).toBeLessThanOrEqual(11);
    }
  });

  it('finds a change behind each that leaves another answer than the newest', async () => {
    const { answerAt, count } = revisions('aaabbbbbbbccccccd');
    const found = summary(await bisectChanges(count, answerAt));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(['ab@3', 'bc@10', 'cd@16']).toContain(one);
    expect(found.at(-1)).toBe('cd@16');
  });

  it('assumes no change between equal answers, and needs one answer for one revision', async () => {
    const { asked, answerAt, count } = revisions('aabbaa');
    expect(await bisectChanges(count, answerAt)).toEqual([]);
    expect(asked.size).toBe(2);
    expect(await bisectChanges(1, revisions('a').answerAt)).toEqual([]);
    expect(await bisectChanges(0, revisions('').answerAt)).toEqual([]);
  });

  it('finds every change if each revision is asked for', async () => {
    const { answerAt, count } = revisions('aabbaac');
    expect(summary(await listChanges(count, answerAt))).toEqual(['ab@2', 'ba@4', 'ac@6']);
  });
});
