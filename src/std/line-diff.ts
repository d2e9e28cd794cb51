/**
 * Returns the changes between two texts of a file, as lines with `-` and `+` under the first line number before. Texts
 * with equally many lines are compared line by line, others between the lines that both contain once. Returns '' if the
 * texts are equal.
 */
export function diffLines(path: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const blocks = old.length === now.length ? diffEach(old, now) : diffParts(old, now, 0);
  return blocks.length === 0 ? '' : [`--- ${path}`, `+++ ${path}`, ...blocks, ''].join('\n');
}

function diffEach(old: readonly string[], now: readonly string[]): string[] {
  return old.flatMap((line, index) =>
    line === now[index] ? [] : [`@@ line ${index + 1} @@`, `-${line}`, `+${now[index] ?? ''}`],
  );
}

/** Compares the lines between those that both texts contain once. `offset`: lines before `old`. */
function diffParts(old: readonly string[], now: readonly string[], offset: number): string[] {
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start++;
  let same = 0;
  while (same < least - start && old.at(-1 - same) === now.at(-1 - same)) same++;
  const [before, after] = [old.slice(start, old.length - same), now.slice(start, now.length - same)];
  if (before.length + after.length === 0) return [];
  const anchors = before.length === 0 || after.length === 0 ? [] : findAnchors(before, after);
  const first = offset + start;
  if (anchors.length === 0)
    return [`@@ line ${first + 1} @@`, ...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  const ends = [...anchors, [before.length, after.length] as const];
  return ends.flatMap(([end, otherEnd], index) => {
    const [from, otherFrom] = anchors[index - 1] ?? [0, 0];
    return diffParts(before.slice(from, end), after.slice(otherFrom, otherEnd), first + from);
  });
}

/** Returns the positions of lines that both texts contain once, in ascending order in both. */
function findAnchors(old: readonly string[], now: readonly string[]): (readonly [number, number])[] {
  const [before, after] = [positionsOf(old), positionsOf(now)];
  const pairs = [...before].flatMap(([line, at]): (readonly [number, number])[] => {
    const other = after.get(line);
    return at === undefined || other === undefined ? [] : [[at, other]];
  });
  return longestAscending(pairs);
}

/** Returns the position of each line. It is undefined if the line is not unique. */
function positionsOf(lines: readonly string[]): Map<string, number | undefined> {
  const positions = new Map<string, number | undefined>();
  for (const [index, line] of lines.entries()) positions.set(line, positions.has(line) ? undefined : index);
  return positions;
}

/** Returns the longest sublist whose second numbers ascend. The first ones do. */
function longestAscending(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  /** For each length, the last index of a sublist of that length with the smallest last number. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, [, value]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const found: (readonly [number, number])[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair) found.push(pair);
  }
  return found.reverse();
}
