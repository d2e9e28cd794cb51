/**
 * Returns a quoted string of Graphviz's language: only quotes and backslashes mean something in it, and no line ends
 * inside.
 */
export function quoteDot(text: string): string {
  return JSON.stringify(text);
}
