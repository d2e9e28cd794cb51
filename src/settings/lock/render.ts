import { writtenLock } from '../../kinds/locks.js';
import type { Lock, LockTree } from '../../model/lock.js';
import { memoizeWeak } from '../../std/memoize.js';

const HEADER = '# Assignments made so far. Weir keeps this file: commit it, and review its changes.\n';

/**
 * Pattern of text that every YAML reader reads as text without quotes. It begins with a letter, and contains no `: ` or
 * ` #`.
 */
const PLAIN = /^[a-z][a-z0-9.-]*(\/[a-z0-9.-]+)?$/;
/** Pattern of an IPv4 address, which YAML does not read as a number. */
const DOTTED = /^\d+\.\d+\.\d+\.\d+$/;
const WORD = /^(y|n|yes|no|on|off|true|false|null)$/;

/**
 * Returns a lock as the text of a new `weir.lock.yaml`, or '' for an empty lock. The same content gives the same bytes.
 */
export const renderLock = memoizeWeak((lock: Lock): string => {
  const lines = [...writtenLock(lock)].flatMap(([field, content]) => [`${field}:`, ...linesOf(content, '  ')]);
  return lines.length === 0 ? '' : `${HEADER}${lines.join('\n')}\n`;
});

function linesOf(tree: LockTree, indent: string): string[] {
  return [...tree].flatMap(([key, value]) => {
    const head = `${indent}${quote(key)}:`;
    if (typeof value === 'number') return [`${head} ${value}`];
    if (typeof value === 'string') return [`${head} ${quote(value)}`];
    return value.size === 0 ? [`${head} {}`] : [head, ...linesOf(value, `${indent}  `)];
  });
}

function quote(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text);
}

/** Returns true if every YAML reader reads a text as text without quotes. */
export function isPlain(text: string): boolean {
  return (PLAIN.test(text) && !WORD.test(text)) || DOTTED.test(text);
}
