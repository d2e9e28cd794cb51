import type { ExposeIntent } from '../model/intent/expose.js';
import { WORK, routeKey } from './names.js';

/**
 * Maximum number of entries in the configuration line. More are in a separate file, because HAProxy accepts 64 words
 * per line.
 */
const MAX_IN_LINE = 61;

/** Returns the lines that close connections from sources that are not in the allow list. */
export function allowListLines(intent: ExposeIntent): string[] {
  const { allowList } = intent.policy;
  if (!allowList) return [];
  const source = allowListFile(intent)
    ? `-f ${WORK}/allowlists/${routeKey(intent)}.txt`
    : allowList.map(({ text }) => text).join(' ');
  return [`acl allowlist src ${source}`, 'tcp-request content reject if !allowlist'];
}

/** Returns the file of a list that is too long for a line. Returns undefined for any other list. */
export function allowListFile({ policy: { allowList } }: ExposeIntent): string | undefined {
  return allowList && allowList.length > MAX_IN_LINE ? allowList.map(({ text }) => `${text}\n`).join('') : undefined;
}
