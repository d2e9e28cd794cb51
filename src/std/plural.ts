/** A count and its noun: `1 pod`, `2 pods`; `many` where an `s` does not do. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}
