/** A change of an answer between two neighbouring revisions. */
export interface RevisionChange<Answer> {
  /** Index of the first revision with the new answer. */
  readonly at: number;
  readonly before: Answer;
  readonly after: Answer;
}

/** An answer that can be compared. */
export interface KeyedAnswer {
  /** Equal for equal answers. */
  readonly key: string;
}

/**
 * Finds changes of an answer among `count` revisions, of which 0 is the oldest, by bisection: as long as two revisions
 * differ, one change between them is found. It misses changes that are undone between two revisions with equal
 * answers. `answerAt` is called once for each revision at most.
 */
export async function bisectChanges<Answer extends KeyedAnswer>(
  count: number,
  answerAt: (index: number) => Promise<Answer>,
): Promise<RevisionChange<Answer>[]> {
  const changes: RevisionChange<Answer>[] = [];
  if (count === 0) return changes;
  const last = await answerAt(count - 1);
  let start = 0;
  let first = await answerAt(start);
  while (first.key !== last.key) {
    let [low, high] = [start, count - 1];
    let [before, after] = [first, last];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const answer = await answerAt(middle);
      if (answer.key === first.key) [low, before] = [middle, answer];
      else [high, after] = [middle, answer];
    }
    changes.push({ at: high, before, after });
    [start, first] = [high, after];
  }
  return changes;
}

/** Finds all changes of an answer among `count` revisions, by looking at each of them. */
export async function listChanges<Answer extends KeyedAnswer>(
  count: number,
  answerAt: (index: number) => Promise<Answer>,
): Promise<RevisionChange<Answer>[]> {
  const changes: RevisionChange<Answer>[] = [];
  let before: Answer | undefined;
  for (let at = 0; at < count; at++) {
    const after = await answerAt(at);
    if (before && before.key !== after.key) changes.push({ at, before, after });
    before = after;
  }
  return changes;
}
