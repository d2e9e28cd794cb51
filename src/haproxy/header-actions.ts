import type { HeaderAction } from '../model/route.js';

/**
 * Returns the lines for actions on headers, in the order of the actions. An action that sets an empty value has no
 * effect. See the OpenShift router.
 */
export function headerActionLines(rule: 'http-request' | 'http-response', actions: readonly HeaderAction[]): string[] {
  return actions.flatMap(({ name, type, value = '' }) => {
    if (name === '') return [];
    if (type === 'Delete') return [`${rule} del-header ${quoteHaproxy(name)}`];
    return type === 'Set' && value !== '' ? [`${rule} set-header ${quoteHaproxy(name)} ${quoteHaproxy(value)}`] : [];
  });
}

/** Returns a text in quotes that the proxy reads unchanged. */
export function quoteHaproxy(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
