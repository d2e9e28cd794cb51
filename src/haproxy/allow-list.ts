import type { ExposeIntent } from '../model/intent/expose.js';
import { WORK, routeKey } from './names.js';

/** More entries than this go into a file of their own (HAProxy takes 64 words per line). */
const MAX_IN_LINE = 61;

/** Closes connections of everybody else. */
export function allowListLines(intent: ExposeIntent): string[] {
  const { allowList } = intent.policy;
  if (!allowList) return [];
  const source = allowListFile(intent)
    ? `-f ${WORK}/allowlists/${routeKey(intent)}.txt`
    : allowList.map(({ text }) => text).join(' ');
  return [`acl allowlist src ${source}`, 'tcp-request content reject if !allowlist'];
}

/** The file of a list that is too long for a line; undefined for any other. */
export function allowListFile({ policy: { allowList } }: ExposeIntent): string | undefined {
  return allowList && allowList.length > MAX_IN_LINE ? allowList.map(({ text }) => `${text}\n`).join('') : undefined;
}
