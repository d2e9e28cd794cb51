/**
 * Returns a quoted string of Graphviz's language. Only quotes and backslashes are special in it, and no line ends
 * inside.
 */
export function quoteDot(text: string): string {
  return JSON.stringify(text);
}
