import type { HeaderAction } from '../model/route.js';

/** Actions on headers in the order given; one that sets an empty value has no effect (OpenShift router). */
export function headerActionLines(rule: 'http-request' | 'http-response', actions: readonly HeaderAction[]): string[] {
  return actions.flatMap(({ name, type, value = '' }) => {
    if (name === '') return [];
    if (type === 'Delete') return [`${rule} del-header ${quoteHaproxy(name)}`];
    return type === 'Set' && value !== '' ? [`${rule} set-header ${quoteHaproxy(name)} ${quoteHaproxy(value)}`] : [];
  });
}

/** A text that the proxy takes as it is. */
export function quoteHaproxy(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
