/** A text in parts. The first part is always included. */
export interface Parts {
  readonly head: string;
  readonly sections: readonly string[];
}

/**
 * Joins as many complete sections as fit into `limit`, in order. If some are dropped, `pointer` comes last and refers
 * to the full text. `measure` returns the size of a text in the unit of the limit. A head that is too long itself is
 * cut at a line.
 */
export function boundParts(
  { head, sections }: Parts,
  limit: number,
  pointer: (leftOut: number) => string,
  measure: (text: string) => number = (text) => text.length,
): string {
  const whole = [head, ...sections].join('\n\n');
  if (measure(whole) <= limit) return whole;
  // The length of the pointer depends on the number of sections by a few digits only.
  const room = limit - measure(`\n\n${pointer(sections.length)}`);
  const kept = [cutAtLine(head, room, measure)];
  let size = measure(kept[0] ?? '');
  for (const section of sections) {
    size += measure(`\n\n${section}`);
    if (size > room) break;
    kept.push(section);
  }
  return [...kept, pointer(sections.length - (kept.length - 1))].join('\n\n');
}

function cutAtLine(text: string, limit: number, measure: (text: string) => number): string {
  if (measure(text) <= limit) return text;
  const kept: string[] = [];
  let size = 0;
  for (const line of text.split('\n')) {
    size += measure(`${line}\n`);
    if (size > limit) break;
    kept.push(line);
  }
  return kept.join('\n');
}
