/**
 * Returns the changes between two texts of a file, as lines with `-` and `+` under the first line number. Texts with
 * equally many lines are compared line by line, others without their common start and end. Returns '' if the texts are
 * equal.
 */
export function diffLines(path: string, before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const blocks = old.length === now.length ? diffEach(old, now) : diffMiddle(old, now);
  return blocks.length === 0 ? '' : [`--- ${path}`, `+++ ${path}`, ...blocks, ''].join('\n');
}

function diffEach(old: readonly string[], now: readonly string[]): string[] {
  return old.flatMap((line, index) =>
    line === now[index] ? [] : [`@@ line ${index + 1} @@`, `-${line}`, `+${now[index] ?? ''}`],
  );
}

function diffMiddle(old: readonly string[], now: readonly string[]): string[] {
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start++;
  let same = 0;
  while (same < least - start && old.at(-1 - same) === now.at(-1 - same)) same++;
  return [
    `@@ line ${start + 1} @@`,
    ...old.slice(start, old.length - same).map((line) => `-${line}`),
    ...now.slice(start, now.length - same).map((line) => `+${line}`),
  ];
}
