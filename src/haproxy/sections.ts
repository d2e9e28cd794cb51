/** Returns a section of the configuration: its head, and one directive per line. */
export function section(head: string, directives: readonly (string | readonly string[])[]): string {
  const lines = directives.flat().map((line) => `  ${line}`);
  return [head, ...lines, ''].join('\n');
}

/** Returns the directives if a condition is true, else none. */
export function when(holds: boolean, ...directives: readonly string[]): readonly string[] {
  return holds ? directives : [];
}
