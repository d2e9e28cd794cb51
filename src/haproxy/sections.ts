/** A section of the configuration: its head, and a directive a line. */
export function section(head: string, directives: readonly (string | readonly string[])[]): string {
  const lines = directives.flat().map((line) => `  ${line}`);
  return [head, ...lines, ''].join('\n');
}

/** The directives where a condition holds. */
export function when(holds: boolean, ...directives: readonly string[]): readonly string[] {
  return holds ? directives : [];
}
